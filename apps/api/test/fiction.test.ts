import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '@domesday/builds/load';
import { sandboxSamples } from '@domesday/sandbox';
import {
  exampleCall,
  loadSandbox,
  operationTable,
  sandboxDatabase,
  type TestDatabase,
} from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Fictional and real data are never served together: the first real load removes the fictional country.
let database: TestDatabase;
let api: TestApi;
let home: string;
const { house } = sandboxSamples();
/** What the terms of real publishers say, and no fictional source. */
const REAL_TERMS =
  /Contains |Crown copyright|Open Government Licence|Creative Commons|Open Database|OGL|ODbL/;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  home = await mkdtemp(join(tmpdir(), 'domesday-fiction-'));
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
  if (home) await rm(home, { recursive: true, force: true });
});

it.each(operationTable)(
  '$id says that a fictional country answers, in meta and in a header',
  async (entry) => {
    const { path, body } = exampleCall(entry);
    const answer = await api.call(path, body === undefined ? {} : { body });
    expect(answer.headers.get('x-fictional-country'), answer.text).toBe('true');
    expect(answer.body.meta.fictional).toBe(true);
    for (const { id, name, publisher, licence, attribution } of answer.body.meta.sources) {
      expect(name, id).toMatch(/, made up$/);
      expect(publisher, id).toMatch(/^None: made up in the layout of /);
      expect(licence, id).toBe('None needed: made up');
      expect(attribution, id).toMatch(/^Made up in the layout of .*, who has published none of it\.$/);
    }
    if (entry.id !== 'status.get') expect(answer.text).not.toMatch(REAL_TERMS);
  },
);

it('says it in the lean form too, which models get, and with an answer that is stored', async () => {
  const path = `/properties/${house.uprn}?meta=lean`;
  const headers = { 'Idempotency-Key': 'made-up' };
  for (const replayed of [null, 'true']) {
    const answer = await api.call(path, { headers });
    expect(answer.headers.get('idempotency-replayed')).toBe(replayed);
    expect(answer.headers.get('x-fictional-country')).toBe('true');
    expect(answer.body.meta.fictional).toBe(true);
  }
});

it('says in the status, too, that no publisher has made what is served', async () => {
  const { body } = await api.call('/status');
  const served = body.datasets.filter((one: { rows: number }) => one.rows > 0);
  expect(served.length).toBeGreaterThan(40);
  for (const { id, name, licence, attribution } of served) {
    expect(`${name} ${licence} ${attribution}`, id).not.toMatch(REAL_TERMS);
    expect(name, id).toMatch(/, made up$/);
    expect(attribution, id).toMatch(/^Made up in the layout of /);
  }
});

it('leaves the fictional country with the first real load, and keeps keys and what they used', async () => {
  const { secret, account_id } = await api.newKey();
  expect((await api.call(`/properties/${house.uprn}`, { key: secret })).status).toBe(200);
  const file = join(home, 'code-point-made-up.csv');
  await writeFile(file, '"XQ9 9XX",10,530000,180000,"E92000001","","E18999001","","E09000001","E05000001"\n');
  const result = await load(database.db, 'code-point-open', [file], { home });
  expect(result.left_fiction).toBe(true);

  const { rows: filled } = await database.db.query(
    `select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from public.%I', c.relname), false, true, '')))[1]::text::int > 0
     order by 1`,
  );
  const names = filled.map((row) => row.name as string);
  for (const gone of [
    'sales',
    'house_price_index',
    'energy_certificates',
    'schools',
    'areas',
    'valuation_builds',
  ])
    expect(names).not.toContain(gone);
  expect(names).toContain('postcodes');
  const { rows: loads } = await database.db.query('select dataset from dataset_loads');
  expect(loads).toEqual([{ dataset: 'code-point-open' }]);

  api.clock.advance(5000);
  const answer = await api.call(`/properties/${house.uprn}`, { key: secret });
  expect([answer.status, answer.body.error.code]).toEqual([404, 'uprn_not_found']);
  expect(answer.headers.get('x-fictional-country')).toBeNull();
  const account = await api.call('/account', { key: secret });
  expect(account.body.meta.fictional).toBe(false);
  const { rows: used } = await database.db.query(
    'select sum(credits)::int as credits from ledger where account_id = $1',
    [account_id],
  );
  expect(used[0].credits).toBe(1);
});

it('refuses the fictional country beside real data', async () => {
  await expect(loadSandbox(database.db, { home, datasets: ['onspd'] })).rejects.toThrow('beside real data');
});
