import { describe, expect, expectTypeOf, it } from 'vitest';
import { NotFoundError, type Schema } from '../src/index.ts';
import { clientWith, json, refusal } from './client-with.ts';

describe('the jobs of a client', () => {
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

  it('send their inputs a line each, and wait until the job has ended', async () => {
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

  it('have the parameters of all inputs for one that has null or undefined in their place', async () => {
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

  it('read results where a broken connection left off, each line once, and an error as an error', async () => {
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

  it('end where there is nothing to read yet, or nothing more', async () => {
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

  it('read on where a proxy passes an answer that broke off for a whole one, and take an empty page for no end', async () => {
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

  it('read on where a connection ends within a line or says nothing for too long', async () => {
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

  it('end with the reason of a caller who cancels, at that line or while none comes', async () => {
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

  it('tell the hooks of each attempt to read results, as every call does, and leave the lines to the reader', async () => {
    const told: string[] = [];
    const { client } = clientWith(
      [refusal(503, 'unavailable'), stream([`${line(0)}\n`], true), stream([`${line(1)}\n`], false)],
      {
        hooks: {
          onRequest: ({ request, attempt }) => void told.push(`${request.url.split('?')[1]} ${attempt}`),
          onResponse: ({ response, attempt }) => void told.push(`${response.status} ${attempt}`),
          onRetry: ({ request, error, attempt }) =>
            void told.push(`${error.code} ${request.url.split('?')[1]} ${attempt}`),
        },
      },
    );
    const read: number[] = [];
    for await (const { index } of client.jobs.results('made-up')) read.push(index);
    expect(read).toEqual([0, 1]);
    expect(told).toEqual([
      ...['from=0 0', '503 0', 'unavailable from=0 0'],
      ...['from=0 1', '200 1', 'connection_failed from=0 0'],
      ...['from=1 1', '200 1'],
    ]);
  });

  it('end with what a hook threw, or with a header that cannot be sent, and try nothing again', async () => {
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

  it('say of results why there was no answer, as every call does', async () => {
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

  it('read results after a refusal for the moment, as long as Retry-After says, and not for ever', async () => {
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

it('a job outlasts a server that is away for two minutes, unless its caller says how often to retry', async () => {
  const ended = { id: 'made-up', finished_at: '2026-11-22T00:00:00Z' };
  const away = () => Array.from({ length: 8 }, () => refusal(503, 'unavailable'));
  const line = '{"index":0,"status":200,"credits":1,"body":{}}\n';
  const back = [json(200, ended), ...away(), () => new Response(line)];
  const { client, waits } = clientWith([...away(), ...back], { random: () => 1 });
  const seconds = () => waits.splice(0).reduce((sum, ms) => sum + ms, 0) / 1000;
  expect(await client.jobs.wait('made-up')).toEqual(ended);
  // Half of the wait is random; here the random part takes all of it away.
  expect(2 * seconds()).toBeGreaterThanOrEqual(120);
  expect((await client.jobs.results('made-up').next()).value).toMatchObject({ index: 0 });
  expect(2 * seconds()).toBeGreaterThanOrEqual(120);

  await expect(clientWith(away()).client.jobs.wait('made-up', { retries: 3 })).rejects.toThrow('unavailable');
  const { client: hasty } = clientWith(away(), { retries: 0 });
  await expect(hasty.jobs.wait('made-up')).rejects.toThrow('unavailable');
  await expect(hasty.jobs.results('made-up').next()).rejects.toThrow('unavailable');
});

it('every home in a polygon is read page by page', async () => {
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

it('calls a fetch that it is given as a function alone, as those of browsers and workers want it', async () => {
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
