import { resolve } from 'node:path';
import document from '@domesday/contract/openapi.json' with { type: 'json' };
import {
  departures,
  exampleCall,
  operationTable,
  sandboxDatabase,
  type TestDatabase,
} from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// `npm run generate:examples` writes the answers of the sandbox into openapi/; this test compares them.
const root = resolve(import.meta.dirname, '../../..');
const FORMS: Record<string, { format: string; ending: string }> = {
  'application/json': { format: 'json', ending: 'example.json' },
  'text/csv': { format: 'csv', ending: 'csv.example.json' },
  'application/geo+json': { format: 'geojson', ending: 'geojson.example.json' },
};

interface Answer {
  content: Record<string, { examples?: Record<string, { $ref?: string; value?: unknown }> }>;
}
const paths = document.paths as unknown as Record<string, Record<string, { responses: { 200: Answer } }>>;

const cases = operationTable.flatMap((entry) =>
  // A file of the list that the JSON example shows has no example of its own.
  Object.entries(paths[entry.path]![entry.method]!.responses[200].content)
    .filter(([media, { examples }]) => media === 'application/json' || examples)
    .map(([media]) => ({ entry, media })),
);

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

describe.each(cases)('$entry.id as $media', ({ entry, media }) => {
  const { format, ending } = FORMS[media]!;
  const [domain, action] = entry.id.split('.') as [string, string];
  const file = resolve(root, 'openapi', domain, `${action.replaceAll('_', '-')}.${ending}`);

  it('answers with the example in the contract', async () => {
    const { secret } = await api.newKey();
    const { path, body } = exampleCall(entry);
    const asked = format === 'json' ? path : `${path}${path.includes('?') ? '&' : '?'}format=${format}`;
    api.clock.set('2026-11-15T12:00:00.000Z');
    const answer = await api.call(asked, { key: secret, ...(body === undefined ? {} : { body }) });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers.get('content-type')).toContain(media);
    if (format === 'json') expect(departures(entry, 200, answer.body)).toEqual([]);
    const value = steady(answer.body ?? answer.text);
    const example = { summary: `The answer of the sandbox to ${entry.method.toUpperCase()} ${asked}`, value };
    await expect(`${JSON.stringify(example, null, 2)}\n`).toMatchFileSnapshot(file);
  });

  it('has its example in the served contract', () => {
    const { examples } = paths[entry.path]![entry.method]!.responses[200].content[media]!;
    expect(Object.values(examples ?? {})).toHaveLength(1);
  });
});

/** Replaces what differs between runs: times of loading, and the name of a new key. */
const FIXED: Record<string, string> = {
  request_id: 'req_example',
  dataset_release: 'a1b2c3d4e5f6',
  retrieved_at: '2026-11-15T11:00:00.000Z',
  loaded_at: '2026-11-15T11:00:00.000Z',
  source_checked_at: '2026-11-15T11:00:00.000Z',
  created_at: '2026-11-15T11:30:00.000Z',
  prefix: 'svc_live_Abc123',
};
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** An answer with everything that differs between runs replaced by fixed values. */
function steady(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => steady(one, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, steady(inner, key)]));
  if (typeof value !== 'string') return value;
  return FIXED[name] ?? (UUID.test(value) ? '00000000-0000-4000-8000-000000000000' : value);
}
