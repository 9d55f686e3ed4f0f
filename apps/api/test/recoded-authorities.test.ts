import { derivePending } from '@domesday/builds/load';
import { exampleCall, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

// A district whose code changed: the directory of postcodes has the former code, all other publishers the present one.
const MADE_UP = 'E06999001';
const FORMER = 'E08000019';
const PRESENT = 'E08000039';
const BY_THE_DIRECTORY = [
  ['crime_areas', 'area_code'],
  ['broadband_areas', 'area_code'],
  ['area_coverage', 'authority_code'],
] as const;
const BY_OTHERS = [
  ['area_figures', 'area_code'],
  ['deprivation_areas', 'area_code'],
  ['hmo_registers', 'authority_code'],
  ['hmo_licences', 'authority_code'],
  ['house_price_index', 'area_code'],
  ['planning_applications', 'authority_code'],
  ['planning_authorities', 'authority_code'],
  ['private_rents', 'area_code'],
] as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await sandboxDatabase();
});
afterAll(() => database?.drop());

const calls = operationTable
  .filter(({ id }) => /^(properties.get|valuations|prices|rents|location|planning|listings|risks)/.test(id))
  .map((entry) => ({ id: entry.id, ...exampleCall(entry) }));

async function answers(): Promise<Map<string, unknown>> {
  const api = await startTestApi(database);
  const told = new Map<string, unknown>();
  for (const { id, path, body } of calls) {
    const { status, text } = await api.call(path, body === undefined ? {} : { body });
    const lasting = text
      .replaceAll(/"(request_id|dataset_release|source_checked_at)":"[^"]*",?/g, '')
      .replaceAll(FORMER, MADE_UP);
    told.set(id, { status, ...JSON.parse(lasting.replaceAll(PRESENT, MADE_UP)) });
  }
  await api.close();
  return told;
}

it('gives the same answers for a district if some publishers have not adopted its new code', async () => {
  const before = await answers();
  const { rows } = await database.db.query<{ name: string }>(
    `select c.table_name::text as name from information_schema.columns c join information_schema.tables t
         using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'local_authority_code' and t.table_type = 'BASE TABLE'`,
  );
  const directory = [...rows.map(({ name }) => [name, 'local_authority_code'] as const), ...BY_THE_DIRECTORY];
  for (const [tables, code] of [
    [directory, FORMER],
    [BY_OTHERS, PRESENT],
  ] as const)
    for (const [table, column] of tables)
      await database.db.query(`update ${table} set ${column} = $1 where ${column} = $2`, [code, MADE_UP]);
  await database.db.query(
    `insert into local_authorities (code, name, source)
     select c, name, source from local_authorities, unnest($2::text[]) c where code = $1`,
    [MADE_UP, [FORMER, PRESENT]],
  );
  await database.db.query("delete from derived_builds where name = 'listings'");
  expect(await derivePending(database.db)).toContain('listings');
  const after = await answers();
  expect(Object.fromEntries(after)).toEqual(Object.fromEntries(before));
});

it('finds a district by its former and its present code, whichever the directory of postcodes uses', async () => {
  const api = await startTestApi(database);
  const job = { operation: 'properties.get', quote: true };
  const told = await Promise.all(
    [FORMER, PRESENT].map(async (local_authority) => {
      const quote = await api.call('/jobs', { body: { ...job, area: { local_authority } } });
      const page = await fetch(`${new URL(api.url).origin}/portal/authorities/${local_authority}/rents`, {
        headers: { authorization: `Bearer ${api.testKey}` },
      });
      const { meta } = (await page.json()) as { meta?: { geography: unknown } };
      return [quote.status, quote.body.items, page.status, meta?.geography];
    }),
  );
  await api.close();
  expect(told[0]).toEqual([200, expect.any(Number), 200, expect.any(Object)]);
  expect(told[0]![1]).toBeGreaterThan(0);
  expect(told[1]).toEqual(told[0]);
});

it('lists for either code of a district all of its changes, each once over all pages', async () => {
  const { rows } = await database.db.query<{ seq: number }>('select last_seq as seq from change_head');
  for (const [code, was] of [
    [FORMER, null],
    [PRESENT, FORMER],
    [MADE_UP, PRESENT],
    [MADE_UP, null],
  ])
    await database.db.query(
      `with taken as (update change_head set last_seq = last_seq + 1 returning last_seq)
       insert into changes (seq, load_id, dataset, change, changed_at, authority_code, was_authority_code)
       select last_seq, (select max(id) from dataset_loads), 'planning-applications', 'changed', now(), $1, $2
         from taken`,
      [code, was],
    );
  const api = await startTestApi(database);
  const since = Number(rows[0]!.seq);
  const read = async (area: string) => {
    const seqs: number[] = [];
    for (let from = since, more = true; more; ) {
      const { body } = await api.call(`/changes?area=${area}&since=${from}&limit=2`);
      seqs.push(...body.changes.map(({ seq }: { seq: number }) => seq - since));
      ({ next_cursor: from, more } = body);
    }
    return seqs;
  };
  const told = [await read(FORMER), await read(PRESENT), await read(MADE_UP)];
  await api.close();
  expect(told).toEqual([
    [1, 2, 3],
    [1, 2, 3],
    [3, 4],
  ]);
});
