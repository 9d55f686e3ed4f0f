import { gzipSync } from 'node:zlib';
import document from '@domesday/contract/openapi.json' with { type: 'json' };
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tilePointOf } from '../src/tiles/tile.ts';
import { LISTS } from './list-paths.ts';

const { house } = sandboxSamples();
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

async function send(path: string, body: Buffer | null, type = 'application/json') {
  api.clock.advance(1000);
  const answer = await fetch(`${api.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${api.liveKey}`, ...(body ? { 'content-type': type } : {}) },
    ...(body ? { body: body as never } : {}),
  });
  return {
    status: answer.status,
    body: (await answer.json()) as { error?: { code: string; message: string } },
  };
}

it('refuses a query that is not UTF-8, instead of charging for the answer to another query', async () => {
  const match = (text: string) => `/addresses/search?limit=3&q=${text}`;
  for (const text of ['Caf%E9', 'who?%E9', '%ff', '%ed%a0%80', 'a%c3&limit=2', '%C3%A9%C3'])
    expect(await send(match(text), null)).toMatchObject({
      status: 400,
      body: { error: { details: [{ field: 'q' }] } },
    });
  expect((await send('/jobs?caf%e9=1', null)).status).toBe(400);
  for (const text of ['Caf%C3%A9', 'Caf%c3%a9+%F0%9F%8F%A0', '100%25', '100%+house'])
    expect([text, (await send(match(text), null)).status]).toEqual([text, 200]);
});

it('names the path parameter that cannot be decoded, for every path with parameters', async () => {
  const paths = Object.keys(document.paths).filter((path) => path.includes('{'));
  expect(paths.length).toBeGreaterThan(10);
  for (const path of paths)
    for (const [, name] of path.matchAll(/\{(\w+)\}/g))
      for (const text of ['%FF', 'a%C3', '%zz', '%']) {
        const asked = path.replace(`{${name}}`, text).replaceAll(/\{\w+\}/g, '1');
        const { status, body } = await send(asked, null);
        expect([asked, status, body.error]).toMatchObject([asked, 400, { details: [{ field: name }] }]);
      }
  expect((await send('/no/such/%FF', null)).body.error?.code).toMatch(/^(unknown_path|malformed_request)$/);
});

it('refuses a JSON body that is not UTF-8, in an operation, a batch and a job', async () => {
  const home = '{"address":"9 Quaxley Stré\u0065t","postcode":"XE1 1AA"}';
  const items = `{"operation":"addresses.match","items":[${home}]}`;
  for (const [path, text] of [
    ['/addresses/match', home],
    ['/batch', items],
    ['/jobs', items],
  ] as const) {
    const refused = await send(path, Buffer.from(text, 'latin1'));
    expect([path, refused.status, refused.body.error?.code]).toEqual([path, 400, 'malformed_request']);
  }
  expect((await send('/addresses/match', Buffer.from(home))).status).toBe(200);
});

it('refuses a JSON body whose Content-Type names another charset, and names that charset', async () => {
  const home = '{"address":"9 Quaxley Street","postcode":"XE1 1AA"}';
  for (const charset of ['utf-16', 'UTF-16LE', 'utf-7', 'utf-32', '"iso-8859-1"']) {
    const type = `application/json; charset=${charset}`;
    for (const body of [Buffer.from(home), Buffer.from(`\uFEFF${home}`, 'utf16le')]) {
      const { status, body: told } = await send('/addresses/match', body, type);
      expect([charset, status, told.error?.code]).toEqual([charset, 415, 'unsupported_media_type']);
      expect(told.error?.message).toContain(
        `in UTF-8; its Content-Type says ${charset.replaceAll('"', '')}.`,
      );
    }
  }
});

it('accepts a JSON body in UTF-8 under every spelling of the charset, in an operation, a batch and a job', async () => {
  const home = '{"address":"9 Quaxley Street","postcode":"XE1 1AA"}';
  const many = `{"operation":"addresses.match","items":[${home}]}`;
  const names = ['utf-8', '"UTF-8"', 'utf8', 'UTF8', '"utf8"', ''].map((name) => `; charset=${name}`);
  for (const [path, body, status] of [
    ['/addresses/match', home, 200],
    ['/batch', many, 200],
    ['/jobs', many, 201],
  ] as const)
    for (const named of [...names, '; profile=x', ';'])
      expect([path, named, (await send(path, Buffer.from(body), `application/json${named}`)).status]).toEqual(
        [path, named, status],
      );
  const latin = Buffer.from(home.replace('Quaxley', 'Quaxl\u00e9y'), 'latin1');
  expect((await send('/addresses/match', latin, 'application/json; charset=utf8')).status).toBe(400);
});

it('says once, not for each line, that a body is UTF-16, with or without a byte order mark', async () => {
  const home = '{"address":"9 Quaxley Street","postcode":"XE1 1AA"}';
  const many = (path: string) => `${path}?operation=properties.get`;
  const asked = ['/batch', '/jobs'].flatMap((path) => [
    [many(path), 'application/x-ndjson', '{"uprn":"1"}\n{"uprn":"2"}\n'] as const,
    [many(path), 'text/csv', 'uprn,ref\n1,a\n2,b\n'] as const,
    [path, 'application/json', `{"operation":"addresses.match","items":[${home}]}`] as const,
  ]);
  const forms = (text: string) => [Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()];
  for (const [path, type, text] of [...asked, ['/addresses/match', 'application/json', home] as const])
    for (const body of [...forms(`\uFEFF${text}`), ...forms(text)]) {
      const refused = await send(path, body, type);
      const { code, message } = refused.body.error!;
      const expected = ['malformed_request', 'The body is UTF-16; send it as UTF-8.'];
      expect([path, type, refused.status, code, message]).toEqual([path, type, 400, ...expected]);
    }
});

