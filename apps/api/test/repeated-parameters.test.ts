import { sandboxSamples } from '@domesday/sandbox';
import { exampleCall, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestSchemaOf } from '../src/http/check/operation-schema.ts';

let database: TestDatabase;
let api: TestApi;
let job: string;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  const { body } = await api.call('/jobs', { key: api.liveKey, body: JOB });
  job = body.id;
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const { uprn } = sandboxSamples().house;
const ITEMS = { operation: 'properties.get', items: [{ uprn }] };
const JOB = { ...ITEMS, credit_ceiling: 5 };

const call = (path: string, body?: unknown) =>
  api.call(path, { key: api.liveKey, ...(body ? { body } : {}) });

const bodyOf = (id: string) => exampleCall(operationTable.find((entry) => entry.id === id)!).body;

/** Paths that are not operations of the contract read their query themselves. */
const CALLS: [path: string, twice: string, body?: unknown][] = [
  ['/batch', 'exclude_licences=ogl&exclude_licences=operator', ITEMS],
  ['/batch', 'meta=lean&meta=whole', ITEMS],
  ['/jobs', 'quote=true&quote=false', JOB],
  ['/jobs', 'limit=1&limit=2'],
  ['/jobs/JOB/results', 'format=csv&format=geojson'],
  ['/jobs/JOB/results', 'from=0&from=1'],
  ['/changes', 'since=0&since=1'],
  ['/properties/within', 'exclude_licences=ogl&exclude_licences=operator', { polygon: {} }],
];

it.each(CALLS)('%s refuses %s instead of using only one of them', async (path, twice, body) => {
  const { status, body: refused } = await call(`${path.replace('JOB', job)}?${twice}`, body);
  expect([status, refused.error?.code, refused.error?.details]).toEqual([
    422,
    'invalid_parameter',
    [{ field: twice.split('=')[0], issue: expect.stringMatching(/^is given more than once/) }],
  ]);
});

const LISTS = operationTable.flatMap((entry) =>
  requestSchemaOf(entry)
    .parameters.filter((p) => p.in === 'query' && p.schema?.type === 'array')
    .map(({ name }): [string, string] => [entry.id, name]),
);

it.each(LISTS)('%s says how to write the list %s if it is repeated or has brackets', async (id, name) => {
  const { path } = exampleCall(operationTable.find((entry) => entry.id === id)!);
  const [bare] = path.split('?');
  const told = async (query: string) => (await call(`${bare}?${query}`, bodyOf(id))).body.error?.details[0];
  const commas = 'takes its values once, separated by commas';
  expect(await told(`${name}=a&${name}=b`)).toEqual({
    field: name,
    issue: `is given more than once: it ${commas}`,
  });
  for (const brackets of [`${name}[]`, `${name}[0]`])
    expect(await told(`${encodeURIComponent(brackets)}=a`)).toEqual({
      field: brackets,
      issue: `is not known here: "${name}" ${commas}`,
    });
});

describe('a list of licences', () => {
  it.each(['ogl,operator', 'ogl,%20operator', ',ogl,operator,', ''])(
    'written as "%s" is read by a batch like by a single call',
    async (list) => {
      const single = await call(`/properties/${uprn}?exclude_licences=${list}`);
      const { text } = await call(`/batch?exclude_licences=${list}`, ITEMS);
      const { status, body, error } = JSON.parse(text);
      expect([status, body?.excluded_licences, error?.code]).toEqual([
        single.status,
        single.body.excluded_licences,
        single.body.error?.code,
      ]);
    },
  );
});

it('refuses an empty index from which results should begin', async () => {
  expect((await call(`/jobs/${job}/results?from=`)).status).toBe(422);
});
