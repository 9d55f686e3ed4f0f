import { createHash, randomBytes, randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AT, BODY, BODY_TEXT, contentOf, downloads, OTHER, refusal } from './downloads.ts';

const d = downloads();

it.skipIf(process.platform === 'win32')(
  'a download is stored where no other user of the machine can read it',
  async () => {
    d.mirror.file(AT, BODY);
    await d.get();
    const { mode } = await stat(join(d.home, 'files'));
    expect(mode & 0o077).toBe(0);
  },
);

it('earlier editions of an address are deleted, even if the newest download broke off, unless keeps_former is set', async () => {
  const editions = [BODY, OTHER, Buffer.from('c,d\n'.repeat(50_000))];
  const whole = async () =>
    (await readdir(join(d.home, 'files'))).filter((name) => /^[0-9a-f]{64}$/.test(name)).length;
  for (const [at, body] of editions.entries()) {
    d.mirror.file(AT, body, { etag: `"${at}"`, cuts: at === 0 ? [] : [10_000] });
    expect(await contentOf(await d.get())).toBe(body.toString());
    expect(await whole()).toBe(1);
  }
  d.mirror.file(AT, BODY, { etag: '"4"' });
  await d.get({}, { keeps_former: true });
  expect(await whole()).toBe(2);
});

describe('a download that breaks off', () => {
  it('at a random byte is resumed there and completed', async () => {
    const at = randomInt(1000, BODY.length - 1);
    d.mirror.file(AT, BODY, { cuts: [at] });
    expect(await contentOf(await d.get())).toBe(BODY_TEXT);
    expect(d.ranges()).toEqual([null, expect.stringMatching(/^bytes=\d+-$/)]);
    expect(d.mirror.seen[1]!.headers['if-range']).toBe('"one"');
  });

  it('more often than the attempts allow continues as long as each attempt brings bytes', async () => {
    d.mirror.file(AT, BODY, { cuts: Array(12).fill(20_000) });
    expect(await contentOf(await d.get())).toBe(BODY_TEXT);
    expect(d.mirror.seen.length).toBe(13);
  });

  it.each([
    ['without ETag and date', { etag: null }],
    ['with a weak ETag', { etag: 'W/"weak"' }],
  ])('%s starts again, since nothing shows whether it is the same edition', async (_how, how) => {
    d.mirror.file(AT, BODY, { ...how, cuts: [100_000] });
    expect(await contentOf(await d.get())).toBe(BODY_TEXT);
    expect(d.ranges()).toEqual([null, null]);
  });

  it('is resumed by its date if there is no strong ETag', async () => {
    const last_modified = 'Fri, 28 Aug 2026 05:12:00 GMT';
    d.mirror.file(AT, BODY, { etag: 'W/"weak"', last_modified, cuts: [100_000] });
    expect(await contentOf(await d.get())).toBe(BODY_TEXT);
    expect(d.mirror.seen[1]!.headers['if-range']).toBe(last_modified);
  });

  it('is complete even if the server ignores the range', async () => {
    d.mirror.file(AT, BODY, { ignores_range: true, cuts: [100_000] });
    expect(await contentOf(await d.get())).toBe(BODY_TEXT);
  });

  it('never mixes two editions: a changed file starts again', async () => {
    d.mirror.file(AT, BODY, { cuts: [100_000, 100_000] });
    await refusal(
      d.get({}, { clock: { now: () => new Date(), wait: () => Promise.reject(new Error('stop')) } }),
    );
    expect(await d.left()).toHaveLength(1);
    d.mirror.file(AT, OTHER, { etag: '"two"' });
    expect(await contentOf(await d.get())).toBe(OTHER.toString('latin1'));
  });

  it('never mixes two editions, even if the server sends the rest of another despite If-Range', async () => {
    d.mirror.play(AT, (request, response, times) => {
      const begins = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0);
      const body = times === 0 ? BODY : OTHER;
      const headers = { etag: times === 0 ? '"one"' : '"two"', 'content-length': body.length - begins };
      if (begins > 0) response.writeHead(206, { ...headers, 'content-range': `bytes ${begins}-/*` });
      else response.writeHead(200, headers);
      if (times === 0)
        response.write(body.subarray(0, 90_000), () => setTimeout(() => response.destroy(), 50));
      else response.end(body.subarray(begins));
    });
    expect(await contentOf(await d.get())).toBe(OTHER.toString('latin1'));
  });

  it('because its process died is resumed by the next process, at every point', async () => {
    d.mirror.file(AT, BODY, { cuts: [100_000] });
    const dead = { now: () => new Date(), wait: () => Promise.reject(new Error('killed')) };
    await refusal(d.get({}, { clock: dead }));
    // Notes that were only partly written when the process died.
    const whole = await d.get();
    const notes = join(
      d.home,
      'files',
      (await readdir(join(d.home, 'files'))).find((n) => n.endsWith('.json'))!,
    );
    // The process died after it wrote the notes of the complete file and before it renamed the part.
    const part = notes.replace(/json$/, 'part');
    await writeFile(part, BODY);
    await rm(whole.path);
    d.mirror.seen.length = 0;
    expect(await contentOf(await d.get())).toBe(BODY_TEXT);
    expect(d.mirror.seen.map((one) => one.headers['if-none-match'])).toEqual(['"one"']);
    await writeFile(notes, '{"name": "bo');
    expect(await contentOf(await d.get())).toBe(BODY_TEXT);
  });
});

