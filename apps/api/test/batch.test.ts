import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bareRow, cellsOf, flatLine, type Line } from './flat-lines.ts';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const { house } = sandboxSamples();

interface Asked {
  query?: string;
  body: unknown;
  type?: string;
  key?: string;
  headers?: Record<string, string>;
}

async function batch({
  query = '',
  body,
  type = 'application/x-ndjson',
  key = api.liveKey,
  headers = {},
}: Asked) {
  api.clock.advance(1000);
  const response = await fetch(`${api.url}/batch${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': type, ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const lines: Line[] = response.headers.get('content-type')?.startsWith('application/x-ndjson')
    ? text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];
  return { status: response.status, headers: response.headers, text, lines };
}

const ndjson = (items: unknown[]): string => items.map((item) => `${JSON.stringify(item)}\n`).join('');

async function spent(account_id: string): Promise<{ ledger: number; counted: number; rows: number }> {
  const { rows } = await database.db.query(
    `select coalesce(sum(credits), 0)::int as ledger, count(*)::int as rows,
            (select coalesce(sum(credits_used), 0)::int from account_months where account_id = $1) as counted
       from ledger where account_id = $1`,
    [account_id],
  );
  return rows[0];
}

async function homes(count: number): Promise<number[]> {
  const { rows } = await database.db.query<{ uprn: number }>(
    'select uprn from addresses order by uprn limit $1',
    [count],
  );
  return rows.map(({ uprn }) => uprn);
}

describe('a batch', () => {
  it('answers and charges each input like a single call, in the order of the inputs', async () => {
    const { secret, account_id } = await api.newKey({ plan: 'scale' });
    const inputs = [
      { uprn: String(house.uprn) },
      { uprn: '1' },
      { uprn: String(house.uprn), fields: ['epc', 'council_tax'] },
      { uprn: 'no number' },
      { uprn: String(house.uprn), unheard: 'of' },
    ];
    const { lines, headers } = await batch({
      query: '?operation=properties.get',
      body: ndjson(inputs),
      key: secret,
    });
    expect(headers.get('content-type')).toContain('application/x-ndjson');
    expect(headers.get('x-fictional-country')).toBe('true');
    expect(lines.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
    let alone = 0;
    for (const [i, { uprn, fields, unheard }] of inputs.entries()) {
      const search = new URLSearchParams({
        ...(fields ? { fields: fields.join(',') } : {}),
        ...(unheard ? { unheard } : {}),
      });
      const one = await api.call(`/properties/${encodeURIComponent(uprn)}?${search}`, { key: secret });
      const line = lines[i]!;
      expect([i, line.status]).toEqual([i, one.status]);
      expect(line.credits).toBe(Number(one.headers.get('x-credits-charged')));
      alone += line.credits;
      if (one.status !== 200) {
        expect(line.error!.code).toBe(one.body.error.code);
        expect(line.error!.message).toBe(one.body.error.message);
        continue;
      }
      expect({ ...line.body, meta: { ...line.body.meta, request_id: '' } }).toEqual({
        ...one.body,
        meta: { ...one.body.meta, request_id: '' },
      });
    }
    expect(alone).toBeGreaterThan(0);
    expect(await spent(account_id)).toMatchObject({ ledger: 2 * alone, counted: 2 * alone });
  });

  it('gives the same answers for JSON, NDJSON and CSV input', async () => {
    const { rows } = await database.db.query<{ address: string; postcode: string }>(
      'select address, postcode from addresses order by uprn limit 3',
    );
    const items = rows.map(({ address, postcode }) => ({ address, postcode }));
    const csv = `postcode,address\n${items.map((one) => `${one.postcode},"${one.address}"`).join('\n')}\n`;
    const bare = (lines: Line[]) => lines.map(({ status, credits, body }) => [status, credits, body.match]);
    const asJson = await batch({ body: { operation: 'addresses.match', items }, type: 'application/json' });
    expect(asJson.lines.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const [body, type] of [
      [ndjson(items), 'application/x-ndjson'],
      [csv, 'text/csv'],
    ] as const) {
      const other = await batch({ query: '?operation=addresses.match', body, type });
      expect(bare(other.lines)).toEqual(bare(asJson.lines));
    }
  });

  it('gives the same answers and charges in CSV as in NDJSON', async () => {
    const { secret, account_id } = await api.newKey({ plan: 'scale' });
    const uprns = [String(house.uprn), '1', '=1+1', ...(await homes(60)).map(String)];
    const ask = (headers: Record<string, string>) =>
      batch({
        query: '?operation=properties.get&meta=lean',
        body: ndjson(uprns.map((uprn, i) => ({ uprn, ...(i % 2 ? { ref: `row ${i}, "mine"` } : {}) }))),
        key: secret,
        headers,
      });
    const { lines } = await ask({ accept: '*/*' });
    expect(lines.slice(0, 4).map(({ ref }) => ref)).toEqual([
      undefined,
      'row 1, "mine"',
      undefined,
      'row 3, "mine"',
    ]);
    const csv = await ask({ accept: 'text/csv' });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const [head, ...rows] = cellsOf(csv.text);
    expect(head!.slice(0, 7)).toEqual([
      ...'index ref status credits error_code error_message'.split(' '),
      'uprn',
    ]);
    const told = rows.map((cells) => Object.fromEntries(head!.map((name, i) => [name, cells[i]])));
    expect(told.map(bareRow)).toEqual(lines.map((line) => bareRow(flatLine(line))));
    expect(lines.map(({ status }) => status).slice(0, 4)).toEqual([200, 404, 422, 200]);
    const once = lines.reduce((sum, { credits }) => sum + credits, 0);
    expect(await spent(account_id)).toMatchObject({ ledger: 2 * once, counted: 2 * once });
  });

  it('charges an input once under an Idempotency-Key, although its answer is computed again', async () => {
    const { secret, account_id } = await api.newKey({ plan: 'scale' });
    const body = ndjson((await homes(120)).map((uprn) => ({ uprn: String(uprn) })));
    const ask = (text: string) =>
      batch({
        query: '?operation=properties.get&meta=lean',
        body: text,
        key: secret,
        headers: { 'idempotency-key': 'rows of May' },
      });
    const spaced = await ask(body);
    expect(spaced.status).toBe(400);
    const again = () =>
      batch({
        query: '?operation=properties.get&meta=lean',
        body,
        key: secret,
        headers: { 'idempotency-key': 'rows-of-May' },
      });
    const first = await again();
    const paid = await spent(account_id);
    expect(paid.ledger).toBe(first.lines.reduce((sum, { credits }) => sum + credits, 0));
    expect(paid.rows).toBe(120);
    const second = await again();
    expect(second.lines.map(({ status, credits }) => [status, credits])).toEqual(Array(120).fill([200, 0]));
    const bare = (lines: Line[]) => lines.map(({ body: { meta: _, ...rest } }) => rest);
    expect(bare(second.lines)).toEqual(bare(first.lines));
    expect(await spent(account_id)).toEqual(paid);
    const other = await batch({
      query: '?operation=properties.get',
      body: ndjson([{ uprn: String(house.uprn), fields: ['epc'] }]),
      key: secret,
      headers: { 'idempotency-key': 'rows-of-May' },
    });
    expect(other.lines[0]!.error!.code).toBe('idempotency_key_reused');
    api.clock.advance(24 * 3600_000 + 1000);
    expect((await again()).lines[0]!.credits).toBeGreaterThan(0);
  });

  it('answers inputs while the credits last, refuses the rest, and keeps the ledger balanced', async () => {
    const { secret, account_id } = await api.newKey({ plan: 'scale', monthly_cap: 21 });
    const body = ndjson((await homes(30)).map((uprn) => ({ uprn: String(uprn) })));
    const { lines } = await batch({ query: '?operation=properties.get', body, key: secret });
    const answered = lines.filter(({ status }) => status === 200);
    const refused = lines.filter(({ status }) => status === 402);
    expect(answered.length).toBeGreaterThan(0);
    expect(answered.length + refused.length).toBe(30);
    expect(refused[0]!.error!.code).toBe('key_cap_reached');
    const sum = answered.reduce((total, { credits }) => total + credits, 0);
    expect(sum).toBeLessThanOrEqual(21);
    expect(await spent(account_id)).toMatchObject({ ledger: sum, counted: sum });
  });

  it('refuses only the broken lines', async () => {
    const good = JSON.stringify({ uprn: String(house.uprn) });
    const long = JSON.stringify({ uprn: 'x'.repeat(70_000) });
    const body = Buffer.concat([
      Buffer.from(`${good}\n{"uprn":\n\n${long}\n[1]\n{"uprn":"`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(`"}\n{"uprn":"\\u0000"}\n${good}`),
    ]);
    const { lines } = await batch({ query: '?operation=properties.get', body, key: api.testKey });
    expect(lines.map(({ index, status }) => [index, status])).toEqual([
      [0, 200],
      [1, 400],
      [2, 413],
      [3, 400],
      [4, 400],
      [5, 400],
      [6, 200],
    ]);
    expect(lines.every(({ credits }) => credits === 0)).toBe(true);
  });

  it.each([
    ['an unknown operation', '?operation=properties.gets', '{}', 'application/x-ndjson', 422],
    ['a free operation', '?operation=status.get', '{}', 'application/x-ndjson', 422],
    ['no operation', '', '{}', 'application/x-ndjson', 400],
    ['an unknown parameter', '?operation=properties.get&limit=3', '{}', 'application/x-ndjson', 422],
    ['an unknown value of meta', '?operation=properties.get&meta=full', '{}', 'application/x-ndjson', 422],
    ['an unknown type of body', '?operation=properties.get', '{}', 'text/plain', 415],
    [
      'a CSV with a column that is no parameter',
      '?operation=properties.get',
      'uprn,color\n1,2\n',
      'text/csv',
      422,
    ],
    [
      'a CSV without a column that every input needs',
      '?operation=addresses.match',
      'postcode\nXE1 1AA\n',
      'text/csv',
      400,
    ],
    [
      'a CSV with semicolons between its columns',
      '?operation=addresses.match',
      'address;postcode\na;b\n',
      'text/csv',
      422,
    ],
    [
      'a CSV in UTF-16',
      '?operation=properties.get',
      Buffer.from('\uFEFFuprn\n1\n', 'utf16le'),
      'text/csv',
      400,
    ],
    ['a JSON list', '', '[{"uprn":"1"}]', 'application/json', 400],
    ['a CSV with a column twice', '?operation=properties.get', 'uprn,uprn\n1,2\n', 'text/csv', 400],
    ['a CSV without a header', '?operation=properties.get', '', 'text/csv', 400],
    ['invalid JSON', '', '{', 'application/json', 400],
    ['JSON without items', '', '{"operation":"properties.get"}', 'application/json', 400],
    [
      'more than 1,000 items of JSON',
      '',
      JSON.stringify({ operation: 'properties.get', items: Array(1001).fill({}) }),
      'application/json',
      422,
    ],
  ])('with %s is refused as a whole', async (_, query, body, type, status) => {
    const answer = await batch({ query, body, type, key: api.testKey });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text).error.status).toBe(status);
  });

  it('names the refused parameter of its query', async () => {
    const refused = async (query: string) =>
      JSON.parse((await batch({ query, body: '{}', key: api.testKey })).text).error?.details;
    expect(await refused('?operation=properties.get&meta=full')).toEqual([
      { field: 'meta', issue: 'must be one of lean, whole' },
    ]);
    expect(await refused('?operation=properties.get&exclude_licences=ogl,ogl')).toEqual([
      { field: 'exclude_licences', issue: 'must not hold a value twice' },
    ]);
  });

  it('answers inputs as they arrive, and charges a client that leaves only for what was sent', async () => {
    const { secret, account_id } = await api.newKey({ plan: 'scale' });
    const uprns = await homes(400);
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (piece) => {
      received += piece.toString();
    });
    socket.on('error', () => {});
    const send = (uprn: number) => {
      const line = `${JSON.stringify({ uprn: String(uprn) })}\n`;
      socket.write(`${line.length.toString(16)}\r\n${line}\r\n`);
    };
    socket.write(
      `POST /v1/batch?operation=properties.get HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    send(uprns[0]!);
    while (!received.includes('"index":0')) await sleep(20);
    for (const uprn of uprns.slice(1)) send(uprn);
    while (!received.includes('"index":60')) await sleep(5);
    socket.destroy();
    const received_items = received.match(/"index":/g)!.length;
    let before = -1;
    let now = await spent(account_id);
    while (now.ledger !== before) {
      before = now.ledger;
      await sleep(400);
      now = await spent(account_id);
    }
    expect(now.ledger).toBe(now.counted);
    expect(now.rows).toBeLessThan(400);
    // The last lines handed to the connection may not have been read: at most two portions.
    expect(now.rows).toBeLessThanOrEqual(received_items + 100);
  });

  it('uses the caches of single calls, so that nothing is stored twice in memory', async () => {
    const path = `/addresses/search?q=${encodeURIComponent(house.address)}`;
    expect((await api.call(path, { key: api.testKey })).status).toBe(200);
    const { rows } = await database.db.query('select documents from address_index_state');
    const count = (documents: number) =>
      database.db.query('update address_index_state set documents = $1', [documents]);
    // Without a new version the dictionary of the first call stays in use; if it were read now it would be empty.
    await count(0);
    try {
      const { lines } = await batch({
        query: '?operation=addresses.search',
        body: JSON.stringify({ q: house.address }),
        key: api.testKey,
      });
      expect(lines[0]!.body.results[0].uprn).toBe(Number(house.uprn));
    } finally {
      await count(rows[0].documents);
    }
  });

  it('deducts nothing from a test key, and counts each input as a call of its operation', async () => {
    const { secret, account_id } = await api.newKey({ plan: 'scale', mode: 'test' });
    const { lines } = await batch({
      query: '?operation=properties.get',
      body: ndjson((await homes(3)).map((uprn) => ({ uprn: String(uprn) }))),
      key: secret,
    });
    expect(lines.map(({ status, credits }) => [status, credits])).toEqual(Array(3).fill([200, 0]));
    expect(await spent(account_id)).toEqual({ ledger: 0, counted: 0, rows: 0 });
    const { body } = await api.call('/account/usage', { key: secret });
    expect(JSON.stringify(body)).toContain('"properties.get"');
    const { rows } = await database.db.query(
      `select operation, calls::int from usage_days u join api_keys k on k.id = u.key_id where k.account_id = $1 and operation = 'properties.get'`,
      [account_id],
    );
    expect(rows).toEqual([{ operation: 'properties.get', calls: 3 }]);
  });

  it('ends with the notices of all licences if they are requested, and leaves excluded licences out of every line', async () => {
    const fields = ['address', 'epc', 'last_sold_price'];
    const items = (await homes(70)).map((uprn) => ({ uprn: String(uprn), fields }));
    const ask = (query: string) =>
      batch({ query: `?operation=properties.get${query}`, body: ndjson(items), key: api.testKey });
    const whole = await ask('&notice=true');
    const { licences } = JSON.parse(whole.text.trimEnd().split('\n').at(-1)!);
    const sources: { id: string }[] = whole.lines.slice(0, 70).flatMap(({ body }) => body.meta.sources);
    const named = licences.flatMap((one: { sources: string[] }) => one.sources);
    expect(named.sort()).toEqual([...new Set(sources.map(({ id }) => id))].sort());
    const { lines } = await ask('&exclude_licences=operator,royal_mail,other');
    expect(lines.every(({ body }) => body.last_sold_price === null)).toBe(true);
    expect(lines[0]!.body.excluded_licences).toHaveLength(3);
    expect((await ask('&exclude_licences=none')).status).toBe(422);
  });

  it('answers other methods with 405', async () => {
    const answer = await api.call('/batch');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });
});
