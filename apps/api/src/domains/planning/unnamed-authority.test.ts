import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
let api: TestApi;
let uprn: string;
beforeAll(async () => {
  database = await sandboxDatabase();
  const { rows } = await database.db.query(
    "select uprn from addresses where postcode like 'XE1 %' order by uprn limit 1",
  );
  uprn = String(rows[0].uprn);
  await database.db.query('truncate local_authorities; update hmo_registers set authority_name = null');
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

it.each([
  ['/planning/hmo-register?outcode=XE1&status=any', 'authority.name'],
  ['/properties/UPRN?fields=local_authority', 'local_authority.name'],
])('%s says why an authority has no name', async (path, field) => {
  const { status, body } = await api.call(path.replace('UPRN', uprn));
  expect([status, body.error]).toEqual([200, undefined]);
  const authority = body.local_authority ?? body.coverage[0].authority;
  expect(authority).toEqual({ code: expect.stringMatching(/^E0/), name: null });
  const told = body.meta.warnings.filter((one: { field: string }) => one.field === field);
  expect(told).toEqual([expect.objectContaining({ code: 'not_recorded' })]);
  expect(told[0].message).toContain(authority.code);
});
