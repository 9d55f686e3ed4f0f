import { expect, expectTypeOf, it, vi } from 'vitest';
import { type AnswerOf, createClient, DomesdayError, NotFoundError } from '../src/index.ts';
import { clientWith } from './client-with.ts';

interface Seen {
  url: string;
  key: string;
  uprns: string[];
}

/** A client of a server that answers as `answer` decides for each UPRN and attempt, and the requests it received. */
function served(answer: (uprn: string, attempt: number) => number | 'cut' = () => 200) {
  const seen: Seen[] = [];
  const attempts = new Map<string, number>();
  const client = createClient({
    apiKey: 'svc_test_key',
    baseUrl: 'https://api.example',
    wait: async () => {},
    fetch: async (request) => {
      const items = (await request.text())
        .split('\n')
        .filter(Boolean)
        .map((line): { uprn: string; ref?: string } => JSON.parse(line) ?? { uprn: 'null' });
      const uprns = items.map(({ uprn }) => uprn);
      seen.push({ url: request.url, key: request.headers.get('idempotency-key')!, uprns });
      const statuses = uprns.map((uprn) => {
        attempts.set(uprn, (attempts.get(uprn) ?? 0) + 1);
        return answer(uprn, attempts.get(uprn)!);
      });
      if (statuses.includes('cut')) throw new TypeError('connection reset');
      const lines = statuses.map((status, index) =>
        status === 200
          ? { index, ref: items[index]!.ref, status, credits: 3, body: { uprn: uprns[index] } }
          : {
              index,
              ref: items[index]!.ref,
              status,
              credits: 0,
              error: { code: 'uprn_not_found', message: 'Not known.', status },
            },
      );
      return new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    },
  });
  return { client, seen };
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ uprn: String(i), ...(i % 2 ? { ref: `mine ${i}` } : {}) }));

it('gives the result of every input of a batch in order, and refused inputs as errors of their class', async () => {
  const { client, seen } = served((uprn) => (uprn === '3' ? 404 : 200));
  const lines = [];
  for await (const line of client.batch('valuations.sale', numbered(5), {
    portion: 2,
    idempotencyKey: 'may',
  })) {
    if (line.body) expectTypeOf(line.body).toEqualTypeOf<AnswerOf<'valuations.sale'>>();
    lines.push(line);
  }
  expect(lines.map(({ ref }) => ref)).toEqual([null, 'mine 1', null, 'mine 3', null]);
  expect(lines.map(({ index, status, credits, body }) => [index, status, credits, body?.uprn])).toEqual([
    [0, 200, 3, '0'],
    [1, 200, 3, '1'],
    [2, 200, 3, '2'],
    [3, 404, 0, undefined],
    [4, 200, 3, '4'],
  ]);
  expect(lines[3]!.error).toBeInstanceOf(NotFoundError);
  expect(seen.map(({ url }) => url)[0]).toBe('https://api.example/v1/batch?operation=valuations.sale');
  expect(seen.map(({ key }) => key)).toEqual(['may-0', 'may-2', 'may-4']);
});

it('reads the inputs of a batch no further than two portions ahead of its reader', async () => {
  const { client } = served();
  let read = 0;
  let ended = false;
  async function* inputs() {
    try {
      for (const one of numbered(1000)) {
        read += 1;
        yield one;
      }
    } finally {
      ended = true;
    }
  }
  for await (const { index } of client.batch('properties.get', inputs(), { portion: 10 })) {
    expect(read).toBeLessThanOrEqual(index + 30);
    if (index === 55) break;
  }
  await new Promise((done) => setTimeout(done, 5));
  expect([read <= 80, ended]).toEqual([true, true]);
});

