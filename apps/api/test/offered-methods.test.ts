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

describe('a path', () => {
  it('lists its methods in a preflight, and does not allow pages of other origins to call it', async () => {
    const answer = await api.call('/addresses/match', {
      method: 'OPTIONS',
      key: null,
      headers: { Origin: 'https://example.org', 'Access-Control-Request-Method': 'POST' },
    });
    expect([answer.status, answer.headers.get('allow')]).toEqual([200, 'POST, OPTIONS']);
    expect(answer.body.message).toContain('from a server');
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it.each([
    ['/tiles/sales/12/2046/1361.mvt', 'GET, HEAD'],
    ['/openapi.json', 'GET, HEAD'],
    ['/changes', 'GET'],
    ['/status', 'GET'],
    ['/watches', 'GET, POST'],
    ['/webhooks/some-id', 'GET, DELETE'],
    ['/webhooks/some-id/rotate', 'POST'],
    ['/jobs', 'GET, POST'],
    ['/jobs/some-id/results', 'GET, HEAD'],
    ['/jobs/some-id/notice', 'GET, HEAD'],
    ['/batch', 'POST'],
    ['/properties/within', 'POST'],
  ])('refuses every method that OPTIONS does not list, without a key: %s', async (path, methods) => {
    const told = await api.call(path, { method: 'OPTIONS', key: null });
    const offered = [...methods.split(', '), 'OPTIONS'];
    expect([told.status, told.body.methods]).toEqual([200, offered]);
    expect(told.headers.get('allow')).toBe(offered.join(', '));
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await fetch(`${api.url}${path}`, { method });
      await answer.arrayBuffer();
      if (offered.includes(method)) expect([method, answer.status]).not.toEqual([method, 405]);
      else expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, methods]);
    }
  });

  it.each([
    ['/portal/session', 'GET, POST, DELETE'],
    ['/portal/sign-in', 'GET'],
    ['/portal/keys', 'GET, POST'],
    ['/portal/keys/some-id', 'PUT, DELETE'],
    ['/portal/usage', 'GET'],
    ['/portal/areas/XE1', 'GET'],
    ['/portal/authorities/E06999001/rents', 'GET'],
    ['/portal/loads', 'GET'],
    ['/portal/map', 'GET'],
    ['/portal/base-map', 'GET'],
  ])('of the portal refuses other methods in the same way: %s', async (path, methods) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await fetch(new URL(path, api.url), { method, redirect: 'manual' });
      await answer.arrayBuffer();
      if (methods.split(', ').includes(method)) expect([method, answer.status]).not.toEqual([method, 405]);
      else expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, methods]);
    }
  });
});
