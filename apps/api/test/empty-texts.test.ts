import { exampleCall, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type JsonSchema, requestSchemaOf } from '../src/http/check/operation-schema.ts';

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

/** Texts without content: blanks of several kinds, invisible characters, punctuation. */
const NOTHING = ['   ', '\u00a0\u00a0\u00a0', '\u200b\u200b\u200b', '\u0001\u0002\u0003', '\t\t\t', '-.,'];

const isFree = (schema?: JsonSchema) =>
  schema?.type === 'string' && !('enum' in schema) && !('pattern' in schema);
/** Each text input of an operation, with the call in which it is replaced. */
const texts = operationTable
  .filter(({ credits }) => credits > 0)
  .flatMap((entry) => {
    const { parameters, body } = requestSchemaOf(entry);
    const { path, body: sent } = exampleCall(entry);
    const [address, query] = path.split('?');
    const inQuery = parameters
      .filter((p) => p.in === 'query' && isFree(p.schema))
      .map(({ name }) => ({
        name: `${name} of ${entry.id}`,
        call: (text: string) => {
          const search = new URLSearchParams(query);
          search.set(name, text);
          return { path: `${address}?${search}`, body: sent };
        },
      }));
    const inBody = Object.entries(body?.properties ?? {})
      .filter(([, schema]) => isFree(schema))
      .map(([name]) => ({
        name: `${name} of ${entry.id}`,
        call: (text: string) => ({ path, body: { ...(sent as object), [name]: text } }),
      }));
    return [...inQuery, ...inBody];
  });

it.each(texts)('refuses a text without a letter or digit as $name, free', async ({ call }) => {
  for (const text of NOTHING) {
    const { path, body } = call(text);
    api.clock.advance(1000);
    const answer = await api.call(path, body === undefined ? {} : { body });
    expect([text, answer.status], answer.text).toEqual([text, expect.toBeOneOf([400, 404, 422])]);
    expect(answer.body.error.message).toMatch(/\w/);
  }
});

it('refuses a watch whose purpose has no letters or digits', async () => {
  const { body: hook } = await api.call('/webhooks', { body: { url: 'https://example.org/hooks' } });
  const watch = { webhook_id: hook.id, outcode: 'XE1', events: ['sold'], ends_on: '2027-06-30' };
  for (const purpose of [...NOTHING, ' a ']) {
    const { status, body } = await api.call('/watches', { body: { ...watch, purpose } });
    expect([purpose, status, body.error?.details[0].field]).toEqual([purpose, 422, 'purpose']);
  }
  expect((await api.call('/watches', { body: { ...watch, purpose: 'May' } })).status).toBe(201);
});