it('repeats inputs that were cut off or refused for now, in their place and under the same key, so that repeating is free', async () => {
  const { client, seen } = served((uprn, attempt) => {
    if (uprn === '1' && attempt === 1) return 'cut';
    return uprn === '2' && attempt < 4 ? 503 : 200;
  });
  const statuses = [];
  for await (const { status } of client.batch('properties.get', numbered(3), { idempotencyKey: 'k' }))
    statuses.push(status);
  expect(seen.map(({ key, uprns }) => [key, uprns.join()])).toEqual([
    ['k-0', '0,1,2'],
    ['k-0', '0,1,2'],
    ['k-0', 'null,null,2'],
    ['k-0', 'null,null,2'],
  ]);
  expect(statuses).toEqual([200, 200, 200]);
});

it('gives the answers of a portion that came, even if the server is away when the rest is repeated', async () => {
  for (const away of ['cut', 503] as const) {
    const { client } = served((uprn, attempt) => (uprn !== '1' ? 200 : attempt === 1 ? 503 : away));
    const statuses = [];
    for await (const { status } of client.batch('properties.get', numbered(4), { portion: 3 }))
      statuses.push(status);
    expect(statuses).toEqual([200, 503, 200, 200]);
  }
});

it('repeats the inputs that are missing in an answer which a proxy cut short but passed on as complete', async () => {
  const line = (index: number) =>
    `${JSON.stringify({ index, status: 200, credits: 1, body: { uprn: index } })}\n`;
  const refused = (index: number) =>
    `${JSON.stringify({ index, status: 400, credits: 0, error: { code: 'malformed_request', message: 'No.' } })}\n`;
  const whole = [line(0), line(1), line(2)].join('');
  for (const first of [whole.slice(0, -9), line(0) + line(1), `${line(0)}{"ind`, '']) {
    const kept = first.split('\n').length - 1;
    const rest = [0, 1, 2].map((index) => (index < kept ? refused(index) : line(index)));
    const { client, seen } = clientWith([() => new Response(first), () => new Response(rest.join(''))]);
    const read = [];
    for await (const { index, status } of client.batch('properties.get', numbered(3)))
      read.push([index, status]);
    expect(read).toEqual([0, 1, 2].map((index) => [index, 200]));
    expect(seen[1]!.body.match(/^null$/gm) ?? []).toHaveLength(kept);
  }
});

it.each<[string, (() => Response)[], number]>([
  ['breaks off each time', [], 3],
  [
    'is refused then',
    [() => new Response('{"error":{"code":"invalid_key","message":"No."}}', { status: 401 })],
    2,
  ],
])(
  'gives the paid answers of a portion that came before it throws because the rest %s',
  async (_, then, requests) => {
    const first = [0, 1].map((index) => ({ index, status: 200, credits: 1, body: { uprn: index } }));
    const text = first.map((one) => `${JSON.stringify(one)}\n`).join('');
    const { client, seen } = clientWith([() => new Response(text), ...then]);
    const read: number[] = [];
    const all = (async () => {
      for await (const { index } of client.batch('properties.get', numbered(9), { portion: 3 }))
        read.push(index);
    })();
    await expect(all).rejects.toBeInstanceOf(DomesdayError);
    expect([read, seen.length]).toEqual([[0, 1], requests]);
  },
);

it('keeps the lines that came before the connection broke within an answer, and repeats only the others', async () => {
  const cut = (text: string) => () => {
    const pieces = [text.slice(0, 20), text.slice(20)];
    const pull = (to: ReadableStreamDefaultController<Uint8Array>) => {
      const piece = pieces.shift();
      if (piece === undefined) to.error(new TypeError('terminated'));
      else to.enqueue(new TextEncoder().encode(piece));
    };
    return new Response(new ReadableStream({ pull }));
  };
  const line = (index: number, status = 200) =>
    `${JSON.stringify({ index, status, credits: 1, body: { uprn: index } })}\n`;
  const answers = [
    cut(`${line(0)}${line(1)}{"index":2,"st`),
    cut(line(0, 400) + line(1, 400) + line(2)),
    cut(line(0, 400)),
  ];
  const { client, seen } = clientWith(answers, { retries: 2 });
  const read: unknown[] = [];
  const all = (async () => {
    for await (const { index, status } of client.batch('properties.get', numbered(4)))
      read.push([index, status]);
  })();
  await expect(all).rejects.toMatchObject({
    code: 'connection_failed',
    message: expect.stringContaining('terminated'),
  });
  expect(read).toEqual([0, 1, 2].map((index) => [index, 200]));
  expect(seen.map(({ body }) => body.match(/^null$/gm)?.length ?? 0)).toEqual([0, 2, 3]);
});