describe('an answer that is not the file', () => {
  it.each([
    ['as its type says', 'text/html; charset=utf-8', 'sorry'],
    ['whatever its type says', 'text/csv', '\ufeff  <!DOCTYPE html><html><p>This service has ended'],
    ['without a type', 'application/octet-stream', '<?xml version="1.0"?><html><p>moved</html>'],
  ])('a web page with status 200, %s, is refused and not stored', async (_how, type, body) => {
    d.mirror.file(AT, body, { type });
    const error = await refusal(d.get({ content: null }));
    expect([error.code, error.message]).toEqual(['refused', expect.stringContaining('a web page')]);
    expect(await d.left()).toEqual([]);
    expect(d.mirror.seen).toHaveLength(1);
  });

  it.each([
    ['csv', 'application/json', '{"error": "quota"}', 'JSON'],
    ['csv', 'text/csv', ' { "error": "quota"}', 'JSON'],
    ['csv', 'application/xml', '<?xml version="1.0"?><Error/>', 'XML'],
    ['zip', 'application/zip', 'name,length_m\n', 'no zip file'],
    ['gzip', 'application/gzip', 'name,length_m\n', 'no gzip file'],
    ['csv', 'text/csv', '', 'an empty file'],
  ] as const)('for a %s file with the type %s is refused', async (content, type, body, words) => {
    d.mirror.file(AT, body, { type });
    expect((await refusal(d.get({ content }))).message).toContain(words);
  });

  it('does not include a table whose first field is in braces', async () => {
    const lookup = '{0000AAAA-0000-0000-0000-000000000001},998000000001\n';
    d.mirror.file(AT, lookup, { type: 'text/csv' });
    expect(await contentOf(await d.get({ content: 'csv' }))).toBe(lookup);
  });

  it('by the MD5 that its publisher lists is refused and not stored', async () => {
    d.mirror.file(AT, BODY);
    const md5 = createHash('md5').update(OTHER).digest('hex');
    expect((await refusal(d.get({ md5 }))).message).toContain(`not ${md5}`);
    expect(await d.left()).toEqual([]);
    const right = createHash('md5').update(BODY).digest('hex');
    expect(await contentOf(await d.get({ md5: right.toUpperCase() }))).toBe(BODY_TEXT);
  });

  it('by its length is not stored as complete', async () => {
    d.mirror.play(AT, (_request, response) => {
      response.writeHead(200, { 'content-length': BODY.length });
      response.write(BODY.subarray(0, 5000), () => setTimeout(() => response.destroy(), 20));
    });
    const error = await refusal(d.get());
    expect(error.code).toBe('download');
    expect(
      existsSync(join(d.home, 'files', createHash('sha256').update(BODY.subarray(0, 5000)).digest('hex'))),
    ).toBe(false);
  });
});

describe('a signed address', () => {
  const SIGNED = 'store.example/boats.csv';
  it('is requested again for each attempt, and is in no file and no message', async () => {
    let given = 0;
    d.mirror.play(AT, (_request, response) => {
      given++;
      response.writeHead(302, { location: `https://${SIGNED}?signature=secret${given}` }).end();
    });
    d.mirror.play(`${SIGNED}?signature=secret1`, (_request, response) => {
      response.writeHead(200, { etag: '"one"', 'content-length': BODY.length });
      response.write(BODY.subarray(0, 60_000), () => setTimeout(() => response.destroy(), 50));
    });
    // The second signed address has expired before it is used, as happens if a clock is slow.
    d.mirror.play(`${SIGNED}?signature=secret2`, (_request, response) => void response.writeHead(403).end());
    d.mirror.file(`${SIGNED}?signature=secret3`, BODY);
    expect(await contentOf(await d.get())).toBe(BODY_TEXT);
    expect(d.mirror.seen.at(-1)!.headers.range).toMatch(/^bytes=\d+-$/);
    for (const name of (await readdir(join(d.home, 'files'))).filter((one) => one.endsWith('.json')))
      expect(await readFile(join(d.home, 'files', name), 'utf8')).not.toContain('secret');
    d.mirror.play(SIGNED, (_request, response) => void response.writeHead(404).end());
    expect((await refusal(d.get())).message).not.toContain('secret');
  });
});

