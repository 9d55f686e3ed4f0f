import document from '@domesday/contract/openapi.json' with { type: 'json' };
import { emptyDatabase, sendBytes, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

// The service is under a path of another site, which a proxy removes: callers can reach each address in an answer.
const PUBLIC = 'https://property.example.org/homes';
let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await emptyDatabase();
  api = await startTestApi(database, undefined, { public_url: `${PUBLIC}/` });
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

it('states its full address in the served contract, for programs that accept no relative address', async () => {
  const { body } = await api.call('/openapi.json', { key: null });
  expect(body).toEqual({ ...document, servers: [{ url: `${PUBLIC}/v1`, description: expect.any(String) }] });
});

it('links to the results of a job below its path', async () => {
  const { body } = await api.call('/jobs', {
    body: { operation: 'properties.get', items: [{ uprn: '998000000001' }] },
  });
  const listed = await api.call('/jobs');
  for (const job of [body, listed.body.jobs[0], (await api.call(`/jobs/${body.id}`)).body])
    expect(job.results).toBe(`/homes/v1/jobs/${body.id}/results`);
});

it.each([
  ['an unknown path', 'GET /v1/nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 'unknown_path'],
  ['bytes that are not HTTP', 'no HTTP\r\n\r\n', 'malformed_request'],
  [
    'headers that are too long',
    `GET /v1/account HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
    'uri_too_long',
  ],
])('links to the section of an error by its full address: %s', async (_name, bytes, code) => {
  const { headers, text } = await sendBytes(new URL(api.url), Buffer.from(bytes), 10_000);
  expect(headers['cache-control']).toBe('no-store');
  const { error } = JSON.parse(text);
  expect(error).toMatchObject({ code, docs_url: `${PUBLIC}/docs/guides/errors#${code}` });
});
