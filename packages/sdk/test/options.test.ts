import { describe, expect, it } from 'vitest';
import { type Client, createClient } from '../src/index.ts';
import { clientWith, json } from './client-with.ts';

/** Values that no option accepts. Null means no signal, as in fetch. */
const NEVER: Record<string, unknown[]> = {
  retries: [-1, Number.NaN, '', '2', null, {}],
  maxRetryWaitMs: [-1, Number.NaN, '', '2', null, {}],
  timeoutMs: [0, -1, Number.NaN, '', '50', null, {}],
  everyMs: [0, -1, Number.NaN, '', '50', null, {}],
  portion: [0, -1, 0.5, Number.NaN, '', '50', null, {}],
  from: [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '', '0', null, {}],
  idempotencyKey: ['', 7, Number.NaN, null, {}],
  signal: [7, '', 'abort', {}, new AbortController()],
  headers: ['', 'a', 7, null, [['a', 'b']], new Headers({ a: 'b' }), { a: 7 }, { a: null }, { a: undefined }],
  hooks: ['', 7, null, [], () => {}],
  fetch: ['', 7, null, {}],
  wait: ['', 7, null, {}],
  random: ['', 7, null, {}],
  onProgress: ['', 7, null, {}],
};
const OF_CALL = ['retries', 'timeoutMs', 'signal', 'headers'];
const NO_OBJECT = ['', 'a', 7, Number.NaN, null, true, [], () => {}, new AbortController().signal, new Map()];
const polygon = { type: 'Polygon' as const, coordinates: [] };

type Ways = Record<string, [options: string[], call: (client: Client, given: never) => Promise<unknown>]>;
const WAYS: Ways = {
  'an operation': [OF_CALL, (client, given) => client.properties.get({ uprn: 1 }, given)],
  withResponse: [OF_CALL, (client, given) => client.status.get.withResponse({}, given)],
  'the pages of a search': [
    OF_CALL,
    (client, given) => client.listings.search.pages({ listing_type: 'sale' }, given).next(),
  ],
  'a batch': [
    [...OF_CALL, 'idempotencyKey', 'portion'],
    (client, given) => client.batch('properties.get', [{ uprn: '1' }], given).next(),
  ],
  'jobs.create': [
    OF_CALL,
    (client, given) => client.jobs.create({ operation: 'properties.get', items: [{ uprn: '1' }] }, given),
  ],
  'jobs.quote': [
    OF_CALL,
    (client, given) => client.jobs.quote({ operation: 'properties.get', area: { outcode: 'XE1' } }, given),
  ],
  'jobs.get': [OF_CALL, (client, given) => client.jobs.get('1', given)],
  'jobs.list': [OF_CALL, (client, given) => client.jobs.list({}, given)],
  'jobs.cancel': [OF_CALL, (client, given) => client.jobs.cancel('1', given)],
  'jobs.wait': [[...OF_CALL, 'everyMs', 'onProgress'], (client, given) => client.jobs.wait('1', given)],
  'jobs.results': [[...OF_CALL, 'from'], (client, given) => client.jobs.results('1', given).next()],
  'properties.within': [OF_CALL, (client, given) => client.properties.within(polygon, given).next()],
  'properties.countWithin': [OF_CALL, (client, given) => client.properties.countWithin(polygon, given)],
};

describe('an invalid option is named, and nothing is sent', () => {
  it('for createClient', () => {
    const names = ['retries', 'maxRetryWaitMs', 'timeoutMs', 'headers', 'hooks', 'fetch', 'wait', 'random'];
    for (const name of names)
      for (const value of NEVER[name]!)
        expect(() => clientWith([], { [name]: value }), `${name} ${String(value)}`).toThrow(
          `${name} must be `,
        );
    for (const given of [undefined, ...NO_OBJECT])
      expect(() => createClient(given as never), String(given)).toThrow('The options must be an object');
    expect(() => clientWith([], { hooks: { onRetry: 'log' as never } })).toThrow(
      'onRetry must be a function',
    );
    for (const baseUrl of [null, '', 7, {}])
      expect(() => createClient({ apiKey: 'k', baseUrl: baseUrl as never })).toThrow(
        'baseUrl must begin with',
      );
  });

  it.each(Object.entries(WAYS))('for %s', async (_, [options, call]) => {
    const { client, seen } = clientWith([json(200, {})]);
    for (const name of options)
      for (const value of NEVER[name]!)
        await expect(call(client, { [name]: value } as never), `${name} ${String(value)}`).rejects.toThrow(
          `${name} must be `,
        );
    for (const given of NO_OBJECT)
      await expect(call(client, given as never), String(given)).rejects.toThrow(
        'The options must be an object',
      );
    expect(seen).toEqual([]);
  });
});

