import { describe, expect, expectTypeOf, it } from 'vitest';
import { NotFoundError, type Schema } from '../src/index.ts';
import { clientWith, json, refusal } from './client-with.ts';

describe('the calls about jobs', () => {
  const line = (index: number) => JSON.stringify({ index, status: 200, credits: 1, body: { uprn: index } });
  /** A body that sends these pieces and then ends or breaks. */
  const stream = (pieces: string[], breaks: boolean) => () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          const piece = pieces.shift();
          if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece));
          else if (breaks) controller.error(new Error('made up'));
          else controller.close();
        },
      }),
    );

  it('send each input on one line, and wait until the job has ended', async () => {
    const { client, seen, waits } = clientWith([
      json(201, { id: 'made-up', finished_at: null }),
      json(200, { id: 'made-up', finished_at: null }),
      json(200, { id: 'made-up', finished_at: '2026-11-22T00:00:00Z' }),
    ]);
    const job = await client.jobs.create({
      operation: 'valuations.sale',
      items: [{ uprn: 1 }, { uprn: '2' }],
      credit_ceiling: 6,
    });
    expect(seen[0]!.url).toBe('https://api.example/v1/jobs?operation=valuations.sale&credit_ceiling=6');
    expect(seen[0]!.body).toBe('{"uprn":1}\n{"uprn":"2"}');
    expect((await client.jobs.wait(job)).finished_at).not.toBeNull();
    expect(waits).toHaveLength(1);
  });

  it('use the common parameters for an input that has null or undefined in their place', async () => {
    const { client, seen } = clientWith([json(201, { id: 'made-up' })]);
    await client.jobs.create({
      operation: 'properties.get',
      parameters: { exclude_licences: ['odbl'], include: undefined },
      items: [
        { uprn: '1', exclude_licences: undefined },
        { uprn: '2', exclude_licences: null as never },
        { uprn: '3', exclude_licences: [] },
      ],
    });
    const lines = String(seen[0]!.body).split('\n');
    expect(lines.map((one) => JSON.parse(one))).toEqual([
      { uprn: '1', exclude_licences: ['odbl'] },
      { uprn: '2', exclude_licences: ['odbl'] },
      { uprn: '3', exclude_licences: [] },
    ]);
  });

  it('resume results after a broken connection, give each line once, and throw a refusal as an error', async () => {
    const { client, seen } = clientWith([
      stream([`${line(0)}\n${line(1).slice(0, 9)}`, `${line(1).slice(9)}\n{"ind`], true),
      stream([`${line(2)}\n`], false),
      refusal(404, 'job_not_found'),
    ]);
    const read: number[] = [];
    for await (const one of client.jobs.results<'valuations.sale'>('made-up')) {
      expectTypeOf(one.body).toEqualTypeOf<Schema<'SaleValuation'> | undefined>();
      read.push(one.index);
    }
    expect(read).toEqual([0, 1, 2]);
    expect(seen.map(({ url }) => new URL(url).search)).toEqual(['?from=0', '?from=2']);
    await expect(client.jobs.results('gone').next()).rejects.toThrow(NotFoundError);
  });

  it('end if there is no result yet, or no further one', async () => {
    const ndjson = { 'content-type': 'application/x-ndjson', 'content-length': '0' };
    const nothing = () => new Response('', { headers: ndjson });
    const { client, seen } = clientWith([nothing, stream([`${line(0)}\n`], true), nothing]);
    const read = async () => {
      const indexes: number[] = [];
      for await (const { index } of client.jobs.results('made-up')) indexes.push(index);
      return indexes;
    };
    expect(await read()).toEqual([]);
    expect(await read()).toEqual([0]);
    expect(seen.map(({ url }) => new URL(url).search)).toEqual(['?from=0', '?from=0', '?from=1']);
  });

  it('continue if a proxy passes on an answer that was cut short, and do not read an empty web page as the end', async () => {
    const lines = (given: number[], count: number) => () =>
      new Response(given.map((index) => `${line(index)}\n`).join(''), {
        headers: { 'content-type': 'application/x-ndjson', 'x-line-count': String(count) },
      });
    const { client, seen } = clientWith([lines([0, 1], 4), lines([], 2), lines([2, 3], 2)]);
    const read: number[] = [];
    for await (const { index } of client.jobs.results('made-up')) read.push(index);
    expect(read).toEqual([0, 1, 2, 3]);
    expect(seen.map(({ url }) => new URL(url).search)).toEqual(['?from=0', '?from=2', '?from=2']);
    const page = () =>
      new Response(null, { headers: { 'content-type': 'text/html', 'content-length': '0' } });
    const { client: captive } = clientWith([page]);
    await expect(captive.jobs.results('made-up').next()).rejects.toMatchObject({ code: 'unreadable_answer' });
  });

  it('continue if a connection ends within a line or is silent for too long', async () => {
    const silent = () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
    const { client, seen } = clientWith(
      [stream([`${line(0)}\n${line(1).slice(0, 9)}`], false), silent, stream([`${line(1)}\n`], false)],
      { timeoutMs: 50 },
    );
    const read: number[] = [];
    for await (const { index } of client.jobs.results('made-up')) read.push(index);
    expect(read).toEqual([0, 1]);
    expect(seen.map(({ url }) => new URL(url).search)).toEqual(['?from=0', '?from=1', '?from=1']);
  });

  it('end with the abort reason of the caller, at a line or while none comes', async () => {
    const reason = new Error('enough');
    const rest = [`${line(0)}\n${line(1)}\n`, `${line(2)}\n`];
    const endless = () =>
      new ReadableStream({
        pull(controller) {
          const piece = rest.shift();
          if (piece === undefined) return new Promise(() => {});
          controller.enqueue(new TextEncoder().encode(piece));
        },
      });
    const { client } = clientWith([() => new Response(endless())]);
    const first = new AbortController();
    const results = client.jobs.results('made-up', { signal: first.signal });
    await results.next();
    first.abort(reason);
    await expect(results.next()).rejects.toBe(reason);
    const second = new AbortController();
    const silent = client.jobs.results('made-up', { signal: second.signal }).next();
    setTimeout(() => second.abort(reason), 20);
    rest.length = 0;
    await expect(silent).rejects.toBe(reason);
  });

  it('call the hooks for each attempt to read results, without taking lines from the reader', async () => {
    const calls: string[] = [];
    const { client } = clientWith(
      [refusal(503, 'unavailable'), stream([`${line(0)}\n`], true), stream([`${line(1)}\n`], false)],
      {
        hooks: {
          onRequest: ({ request, attempt }) => void calls.push(`${request.url.split('?')[1]} ${attempt}`),
          onResponse: ({ response, attempt }) => void calls.push(`${response.status} ${attempt}`),
          onRetry: ({ request, error, attempt }) =>
            void calls.push(`${error.code} ${request.url.split('?')[1]} ${attempt}`),
        },
      },
    );
    const read: number[] = [];
    for await (const { index } of client.jobs.results('made-up')) read.push(index);
    expect(read).toEqual([0, 1]);
    expect(calls).toEqual([
      ...['from=0 0', '503 0', 'unavailable from=0 0'],
      ...['from=0 1', '200 1', 'connection_failed from=0 0'],
      ...['from=1 1', '200 1'],
    ]);
  });

  it('end with the error of a hook or of an invalid header, without a retry', async () => {
    const reason = new Error('enough');
    const throwing = () => {
      throw reason;
    };
    for (const hooks of [{ onRequest: throwing }, { onResponse: throwing }]) {
      const { client, waits } = clientWith([stream([`${line(0)}\n`], false)], { hooks });
      await expect(client.jobs.results('made-up').next()).rejects.toBe(reason);
      expect(waits).toEqual([]);
    }
    const { client, seen, waits } = clientWith([]);
    const headers = { 'no name': 'x' };
    await expect(client.jobs.results('made-up', { headers }).next()).rejects.toThrow(TypeError);
    expect([seen, waits]).toEqual([[], []]);
  });

  it('give the same error for results as for every call if there was no answer', async () => {
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('made up') }));
    const { client } = clientWith([], { fetch, retries: 0 });
    await expect(client.jobs.results('made-up').next()).rejects.toMatchObject({
      code: 'connection_failed',
      message: 'The server cannot be reached: made up',
    });
    const { client: late } = clientWith([], {
      fetch: () => new Promise(() => {}),
      retries: 0,
      timeoutMs: 20,
    });
    await expect(late.jobs.results('made-up').next()).rejects.toMatchObject({ code: 'timeout' });
  });

  it('retry results after 429 and 503 when Retry-After says, but not for ever', async () => {
    const { client, waits } = clientWith([
      refusal(429, 'rate_limited', { 'retry-after': '7' }),
      stream([`${line(0)}\n`], false),
      refusal(503, 'unavailable', { 'retry-after': '1' }),
    ]);
    const indexes: number[] = [];
    for await (const { index } of client.jobs.results('made-up')) indexes.push(index);
    expect([indexes, waits]).toEqual([[0], [7000]]);
    await expect(client.jobs.results('made-up').next()).rejects.toThrow('unavailable');
    expect(waits).toEqual([7000, ...Array(12).fill(1000)]);
  });
});

