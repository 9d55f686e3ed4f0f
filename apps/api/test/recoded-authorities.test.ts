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

it('tells of a district the same where publishers have not all adopted its new code', async () => {
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