describe('the rest of a download', () => {
  /** Sends half of the file at first, and then what `rest` returns. */
  const play = (headers: OutgoingHttpHeaders, rest: (begins: number) => [OutgoingHttpHeaders, Buffer]) =>
    d.mirror.play(AT, (request, response) => {
      const begins = /\d+/.exec(request.headers.range ?? '')?.[0];
      if (begins !== undefined) {
        const [more, body] = rest(Number(begins));
        response.writeHead(206, { ...headers, ...more }).end(body);
        return;
      }
      response.writeHead(200, { ...headers, 'content-length': BODY.length });
      if (d.mirror.seen.length > 1) response.end(BODY);
      else response.write(BODY.subarray(0, 100_000), () => setTimeout(() => response.destroy(), 50));
    });

  it.each([
    ['without a Content-Range', {}],
    ['in several parts', { 'content-type': 'multipart/byteranges; boundary=x' }],
  ])('is not appended to the part if it comes %s, since nothing says where it begins', async (_, more) => {
    play({ etag: '"one"' }, () => [more, BODY]);
    expect(await contentOf(await d.get())).toBe(BODY_TEXT);
  });

  it('is not appended to the part if it is of a file of another length, whatever its date and ETag say', async () => {
    const other = Buffer.concat([OTHER, Buffer.from('longer')]);
    play({ 'last-modified': 'Fri, 28 Aug 2026 05:12:00 GMT' }, (begins) => [
      { 'content-range': `bytes ${begins}-${other.length - 1}/${other.length}` },
      other.subarray(begins),
    ]);
    expect(await contentOf(await d.get())).toBe(BODY_TEXT);
  });
});

describe('a token', () => {
  const value = `made-up-${randomBytes(8).toString('hex')}`;
  const token = { value, scheme: 'Bearer', hosts: ['publisher.example'] } as const;
  const given = () => d.mirror.seen.map((one) => [one.at.split('/')[0], one.headers.authorization ?? null]);

  it('is sent to its own host and to no host that this redirects to', async () => {
    d.mirror.play(
      AT,
      (_q, response) => void response.writeHead(302, { location: 'https://store.example/b' }).end(),
    );
    d.mirror.file('store.example/b', BODY);
    await d.get({}, { token });
    expect(given()).toEqual([
      ['publisher.example', `Bearer ${value}`],
      ['store.example', null],
    ]);
  });

  it('is sent to no other host, even if that is asked first, and to none without TLS', async () => {
    d.mirror.file('store.example/b', BODY);
    d.mirror.file('publisher.example/b', BODY);
    await d.get({ address: 'https://store.example/b' }, { token });
    await d.get({ address: 'http://publisher.example/b' }, { token });
    expect(given()).toEqual([
      ['store.example', null],
      ['publisher.example', null],
    ]);
  });

  it('is in no message and no file, whatever fails', async () => {
    const quoting = () => Promise.reject(new Error(`invalid header value "Bearer ${value}"`));
    const error = await refusal(d.get({}, { token, fetch: quoting as unknown as typeof fetch }));
    expect(error.message).toContain('invalid header value');
    expect(error.message).not.toContain(value);
    d.mirror.file(AT, BODY);
    await d.get({}, { token });
    for (const name of await readdir(join(d.home, 'files')))
      expect((await readFile(join(d.home, 'files', name))).includes(value), name).toBe(false);
  });
});

describe('a user name and password in an address', () => {
  const header = `Basic ${Buffer.from('made up:se/cret').toString('base64')}`;
  const address = `https://made%20up:se%2Fcret@${AT}`;
  const given = () => d.mirror.seen.map((one) => [one.at.split('/')[0], one.headers.authorization ?? null]);

  it('are sent to their own host and to no host that this redirects to', async () => {
    d.mirror.play(AT, (_q, response, times) => {
      const location = times === 0 ? `/${AT.split('/').slice(1).join('/')}` : 'https://store.example/b';
      response.writeHead(302, { location }).end();
    });
    d.mirror.file('store.example/b', BODY);
    expect((await d.get({ address })).uri).toBe(`https://${AT}`);
    expect(given()).toEqual([
      ['publisher.example', header],
      ['publisher.example', header],
      ['store.example', null],
    ]);
  });

  it('are in no requested address and no message, even if a redirect gives them', async () => {
    const asked: string[] = [];
    const quoting = (at: string) => {
      asked.push(at);
      return Promise.reject(new Error(`cannot ask ${at}`));
    };
    const error = await refusal(d.get({ address }, { fetch: quoting as unknown as typeof fetch }));
    expect(error.message).toContain(`cannot ask https://${AT}`);
    d.mirror.play(
      AT,
      (_q, response) =>
        void response.writeHead(302, { location: 'https://made:se%2Fcret@store.example/b' }).end(),
    );
    const led = (await refusal(d.get())).message;
    expect([error.message, led, ...asked].join(' ')).not.toContain('cret');
    expect(given().at(-1)).toEqual([
      'store.example',
      `Basic ${Buffer.from('made:se/cret').toString('base64')}`,
    ]);
  });
});

