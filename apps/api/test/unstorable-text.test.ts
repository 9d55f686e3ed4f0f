import { exampleCall, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const isText = (schema?: JsonSchema) =>
  schema?.type === 'string' || schema?.allOf?.[0]?.type === 'string' || schema?.items?.type === 'string';

describe.each(operationTable)('$id', (entry) => {
  const { parameters, body } = requestSchemaOf(entry);
  const example = exampleCall(entry);
  const inQuery = parameters.filter((p) => p.in === 'query' && isText(p.schema)).map((p) => p.name);
  const inPath = parameters.filter((p) => p.in === 'path').map((p) => p.name);
  const inBody = Object.entries(body?.properties ?? {}).flatMap(([name, schema]) =>
    isText(schema) ? [name] : [],
  );

  it('refuses a NUL in each text of its query and path with a 400 that names the parameter', async () => {
    const [path, query] = example.path.split('?');
    for (const name of inQuery) {
      const search = new URLSearchParams(query);
      search.set(name, 'XE1\u0000 1AA');
      const answer = await api.call(`${path}?${search}`, example.body ? { body: example.body } : {});
      expect([answer.status, answer.body.error.code], answer.text).toEqual([400, 'malformed_request']);
      expect(answer.body.error.details[0].field).toBe(name);
    }
    for (const name of inPath) {
      const answer = await api.call(entry.path.replace(`{${name}}`, '1%002'));
      expect([answer.status, answer.body.error.details[0].field], answer.text).toEqual([400, name]);
    }
  });

  it.runIf(body)(
    'refuses a NUL and half a surrogate pair in each text of its body, and in a name',
    async () => {
      for (const text of ['a\u0000b', 'a\ud800b']) {
        for (const name of inBody) {
          const asked = { ...(example.body as object), [name]: text };
          const answer = await api.call(example.path, { body: asked });
          expect([answer.status, answer.body.error.details[0].field], answer.text).toEqual([400, name]);
        }
        const answer = await api.call(example.path, { body: { ...(example.body as object), [text]: 1 } });
        expect(answer.status, answer.text).toBe(400);
      }
    },
  );
});

it('says in words what a value must be, not in terms of the validator', async () => {
  const issues = async (path: string) =>
    (await api.call(path)).body.error.details.map((d: { issue: string }) => d.issue);
  expect(await issues('/properties/12a')).toEqual(['must be 1 to 12 digits']);
  expect(await issues('/property/title/---')).toEqual([
    'must be up to 3 letters followed by 1 to 6 digits, or 1 to 6 digits followed by Z or T',
  ]);
  expect(await issues('/addresses/search?q=x')).toEqual(['must have 2 to 200 characters']);
  for (const text of ['   ', '..', '++', '-,', '\u200b\u200b', '£%'])
    expect([text, await issues(`/addresses/search?q=${encodeURIComponent(text)}`)]).toEqual([
      text,
      ['must have at least 2 characters besides spaces, one a letter or digit'],
    ]);
  expect(await issues('/listings?listing_type=sale&outcode=XE1&limit=1e999')).toEqual([
    'must be a whole number from 1 to 100',
  ]);
  expect(await issues('/account/usage?from=2026-02-30')).toEqual(['must be a day such as 2026-01-31']);
  expect(await issues('/listings?listing_type=swap&outcode=XE1')).toEqual(['must be one of sale, rent']);
});

it('truncates a text that it repeats between two characters, since not every client can read half of one', async () => {
  const crs = (name: string) => ({ type: 'name', properties: { name } });
  const polygon = (name: string) =>
    JSON.stringify({ type: 'Polygon', coordinates: [[[0, 51], [1, 51], [1, 52], [0, 51]]], crs: crs(name) }); // biome-ignore format: a ring
  for (const length of [19, 39, 59]) {
    const text = `${'x'.repeat(length)}\u{1f600}x`;
    const written = encodeURIComponent(text);
    const answers = [
      await api.call(`/properties/998000000001?fields=${written}`),
      await api.call(`/prices/market?outcode=XE1&${written}=1`),
      await api.call(`/prices/market?polygon=${encodeURIComponent(polygon(text))}`),
    ];
    for (const answer of answers) {
      expect([400, 422], answer.text).toContain(answer.status);
      expect(answer.text).toContain('x'.repeat(19));
      expect(answer.text).not.toMatch(/\\ud[89a-f]/i);
    }
  }
});
