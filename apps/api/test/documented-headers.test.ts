import document from '@domesday/contract/openapi.json' with { type: 'json' };
import { exampleCall, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
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

interface Promised {
  $ref?: string;
  headers?: Record<string, object>;
}
type Paths = Record<string, Record<string, { responses: Record<string, Promised> }>>;

/** Headers of HTTP itself, which no contract names. */
const OF_ANY_SERVER =
  /^(cache-control|connection|content-.*|date|keep-alive|referrer-policy|transfer-encoding|vary|allow|x-content-type-options)$/;

/**
 * Headers of an answer that the contract does not name for its status; the status itself if the contract does not have
 * it.
 */
function untold(path: string, method: string, answer: { status: number; headers: Headers }): string[] {
  const promised = (document.paths as unknown as Paths)[path]![method]!.responses[answer.status];
  if (!promised) return [`status ${answer.status}`];
  const named = namedHeaders(promised);
  return [...answer.headers.keys()].filter((name) => !OF_ANY_SERVER.test(name) && !named.includes(name));
}

function namedHeaders(promised: Promised): string[] {
  const response = promised.$ref
    ? (document.components.responses as Record<string, Promised>)[promised.$ref.split('/').at(-1)!]!
    : promised;
  return Object.keys(response.headers ?? {}).map((name) => name.toLowerCase());
}

it.each(operationTable)('documents every header of the answers and refusals of $id', async (entry) => {
  const { path, body } = exampleCall(entry);
  const request = body === undefined ? {} : { body };
  const also = (query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;
  const { secret } = await api.newKey({ monthly_cap: 0 });
  const answers = [
    await api.call(path, request),
    await api.call(also('meta=lean'), request),
    await api.call(also('colour=red'), request),
    await api.call(path, { ...request, key: null }),
    await api.call(path, { ...request, key: secret }),
  ];
  if (entry.credits > 0) {
    answers.push(await api.call(also('exclude_licences=ogl,odbl'), request));
    const headers = { 'idempotency-key': entry.id };
    for (let time = 0; time < 2; time++) answers.push(await api.call(path, { ...request, headers }));
    expect(answers.at(-1)!.headers.get('idempotency-replayed')).toBe('true');
  }
  if (body !== undefined)
    answers.push(
      await api.call(path, { body: { address: 'a'.repeat(300_000) } }),
      await api.call(path, { body, headers: { 'content-type': 'text/plain' } }),
    );
  expect(answers.map((answer) => untold(entry.path, entry.method, answer))).toEqual(answers.map(() => []));
  const [first] = answers;
  for (const name of ['x-request-id', 'x-credits-charged', 'x-credits-remaining', 'ratelimit-remaining'])
    expect(first!.headers.has(name), name).toBe(true);
});

it('documents the headers of files, of a 304, and of an Idempotency-Key in use', async () => {
  const list = '/listings?listing_type=sale&outcode=XE1&limit=1&exclude_licences=odbl';
  for (const format of ['csv', 'geojson', 'parquet']) {
    const file = await api.call(`${list}&format=${format}`);
    expect(file.headers.get('x-excluded-licences')).toBe('odbl');
    expect(untold('/listings', 'get', file)).toEqual([]);
  }
  const { headers } = await api.call('/status');
  const same = await api.call('/status', { headers: { 'if-none-match': headers.get('etag')! } });
  expect(same.status).toBe(304);
  expect(untold('/status', 'get', same)).toEqual([]);
  const twice = await Promise.all(
    [1, 2, 3, 4].map(() => api.call('/risks/998000000005', { headers: { 'idempotency-key': 'one' } })),
  );
  expect(twice.flatMap((answer) => untold('/risks/{uprn}', 'get', answer))).toEqual([]);
});

it('documents the headers of the paths that are no operations', async () => {
  const ring = [
    [1.47, 53.88],
    [1.5, 53.88],
    [1.5, 53.9],
    [1.47, 53.88],
  ];
  const polygon = { type: 'Polygon', coordinates: [ring] };
  const items = [{ address: '9 Quaxley Street' }];
  const asked: [path: string, method: string, call: string, body?: object][] = [
    ['/properties/within', 'post', '/properties/within?limit=1', { polygon }],
    ['/properties/within', 'post', '/properties/within?limit=1&format=csv', { polygon }],
    ['/batch', 'post', '/batch', { operation: 'addresses.match', items }],
    ['/jobs', 'post', '/jobs', { operation: 'addresses.match', items, quote: true }],
    ['/jobs', 'post', '/jobs', { operation: 'addresses.match', items }],
    ['/jobs', 'get', '/jobs'],
    ['/jobs/{id}', 'get', '/jobs/00000000-0000-4000-8000-000000000000'],
    ['/changes', 'get', '/changes?limit=1'],
    ['/changes', 'get', '/changes?since=9007199254740991'],
    ['/watches', 'get', '/watches'],
    ['/webhooks', 'get', '/webhooks'],
    ['/webhooks', 'post', '/webhooks', { url: 'no address' }],
    ['/tiles/{layer}/{z}/{x}/{y}.mvt', 'get', '/tiles/prices/11/1032/661.mvt'],
    ['/tiles/{layer}/{z}/{x}/{y}.mvt', 'get', '/tiles/homes/0/0/0.mvt'],
  ];
  for (const [path, method, call, body] of asked) {
    const headers = method === 'post' ? { headers: { 'idempotency-key': call } } : {};
    // The second time, the stored answer of the key is returned.
    for (let time = 0; time < 2; time++) {
      const answer = await api.call(call, { ...headers, ...(body ? { body } : {}) });
      expect(untold(path, method, answer), `${call} ${answer.status}`).toEqual([]);
    }
  }
});

it('documents the request id for every status, also for those that are hard to provoke', () => {
  const without = Object.entries(document.paths as unknown as Paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { responses }]) =>
      Object.entries(responses ?? {})
        // A request whose URL is too long is refused before it has one.
        .filter(([status, response]) => status !== '431' && !namedHeaders(response).includes('x-request-id'))
        .map(([status]) => `${method} ${path} ${status}`),
    ),
  );
  expect(without).toEqual([]);
});