it('waiting for a job survives a server that is away for two minutes, unless the caller sets retries', async () => {
  const ended = { id: 'made-up', finished_at: '2026-11-22T00:00:00Z' };
  const away = () => Array.from({ length: 8 }, () => refusal(503, 'unavailable'));
  const line = '{"index":0,"status":200,"credits":1,"body":{}}\n';
  const back = [json(200, ended), ...away(), () => new Response(line)];
  const { client, waits } = clientWith([...away(), ...back], { random: () => 1 });
  const seconds = () => waits.splice(0).reduce((sum, ms) => sum + ms, 0) / 1000;
  expect(await client.jobs.wait('made-up')).toEqual(ended);
  // Half of the wait is random; with `random` at 1, only the other half remains.
  expect(2 * seconds()).toBeGreaterThanOrEqual(120);
  expect((await client.jobs.results('made-up').next()).value).toMatchObject({ index: 0 });
  expect(2 * seconds()).toBeGreaterThanOrEqual(120);

  await expect(clientWith(away()).client.jobs.wait('made-up', { retries: 3 })).rejects.toThrow('unavailable');
  const { client: hasty } = clientWith(away(), { retries: 0 });
  await expect(hasty.jobs.wait('made-up')).rejects.toThrow('unavailable');
  await expect(hasty.jobs.results('made-up').next()).rejects.toThrow('unavailable');
});

