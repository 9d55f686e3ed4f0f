import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { besideOperations } from '../src/http/check/beside-operations.ts';
import { type JsonSchema, requestSchemaOf } from '../src/http/check/operation-schema.ts';

let database: TestDatabase;
let api: TestApi;
let job: string;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  const items = [{ uprn: String(sandboxSamples().house.uprn) }];
  job = (await api.call('/jobs', { body: { operation: 'properties.get', items } })).body.id;
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const READ_ELSEWHERE = ['batch.run', 'jobs.create', 'jobs.list', 'jobs.results', 'properties.within'];
const operations = besideOperations.filter(({ id }) => READ_ELSEWHERE.includes(id));

/** Values that a schema does not allow. */
function wrongFor({ type, enum: allowed, minimum, maximum, items }: JsonSchema): string[] {
  if (type === 'array') return wrongFor(items!);
  if (allowed) return ['nothing-of-ours', `${allowed[0]}x`];
  if (type === 'boolean') return ['2', 'perhaps'];
  if (type === 'integer') return ['1.5', 'many', String(minimum! - 1), String(maximum! + 1)];
  return [];
}

const wrong = operations.flatMap((operation) =>
  requestSchemaOf(operation).parameters.flatMap(({ name, in: place, schema }) =>
    place === 'query' ? wrongFor(schema!).map((value) => ({ operation, name, value })) : [],
  ),
);

it.each(wrong)('refuses $name=$value of $operation.id, as the contract does', async (asked) => {
  const { operation, name, value } = asked;
  const path = `${operation.path.replace('{id}', job)}?${name}=${value}`;
  const body = operation.method === 'post' ? {} : undefined;
  const { status, body: answer } = await api.call(path, { method: operation.method.toUpperCase(), body });
  expect([status, answer.error?.details[0].field.split('.')[0]]).toEqual([422, name]);
});

it('tests such values for every operation whose body is read separately', () => {
  expect(new Set(wrong.map(({ operation }) => operation.id))).toEqual(new Set(READ_ELSEWHERE));
});
