import document from '@domesday/contract/openapi.json' with { type: 'json' };
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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

interface Operation {
  operationId: string;
  responses: Record<string, unknown>;
}
const operations = Object.entries(document.paths as unknown as Record<string, Record<string, Operation>>)
  .flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method, operation })))
  .filter(({ method }) => ['get', 'post', 'delete'].includes(method))
  .map((one) => ({ ...one, id: one.operation.operationId }));

const filled = (path: string, with_: string) => path.replaceAll(/\{\w+\}/g, with_);
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe.each(operations)('$id', ({ path, method, operation }) => {
  const of = filled(path, UNKNOWN);
  it.each<[what: string, call: string, request?: { headers?: Record<string, string>; key?: null }]>([
    ['a query that is not UTF-8', `${of}?quote=%ff`],
    ['an unknown parameter', `${of}?colour=red`],
    ['an invalid escape in the path', filled(path, '%zz')],
    ['an address of more than 16 KB', `${of}?quote=${'a'.repeat(20_000)}`],
    ['a body whose header says that it is compressed', of, { headers: { 'content-encoding': 'gzip' } }],
    ['no key', of, { key: null }],
  ])('documents the status that it answers to %s', async (_what, call, request = {}) => {
    api.clock.advance(1_000);
    const answer = await api.call(call, {
      ...request,
      method: method.toUpperCase(),
      ...(method === 'post' ? { body: '{}' } : {}),
    });
    expect(Object.keys(operation.responses)).toContain(String(answer.status));
  });
});

it('documents the 408 for a late body exactly for the operations that take a body', () => {
  const late = operations.filter(({ operation }) => '408' in operation.responses);
  const with_body = operations.filter(({ operation }) => 'requestBody' in operation);
  expect(late.map(({ id }) => id)).toEqual(with_body.map(({ id }) => id));
  expect(late.length).toBeGreaterThan(5);
});

it('refuses an unknown parameter of a job, and leaves the job unchanged', async () => {
  const items = [{ uprn: '998000000005' }];
  const made = await api.call('/jobs', { body: { operation: 'properties.get', items } });
  const job = `/jobs/${made.body.id}`;
  for (const [method, call] of [
    ['GET', job],
    ['GET', `${job}/results`],
    ['GET', `${job}/notice`],
    ['POST', `${job}/cancel`],
    ['DELETE', job],
  ] as const) {
    const { status, body } = await api.call(`${call}?colour=red`, { method });
    expect([call, status, body.error?.code]).toEqual([call, 422, 'unknown_parameter']);
  }
  expect((await api.call(job)).body.state).not.toBe('cancelled');
});

it('accepts a polygon of 500 corners with five decimals, and suggests five decimals if the URL is too long', async () => {
  const ring = (decimals: number) => {
    const corners = Array.from({ length: 500 }, (_, i) => {
      const turn = (2 * Math.PI * i) / 500;
      return [1.49 + Math.cos(turn) / 60, 53.89 + Math.sin(turn) / 90].map((one) =>
        Number(one.toFixed(decimals)),
      );
    });
    return encodeURIComponent(JSON.stringify({ type: 'Polygon', coordinates: [[...corners, corners[0]]] }));
  };
  expect((await api.call(`/prices/market?polygon=${ring(5)}`)).status).toBe(200);
  const { status, body } = await api.call(`/prices/market?polygon=${ring(12)}`);
  expect([status, body.error.message]).toEqual([431, expect.stringContaining('five decimals')]);
});
