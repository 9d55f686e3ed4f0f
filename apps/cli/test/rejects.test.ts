import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunningApi, startApi } from '@domesday/api';
import { createAccount, createKey } from '@domesday/api/accounts';
import { LoadError } from '@domesday/builds';
import { type Scratch, scratch } from '@domesday/testing/scratch';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domesday as run } from './domesday.ts';

let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());

async function domesday(...args: string[]): Promise<string> {
  const { code, out, err } = await run(args, { DATABASE_URL: s.database.url, DOMESDAY_HOME: s.folder });
  expect([code, code === 0 || err]).toEqual([0, true]);
  return out;
}

// Made-up sales, some of them with the name of a person in the wrong column.
const guid = (n: number) => `{00000000-0000-0000-0000-${String(n).padStart(12, '0')}}`;
const sale = (n: number, price: string, type = 'T', day = '2024-01-05') =>
  `"${guid(n)}","${price}","${day} 00:00","XE1 1AA","${type}","N","F","${n}","","COD LANE","","XTON","XTON","XSHIRE","A","A"\n`;
const good = (from: number, n: number) =>
  Array.from({ length: n }, (_, i) => sale(from + i, '100000')).join('');

it('domesday rejects prints line, text and reason of each refused row, and the end of a load counts the reasons', async () => {
  const path = join(s.folder, 'pp-made-up.csv');
  await writeFile(
    path,
    good(1, 3) + sale(10, 'Ann Example') + sale(11, 'Bob Example') + sale(12, '5', 'Q') + good(20, 2),
  );
  const said = await domesday('load', 'price-paid', path);
  expect(said).toContain('8 rows read, 3 refused, 5 published');
  expect(said).toMatch(
    /2 {2}The price "…" is not a whole number of pounds\.\n.*1 {2}The property type "…" is not/,
  );
  expect(said).not.toContain('Example');

  const told = JSON.parse(await domesday('rejects', 'price-paid', '--json'));
  expect(told).toMatchObject({ dataset: 'price-paid', status: 'published', rows_read: 8, rows_rejected: 3 });
  expect(told.reasons).toEqual([
    { reason: 'The price "…" is not a whole number of pounds.', rows: 2 },
    { reason: 'The property type "…" is not one of D, S, T, F, O.', rows: 1 },
  ]);
  expect(told.rows.map((row: { line: number; reason: string }) => `${row.line} ${row.reason}`)).toEqual([
    '4 The price "Ann Example" is not a whole number of pounds.',
    '5 The price "Bob Example" is not a whole number of pounds.',
    '6 The property type "Q" is not one of D, S, T, F, O.',
  ]);
  expect(told.rows[0].text).toContain('COD LANE');
  const shown = await domesday('rejects', 'price-paid', '--limit', '1');
  expect(shown).toContain('3 of 8 rows were refused');
  expect(shown).toContain('Ann Example');
  expect(shown).not.toContain('Bob Example');
});

it('a load of an unchanged file says if later loads may have changed its rows', async () => {
  const [first, later] = [join(s.folder, 'pp-first.csv'), join(s.folder, 'pp-later.csv')];
  await writeFile(first, good(100, 2));
  await writeFile(later, good(100, 1));
  await domesday('load', 'price-paid', first);
  expect(await domesday('load', 'price-paid', first)).not.toContain('--force');
  await domesday('load', 'price-paid', later);
  expect(await domesday('load', 'price-paid', first)).toContain('--force loads it once more');
});

it('a load stores the text of at most 10,000 refused rows, each cut to 1,000 bytes, and counts them all', async () => {
  const long = `"${'x'.repeat(3000)}"`;
  const bad = Array.from({ length: 10_050 }, (_, i) => sale(1000 + i, 'none').replace('"XTON"', long)).join(
    '',
  );
  const result = await s.loadText('price-paid', good(500, 5) + bad, { force: true });
  expect(result.rows_rejected).toBe(10_050);
  expect(result.reject_reasons).toEqual([
    { reason: 'The price "…" is not a whole number of pounds.', rows: 10_050 },
  ]);
  const [kept] = await s.rows(
    'select count(*) as rows, max(octet_length(raw)) as bytes from dataset_rejects where load_id = $1',
    [result.load_id],
  );
  expect(kept.rows).toBe(10_000);
  expect(kept.bytes).toBeLessThanOrEqual(1000);
});

it('the content of a refused row appears in no log, no recorded check or failure, and no answer of the API', async () => {
  const said: string[] = [];
  const write = { write: (line: string) => said.push(line) };
  const files: [dataset: string, text: string, mapping?: Record<string, unknown>][] = [
    ['price-paid', good(900, 1) + sale(901, 'Ann Example')],
    [
      'address-list',
      'UPRN,ADDRESS,POSTCODE\nAnn Example,1 Cod Lane,XE1 1AA\n998000000001,2 Cod Lane,XE1 1AA\n',
    ],
    ['brma-lookup', 'postcode,brma_code,brma\nAnn Example,1,Ann Example\n'],
    ['airbnb-reviews', 'listing_id,date\nAnn Example,2024-01-01\n1,Ann Example\n'],
    [
      'listings-csv',
      'reference,listing_type,price,address\n1,Ann Example,1,2 Cod Lane\n2,sale,-7,Ann Example\n',
    ],
    [
      'hmo-register',
      'No,Where,Holder,Issued\n1,1 Cod Lane XE1 1AA,Ann Example,Ann Example\n',
      {
        local_authority_code: 'E06999001',
        columns: { address: 'Where', licence_number: 'No', issued_on: 'Issued' },
      },
    ],
  ];
  for (const [dataset, text, mapping] of files) {
    const failed = await s
      .loadText(dataset, text, mapping ? { mapping } : {})
      .catch((error: unknown) => error);
    if (failed instanceof Error) {
      expect(failed).toBeInstanceOf(LoadError);
      expect(failed.message).not.toContain('Example');
    }
  }
  const kept = await s.rows(`select count(distinct l.dataset) as datasets
    from dataset_rejects r join dataset_loads l on l.id = r.load_id where r.raw like '%Ann Example%'`);
  expect(kept[0].datasets).toBe(files.length);
  expect(JSON.stringify(await s.rows('select * from dataset_loads'))).not.toContain('Example');

  const config = { host: '127.0.0.1', port: 0, database_url: s.database.url, pool_size: 2 };
  const api: RunningApi = await startApi(
    { ...config, log_level: 'debug', statement_timeout_ms: 30_000, redis_url: null },
    { log: pino({ level: 'debug' }, write) },
  );
  try {
    const account_id = await createAccount(s.database.db, 'test account', 'scale');
    const { secret } = await createKey(s.database.db, { account_id, mode: 'test' });
    const headers = { Authorization: `Bearer ${secret}` };
    const loads = await s.rows('select id from dataset_loads order by id');
    const paths = ['/v1/status', '/portal/loads', ...loads.map(({ id }) => `/portal/loads/${id}/rejects`)];
    for (const path of paths) {
      const answer = await fetch(`${new URL(api.url).origin}${path}`, { headers });
      expect(answer.status).toBe(200);
      expect(await answer.text()).not.toContain('Example');
    }
  } finally {
    await api.close();
  }
  expect(said.join('')).not.toContain('Example');
});
