import { operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutLists } from '../src/http/check/request-values.ts';

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

const list = (unit: string, n: number): string => `[${Array(n).fill(unit).join(',')}]`;
const TOO_MANY = 'holds more than 2000 values';

describe.each(operationTable.filter(({ method }) => method === 'post'))('$id', ({ path }) => {
  it.each([
    ['numbers', list('1', 2000)],
    ['lists in lists', list('[[1]]', 700)],
    ['objects', `{"units":${list('{"a":1}', 1000)},"more":${list('{}', 2000)}}`],
    ['names', `{${Array.from({ length: 20_000 }, (_, i) => `"a${i}":1`).join(',')}}`],
  ])('refuses thousands of %s before they are validated', async (_what, body) => {
    const answer = await api.call(path, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('malformed_request');
    expect(answer.body.error.details).toEqual([{ field: null, issue: TOO_MANY }]);
  });

  it('refuses a body that is nested as deeply as it is long', async () => {
    const answer = await api.call(path, { body: '['.repeat(100_000) + ']'.repeat(100_000) });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'malformed_request']);
  });
});

describe('lists that are longer than the contract allows', () => {
  it.each([
    '/risks/998000000001?types=',
    '/properties/998000000001?fields=',
    '/properties/998000000001?include=',
  ])('are refused for their length, however long they are: %s', async (path) => {
    const answer = await api.call(`${path}${Array.from({ length: 2500 }, (_, i) => `a${i}`).join(',')}`);
    expect(answer.status).toBe(422);
    expect(answer.body.error.details.length).toBeLessThanOrEqual(10);
    expect(JSON.stringify(answer.body.error.details)).toContain('must hold ');
  });

  it('are cut to one element more than the contract allows, before they are validated', () => {
    const inner = { type: 'array', maxItems: 2 };
    const schema = { properties: { rings: { type: 'array', maxItems: 3, items: inner } } };
    const body = { rings: Array.from({ length: 1000 }, () => [1, 2, 3, 4, 5]), other: [1, 2, 3, 4, 5] };
    cutLists(body, schema);
    expect(body).toEqual({ rings: Array.from({ length: 4 }, () => [1, 2, 3]), other: [1, 2, 3, 4, 5] });
  });

  it('include the vertices of polygons: 500 are accepted, in the URL and in a body, and more are refused', async () => {
    const ring = (vertices: number) => {
      const points = Array.from({ length: vertices }, (_, i) => {
        const turn = (2 * Math.PI * i) / vertices;
        return [
          Number((-0.2 + Math.cos(turn) / 60).toFixed(4)),
          Number((51.5 + Math.sin(turn) / 60).toFixed(4)),
        ];
      });
      return JSON.stringify({ type: 'Polygon', coordinates: [[...points, points[0]]] });
    };
    const ask = (polygon: string) => api.call(`/prices/market?polygon=${polygon}`);
    const passed = await ask(ring(500));
    expect(passed.text).not.toContain('values');
    expect([200, 404]).toContain(passed.status);
    expect((await ask(ring(501))).status).toBe(422);
    const dense = JSON.stringify({ type: 'Polygon', coordinates: [Array(1900).fill([0, 0])] });
    const answer = await ask(dense);
    expect([answer.status, answer.body.error.details]).toEqual([
      400,
      [{ field: 'polygon', issue: TOO_MANY }],
    ]);
  });
});