it('arguments that are no object are refused, and nothing is sent', async () => {
  const { client, seen } = clientWith([json(200, {})]);
  const calls: ((given: never) => Promise<unknown>)[] = [
    (given) => client.properties.get(given),
    (given) => client.addresses.search.withResponse(given),
    (given) => client.listings.search.pages(given).next(),
    (given) => client.jobs.create(given),
    (given) => client.jobs.quote(given),
    (given) => client.jobs.list(given),
  ];
  for (const call of calls)
    for (const given of NO_OBJECT)
      await expect(call(given as never), String(given)).rejects.toThrow('The arguments must be an object');
  for (const given of [undefined, null, 'abc', 7, {}])
    await expect(client.batch('properties.get', given as never).next()).rejects.toThrow('The inputs must be');
  const operation = 'properties.get' as const;
  for (const items of ['abc', 7, {}])
    await expect(client.jobs.create({ operation, items: items as never })).rejects.toThrow('items must be');
  expect(seen).toEqual([]);
});

it('an address with a password, a query or a fragment is refused without showing the password', () => {
  for (const rest of ['a:secret@b.example', 'a@b.example', 'b.example?secret=1', 'b.example/v1#secret']) {
    const make = () => createClient({ apiKey: 'k', baseUrl: `https://${rest}` });
    expect(make, rest).toThrow('baseUrl must have no password, query or fragment');
    expect(make, rest).not.toThrow('secret');
  }
});

it('inputs that are no objects are sent unchanged, so that the server refuses each in its line', async () => {
  const { client, seen } = clientWith([json(200, {})], { retries: 0 });
  const inputs = ['998000000005', null, undefined, 7, ['a'], { uprn: 1 }] as never[];
  const lines = ['"998000000005"', 'null', 'null', '7', '["a"]'];
  const operation = 'properties.get' as const;
  await client
    .batch(operation, inputs)
    .next()
    .catch(() => {});
  await client.jobs.create({ operation, items: inputs }).catch(() => {});
  expect(seen.map(({ body }) => body.trim().split('\n'))).toEqual([
    [...lines, '{"uprn":"1"}'],
    [...lines, '{"uprn":1}'],
  ]);
});

it('a BigInt is sent as a number, or as text if it is too large for a number', async () => {
  const { client, seen } = clientWith([json(200, {})], { retries: 0 });
  const operation = 'properties.get' as const;
  const items = [{ uprn: 998000000005n }, { uprn: 99800000000512345678n }] as never[];
  await client.jobs.create({ operation, items });
  await client
    .batch(operation, items)
    .next()
    .catch(() => {});
  await client.valuations.strEstimate({ postcode: 'XE1 1AA', bedrooms: 2n } as never);
  expect(seen.map(({ body }) => body.trim())).toEqual([
    '{"uprn":998000000005}\n{"uprn":"99800000000512345678"}',
    '{"uprn":"998000000005"}\n{"uprn":"99800000000512345678"}',
    '{"postcode":"XE1 1AA","bedrooms":2}',
  ]);
});

it('the results of a job are read with the retries, the timeout and the headers of the call', async () => {
  const asked: (string | null)[] = [];
  const { client } = clientWith([], {
    fetch: async (request) => {
      asked.push(request.headers.get('traceparent'));
      return new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
    },
  });
  const given = { retries: 2, timeoutMs: 20, headers: { traceparent: 'made-up' } };
  await expect(client.jobs.results('1', given).next()).rejects.toMatchObject({ code: 'connection_failed' });
  expect(asked).toEqual(Array(3).fill('made-up'));
});
