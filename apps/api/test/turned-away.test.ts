import { startApi } from '@domesday/api';
import { TURNED_AWAY } from '@domesday/open-network/turned-away';
import { emptyDatabase, sendBytes } from '@domesday/testing';
import { pino } from 'pino';
import { expect, it } from 'vitest';

it('logs and counts connections that it refused before they sent a readable request', async () => {
  const database = await emptyDatabase();
  const lines: string[] = [];
  const api = await startApi(
    {
      ...{ host: '127.0.0.1', port: 0, metrics_port: 0, database_url: database.url, redis_url: null },
      ...{ log_level: 'info', pool_size: 4, statement_timeout_ms: 1000 },
    },
    { log: pino({}, { write: (line: string) => void lines.push(line) }), arrival_ms: 600 },
  );
  const counts = async () => {
    const text = await (await fetch(api.metrics_url!)).text();
    const told = text.matchAll(/^domesday_turned_away_total\{reason="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries([...told].map(([, reason, count]) => [reason, Number(count)]));
  };
  try {
    const none = Object.fromEntries(Object.keys(TURNED_AWAY).map((reason) => [reason, 0]));
    expect(await counts()).toEqual(none);
    const statuses: number[] = [];
    for (const sent of [
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      'no HTTP\r\n\r\n',
      `GET /health HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      'GET /health HTTP/1.1\r\n',
      'GET /health HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(40),
    ])
      statuses.push((await sendBytes(new URL(api.url), Buffer.from(sent, 'latin1'), 20_000)).status);
    expect(statuses.slice(0, 4)).toEqual([400, 400, 431, 408]);
    const once = { tls: 1, not_http: 1, too_large: 1, late: 1, too_many_waiting: 1 };
    expect(await counts()).toEqual({ ...none, ...once });
    const logged = lines.map((line) => JSON.parse(line)).filter((line) => line.turned_away);
    expect(logged.map(({ turned_away, count }) => [turned_away, count]).sort()).toEqual(
      Object.entries(once).sort(),
    );
    for (const { turned_away, msg } of logged) expect(msg).toBe(TURNED_AWAY[turned_away as 'tls']);
  } finally {
    await api.close();
    await database.drop();
  }
});
