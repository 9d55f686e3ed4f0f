import { loadSandbox } from '@domesday/datasets/seed';
import autocannon from 'autocannon';
import { PROPERTY_BY_UPRN } from '../apps/api/src/domains/properties/get.query.ts';
import { median, report } from './lib/report.ts';
import { benchKey, scratchDatabase, serve } from './lib/servers.ts';

const ROUNDS = 5;
const SECONDS = 5;
const CONNECTIONS = 16;

/** Requests a second of properties.get with everything switched on, against bare Express with the same read. */
export async function run(): Promise<void> {
  const scratch = await scratchDatabase();
  try {
    console.log(`loaded ${await loadSandbox(scratch.db)} rows`);
    const [secret] = await benchKey(scratch.db);
    const { rows } = await scratch.db.query('select uprn from addresses order by uprn');
    const env = { DATABASE_URL: scratch.url, LOG_LEVEL: 'info', BENCH_SQL: PROPERTY_BY_UPRN };
    const api = await serve('apps/api/dist/main.js', env, '/v1/openapi.json');
    const bare = await serve('bench/lib/bare-express.mjs', env, '/v1/properties/1');
    const measure = async (port: number, seconds: number): Promise<number> => {
      const result = await autocannon({
        url: `http://127.0.0.1:${port}`,
        connections: CONNECTIONS,
        duration: seconds,
        headers: { authorization: `Bearer ${secret}` },
        requests: rows.map((row) => ({ path: `/v1/properties/${row.uprn}` })),
      });
      if (result.non2xx || result.errors)
        throw new Error(`${result.non2xx} answers were no 2xx, ${result.errors} failed`);
      return result['2xx'] / result.duration;
    };
    await measure(bare.port, 2);
    await measure(api.port, 2);
    const pairs: { bare: number; full: number }[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      pairs.push({ bare: await measure(bare.port, SECONDS), full: await measure(api.port, SECONDS) });
    }
    await api.stop();
    await bare.stop();
    const { rows: ledger } = await scratch.db.query('select count(*) as n from ledger');
    await report(
      'rest',
      'properties.get, everything switched on',
      [
        {
          server: 'bare Express, the same read',
          requests_per_s: Math.round(median(pairs.map((p) => p.bare))),
        },
        {
          server: 'Domesday, live key, charged, logged',
          requests_per_s: Math.round(median(pairs.map((p) => p.full))),
        },
        {
          server: 'ratio, median of the pairs',
          requests_per_s: Number(median(pairs.map((p) => p.full / p.bare)).toFixed(2)),
        },
      ],
      [
        `${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each in turn; client, server and database share the cores.`,
        `${ledger[0].n} charges in the ledger, each committed before its answer left.`,
      ],
    );
  } finally {
    await scratch.close();
  }
}
