import { sandboxSamples } from '@domesday/sandbox';
import { exampleCall, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

// What is made up says so in every answer.
let database: TestDatabase;
let api: TestApi;
const { house } = sandboxSamples();
/** Terms that only real publishers state, and no fictional source. */
const REAL_TERMS =
  /Contains |Crown copyright|Open Government Licence|Creative Commons|Open Database|OGL|ODbL/;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

it.each(operationTable)('$id says that its answer is fictional, in meta and in a header', async (entry) => {
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
});

it('says so in lean answers and in replayed answers too', async () => {
  const path = `/properties/${house.uprn}?meta=lean`;
  const headers = { 'Idempotency-Key': 'made-up' };
  for (const replayed of [null, 'true']) {
    const answer = await api.call(path, { headers });
    expect(answer.headers.get('idempotency-replayed')).toBe(replayed);
    expect(answer.headers.get('x-fictional-country')).toBe('true');
    expect(answer.body.meta.fictional).toBe(true);
  }
});

it('says in the status that no publisher made the served data', async () => {
  const { body } = await api.call('/status');
  const served = body.datasets.filter((one: { rows: number }) => one.rows > 0);
  expect(served.length).toBeGreaterThan(40);
  for (const { id, name, licence, attribution } of served) {
    expect(`${name} ${licence} ${attribution}`, id).not.toMatch(REAL_TERMS);
    expect(name, id).toMatch(/, made up$/);
    expect(attribution, id).toMatch(/^Made up in the layout of /);
  }
});