it.each(['100%', 'a%zz.csv'])(
  'downloads a file whose address ends with %s, which is no valid encoding',
  async (name) => {
    d.mirror.file(`publisher.example/${name}`, BODY);
    expect((await d.get({ address: `https://publisher.example/${name}` })).name).toBe(name);
  },
);

it('gives up a download that comes byte by byte without end, and keeps its part', async () => {
  d.mirror.play(AT, (request, response) => {
    const begins = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0);
    const range = { 'content-range': `bytes ${begins}-${BODY.length - 1}/${BODY.length}` };
    response.writeHead(begins > 0 ? 206 : 200, { etag: '"one"', ...(begins > 0 ? range : {}) });
    let at = begins || 100_000;
    if (begins === 0) response.write(BODY.subarray(0, at));
    const more = setInterval(() => response.write(BODY.subarray(at, ++at)), 20);
    response.on('close', () => clearInterval(more));
  });
  // A minute passes whenever the clock is looked at.
  let minutes = 0;
  const clock = { now: () => new Date(), elapsed_ms: () => minutes++ * 60_000, wait: async () => {} };
  const { message } = await refusal(d.get({}, { clock }));
  expect(message).toMatch(/it sent \d+ bytes in five minutes\. What has come so far is kept/);
  expect(await d.left()).toHaveLength(1);
});

it('names the variable to set if a network has its own certificate authority', async () => {
  const cause = Object.assign(new Error('no way out'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' });
  const failing = () => Promise.reject(new TypeError('fetch failed', { cause }));
  const { message } = await refusal(d.get({}, { fetch: failing as unknown as typeof fetch }));
  expect(message).toContain('fetch failed (no way out); ');
  expect(message).toContain('NODE_EXTRA_CA_CERTS');
});

it('promises to resume only if bytes have come', async () => {
  d.mirror.play(AT, (_q, response) => void response.writeHead(503).end());
  expect((await refusal(d.get())).message).toMatch(/answered 503\.$/);
});

it('follows no redirect to an address that is not encrypted', async () => {
  d.mirror.play(
    AT,
    (_q, response) => void response.writeHead(302, { location: 'http://publisher.example/b' }).end(),
  );
  d.mirror.file('publisher.example/b', BODY);
  expect((await refusal(d.get())).message).toContain('not encrypted');
});

it.each([
  ['file:///etc/hostname', /redirects to file:, which is not a web address/],
  ['data:text/csv,name%2Clength_m%0Aa%2C1', /redirects to data:, which is not a web address/],
  ['http://', /redirects to an invalid address/],
])('follows no redirect to %s, says so and does not ask again', async (location, words) => {
  d.mirror.play(AT, (_q, response) => void response.writeHead(302, { location }).end());
  expect((await refusal(d.get())).message).toMatch(words);
  expect(d.mirror.seen).toHaveLength(1);
});

it.each([
  [429, '7', 7000],
  [503, 'Sun, 22 Nov 2026 09:02:00 GMT', 120_000],
])('waits after status %i for as long as Retry-After %s says', async (status, after, wait_ms) => {
  d.mirror.play(AT, (_request, response, times) => {
    if (times === 0) response.writeHead(status, { 'retry-after': after }).end();
    else response.end(BODY);
  });
  expect(await contentOf(await d.get())).toBe(BODY_TEXT);
  expect(d.waits).toEqual([wait_ms]);
});

// The last is no valid form, though JavaScript reads it as a day of 2040.
it.each(['0', 'Sun, 22 Nov 2026 08:00:00 GMT', '40.1'])(
  'waits longer after each attempt if Retry-After %s asks for no pause',
  async (after) => {
    d.mirror.play(AT, (_q, response) => void response.writeHead(503, { 'retry-after': after }).end());
    await refusal(d.get());
    expect(d.waits).toEqual([500, 1000, 2000, 4000, 4000]);
  },
);

it('does not wait if Retry-After is too long, and says when to come again', async () => {
  d.mirror.play(AT, (_q, response) => void response.writeHead(429, { 'retry-after': '7200' }).end());
  expect((await refusal(d.get())).message).toContain('come again in 120 minutes');
  expect(d.waits).toEqual([]);
});