it('throws the error that refuses a whole batch', async () => {
  const client = createClient({
    apiKey: 'svc_test_key',
    fetch: async () => new Response('{"error":{"code":"invalid_key","message":"No."}}', { status: 401 }),
  });
  const first = client.batch('properties.get', numbered(1)).next();
  await expect(first).rejects.toThrow(DomesdayError);
});

it.each([['<html><body>Gateway</body></html>\n'], ['null\n'], ['{"status":200}\n'], ['<html>']])(
  'throws for a line that is no result: %j',
  async (text) => {
    const { client } = clientWith([() => new Response(text)]);
    const unreadable = expect.objectContaining({
      name: 'DomesdayError',
      code: 'unreadable_answer',
      status: 200,
    });
    await expect(client.batch('properties.get', numbered(1)).next()).rejects.toEqual(unreadable);
    if (!text.endsWith('\n')) return;
    await expect(client.jobs.results('made-up').next()).rejects.toEqual(unreadable);
  },
);

it('sends each header of a batch once, in any letter case, with the idempotency key of the caller', async () => {
  const sent: Headers[] = [];
  const { client } = clientWith([], {
    headers: { 'User-Agent': 'mine', Accept: 'text/plain' },
    fetch: async (request) => {
      sent.push(request.headers);
      return new Response('{"index":0,"status":200,"credits":1,"body":{}}\n');
    },
  });
  const headers = { 'Idempotency-Key': 'may' };
  for await (const _ of client.batch('properties.get', [{ uprn: '1' }], { headers }));
  expect(Object.fromEntries(sent[0]!)).toMatchObject({
    accept: 'application/x-ndjson',
    'idempotency-key': 'may-0',
    'user-agent': 'mine',
  });
});

it('waits for a batch as long as answers come, and at most timeoutMs for the next one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const server = writable.getWriter();
    const { client } = clientWith([() => new Response(readable)], { timeoutMs: 100, retries: 0 });
    const answers = [0, 1, 2, 3].map((index) => {
      const line = { index, status: 200, credits: 1, body: { uprn: String(index) } };
      return new TextEncoder().encode(`${JSON.stringify(line)}\n`);
    });
    const first = client.batch('properties.get', numbered(4)).next();
    for (const answer of answers) {
      await vi.advanceTimersByTimeAsync(80);
      await server.write(answer);
    }
    await server.close();
    expect(await first).toMatchObject({ value: { index: 0, status: 200 } });

    const silent = new TransformStream<Uint8Array, Uint8Array>();
    const { client: other } = clientWith([() => new Response(silent.readable)], {
      timeoutMs: 100,
      retries: 0,
    });
    const batch = other.batch('properties.get', numbered(4));
    const came = batch.next();
    await vi.advanceTimersByTimeAsync(80);
    const writer = silent.writable.getWriter();
    await writer.write(answers[0]!);
    await vi.advanceTimersByTimeAsync(100);
    expect(await came).toMatchObject({ value: { index: 0, status: 200 } });
    await expect(batch.next()).rejects.toMatchObject({ code: 'timeout' });
    // For a fetch that does not stop: no timer is left, which would keep a program from ending.
    await writer.write(answers[1]!);
    await vi.advanceTimersByTimeAsync(1);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
