import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

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

it('never gives an inferred type a probability of 1, however many homes nearby share it', async () => {
  const { rows } = await database.db.query(
    `select a.uprn::text from addresses a
      where not exists (select from sales s where s.uprn = a.uprn)
        and not exists (select from energy_certificates c where c.uprn = a.uprn)
        and a.address ~ '^(FLAT|APARTMENT) ' and a.country <> 'Scotland' order by a.uprn limit 80`,
  );
  const probabilities: number[] = [];
  for (const { uprn } of rows) {
    const { status, body } = await api.call(`/valuations/${uprn}/sale`);
    if (status !== 200) continue;
    const { source, probability } = body.subject.property_type;
    if (source === 'inferred') probabilities.push(probability);
  }
  expect(Math.max(...probabilities)).toBe(0.999);
});