it('all homes in a polygon are read page by page', async () => {
  const home = (uprn: string) => ({ uprn, address: 'made up', postcode: 'XE1 1AA' });
  const { client, seen } = clientWith([
    json(200, { total: 3, results: [home('1'), home('2')], next_cursor: '2' }),
    json(200, { total: 3, results: [home('3')], next_cursor: null }),
  ]);
  const polygon = {
    type: 'Polygon' as const,
    coordinates: [
      [
        [1, 53],
        [1, 54],
        [2, 54],
        [1, 53],
      ],
    ],
  };
  const uprns: string[] = [];
  for await (const { uprn } of client.properties.within(polygon)) uprns.push(uprn);
  expect(uprns).toEqual(['1', '2', '3']);
  expect(seen.map(({ url }) => new URL(url).search)).toEqual(['?limit=1000', '?limit=1000&cursor=2']);
});

it('calls a given fetch without a this value, as those of browsers and workers need', async () => {
  const page = { results: [{ uprn: '1' }], next_cursor: null };
  const answers: Record<string, () => Response> = {
    '/v1/status': json(200, { status: 'ok' }),
    '/v1/batch': () => new Response('{"index":0,"status":200,"credits":0,"body":{}}\n'),
    '/v1/jobs/made-up': json(200, { id: 'made-up', finished_at: '2026-11-22T00:00:00Z' }),
    '/v1/jobs/made-up/results': () => new Response('{"index":0,"status":200,"credits":0,"body":{}}\n'),
    '/v1/properties/within': json(200, page),
  };
  const asked: string[] = [];
  const { client } = clientWith([], {
    retries: 0,
    fetch: async function (this: unknown, request: Request) {
      if (this !== undefined) throw new TypeError('Illegal invocation');
      const { pathname } = new URL(request.url);
      asked.push(pathname);
      return answers[pathname]!();
    },
  });
  await client.status.get();
  await client.batch('properties.get', [{ uprn: '1' }]).next();
  await client.jobs.wait('made-up');
  await client.jobs.results('made-up').next();
  await client.properties.within({ type: 'Polygon', coordinates: [] }).next();
  expect(asked).toEqual(Object.keys(answers));
});