it('says once, not for each line, that a body is a compressed file, a workbook or Parquet', async () => {
  const workbook = Buffer.from('PK\u0003\u0004\u0014\0\u0006\0\b\0', 'latin1');
  const sent = [
    [gzipSync('{"uprn":"1"}\n{"uprn":"2"}\n'), 'is compressed with gzip; send it unpacked'],
    [workbook, 'is a workbook or a ZIP archive; send its table as CSV in UTF-8'],
    [Buffer.from('PAR1\u0015\0\u0015\n', 'latin1'), 'is Parquet; send CSV or NDJSON'],
  ] as const;
  const asked = ['/batch', '/jobs'].flatMap((path) => [
    [`${path}?operation=properties.get`, 'application/x-ndjson'] as const,
    [`${path}?operation=properties.get`, 'text/csv'] as const,
    [path, 'application/json'] as const,
  ]);
  for (const [path, type] of [...asked, ['/addresses/match', 'application/json'] as const])
    for (const [body, issue] of sent) {
      const { status, body: refused } = await send(path, body, type);
      expect([path, type, status, refused.error?.message]).toEqual([path, type, 400, `The body ${issue}.`]);
    }
});

it('answers in the form that Accept names, also if the type has parameters', async () => {
  const typeOf = async (path: string, accept: string, body?: object) =>
    (await api.call(path, { headers: { accept }, ...(body ? { body } : {}) })).headers
      .get('content-type')
      ?.split(';')[0];
  const csv = 'text/csv; charset=utf-8';
  expect(await typeOf(LISTS['listings.search']!.path, csv)).toBe('text/csv');
  expect(
    await typeOf(LISTS['listings.search']!.path, `application/json;q=0.1, text/csv; charset="utf-8"; q=0.9`),
  ).toBe('text/csv');
  for (const parameters of [
    'header=present',
    'q=0.8;header=absent',
    'charset=utf-8; header="present"; q=1',
    'v=1',
  ])
    expect(
      await typeOf(LISTS['listings.search']!.path, `text/csv;${parameters}, application/json;q=0.5`),
      parameters,
    ).toBe('text/csv');
  const items = [{ address: '9 Quaxley Street', postcode: 'XE1 1AA' }];
  const batch = { operation: 'addresses.match', items };
  expect(await typeOf('/batch', csv, batch)).toBe('text/csv');
  expect(await typeOf('/changes', 'application/x-ndjson;charset=UTF-8')).toBe('application/x-ndjson');
  const { id } = (await api.call('/jobs', { body: batch })).body;
  expect(await typeOf(`/jobs/${id}/results`, csv)).toBe('text/csv');
  const ring = [
    [-0.2, 51.4],
    [-0.1, 51.4],
    [-0.1, 51.5],
    [-0.2, 51.4],
  ];
  const polygon = { type: 'Polygon', coordinates: [ring] };
  expect(await typeOf('/properties/within', csv, { polygon })).toBe('text/csv');
});

it('says with every 401 how to send a key', async () => {
  for (const path of ['/account', '/jobs', '/changes', '/watches', '/tiles/sales/12/2046/1361.mvt'])
    for (const key of [null, 'svc_test_unknown']) {
      const { status, headers } = await api.call(path, { key });
      expect([path, status, headers.get('www-authenticate')]).toEqual([path, 401, 'Bearer']);
    }
});

it('answers 304 to a client that has the current answer, and does not compress for a client that refuses it', async () => {
  const headers = { authorization: `Bearer ${api.testKey}`, 'accept-encoding': 'gzip;q=0' };
  const [east, south] = tilePointOf({ z: 12, x: 0, y: 0 }, house.longitude, house.latitude);
  const square = `/tiles/schools/12/${Math.floor(east / 4096)}/${Math.floor(south / 4096)}.mvt`;
  for (const path of ['/openapi.json', square]) {
    const first = await fetch(`${api.url}${path}`, { headers });
    expect([path, first.status, first.headers.get('content-encoding')]).toEqual([path, 200, null]);
    const etag = first.headers.get('etag')!;
    // `fetch` adds Cache-Control: no-cache to each of these.
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*'])
      expect([
        path,
        known,
        (await fetch(`${api.url}${path}`, { headers: { ...headers, 'if-none-match': known } })).status,
      ]).toEqual([path, known, 304]);
    const other = await fetch(`${api.url}${path}`, { headers: { ...headers, 'if-none-match': '"other"' } });
    expect(other.status).toBe(first.status);
  }
});

it('gives an ETag to answers that stay the same, and none to answers that change with each call', async () => {
  const ask = (path: string, known?: string) =>
    api.call(path, { headers: known === undefined ? {} : { 'if-none-match': known } });
  for (const path of ['/account', '/account/usage', '/account/usage?format=csv']) {
    const { status, headers } = await ask(path, '*');
    expect([path, status, headers.get('etag')]).toEqual([path, 200, null]);
  }
  const tag = (await ask('/status')).headers.get('etag')!;
  expect((await ask('/status', tag)).status).toBe(304);
  const operations = Object.values(document.paths).flatMap((methods) => Object.values<object>(methods));
  for (const { operationId, responses } of operations.filter((one) => 'responses' in one) as Described[])
    expect([operationId, 'ETag' in (responses['200']?.headers ?? {})]).toEqual([
      operationId,
      '304' in responses,
    ]);
});

interface Described {
  operationId: string;
  responses: Record<string, { headers?: object }>;
}
