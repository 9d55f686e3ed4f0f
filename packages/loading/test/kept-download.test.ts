import { createHash, randomBytes } from 'node:crypto';
import { readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FileAnswer } from '@domesday/testing';
import { describe, expect, it } from 'vitest';
import { AT, BODY, BODY_TEXT, contentOf, downloads, OTHER, refusal } from './downloads.ts';

const d = downloads();

describe('a valid part of a download', () => {
  const partOf = async () => join(d.home, 'files', (await d.left())[0]!);
  const notesNow = async () => JSON.parse(await readFile((await partOf()).replace(/part$/, 'json'), 'utf8'));
  const sizeOfPart = async () => ((await d.left()).length === 0 ? 0 : (await stat(await partOf())).size);
  const begun = async (how: FileAnswer = {}) => {
    // On a busy machine the connection may break before a byte is written.
    do {
      d.mirror.file(AT, BODY, { ...how, cuts: [100_000] });
      await d.die();
    } while ((await sizeOfPart()) === 0);
    d.mirror.seen.length = 0;
  };

  it.each([
    ['states its length', {}],
    ['does not state its length', { unsized: true }],
  ])(
    'that is complete, because its process died during hashing, is not sent again by a publisher that %s',
    async (_how, how) => {
      await begun(how);
      await writeFile(await partOf(), BODY);
      d.mirror.file(AT, BODY, how);
      let sent = 0;
      expect(await contentOf(await d.get({}, { onBytes: () => sent++ }))).toBe(BODY_TEXT);
      expect(sent).toBe(0);
    },
  );

  it('that is complete, but not of the edition that its publisher lists now, is downloaded again', async () => {
    await begun();
    await writeFile(await partOf(), OTHER);
    d.mirror.file(AT, BODY, { etag: '"two"' });
    const md5 = createHash('md5').update(BODY).digest('hex');
    expect(await contentOf(await d.get({ md5 }))).toBe(BODY_TEXT);
  });

  it.each([
    ['a web page with status 200', 200, { 'content-type': 'text/html' }, '<!doctype html><p>Back at noon'],
    ['an empty file', 200, {}, ''],
    ['an error', 404, {}, 'gone'],
    ['a refusal', 403, {}, 'no'],
    ['an overload', 503, {}, 'busy'],
  ])(
    'is kept if %s comes in place of the file, and is resumed later',
    async (_what, status, headers, body) => {
      await begun();
      const before = await notesNow();
      d.mirror.play(AT, (_q, response) => void response.writeHead(status, headers).end(body));
      await refusal(d.get());
      expect(await notesNow()).toEqual(before);
      d.mirror.seen.length = 0;
      d.mirror.file(AT, BODY);
      expect(await contentOf(await d.get())).toBe(BODY_TEXT);
      expect(d.ranges()).toEqual([expect.stringMatching(/^bytes=\d+-$/)]);
    },
  );

  it('is kept if a server resumes at the wrong place, until the whole file begins to come', async () => {
    await begun();
    const wrong = (status: number) =>
      d.mirror.play(AT, (request, response) => {
        const range = { etag: '"one"', 'content-range': `bytes 0-/${BODY.length}` };
        if (request.headers.range) response.writeHead(206, range).end(BODY);
        else response.writeHead(status, { etag: '"one"' }).end(BODY);
      });
    wrong(404);
    await refusal(d.get());
    expect(await d.left()).toHaveLength(1);
    wrong(200);
    expect(await contentOf(await d.get())).toBe(BODY_TEXT);
  });

  it('is continued if a server sends less of the rest than was requested', async () => {
    await begun();
    d.mirror.play(AT, (request, response) => {
      const from = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0);
      const to = Math.min(from + 150_000, BODY.length);
      const range = `bytes ${from}-${to - 1}/${BODY.length}`;
      const headers = { etag: '"one"', 'content-range': range, 'content-length': to - from };
      response.writeHead(206, headers).end(BODY.subarray(from, to));
    });
    expect(await contentOf(await d.get())).toBe(BODY_TEXT);
  });
});

describe('an answer that is encoded although the request excludes encodings', () => {
  const packed = gzipSync(BODY);
  const encoded = { 'content-encoding': 'gzip', etag: '"one"' };
  const whole = { ...encoded, 'content-length': packed.length };

  it('is never resumed, since offsets in the decoded content are not those of the sent bytes', async () => {
    const noise = randomBytes(200_000);
    const sent = gzipSync(noise);
    d.mirror.play(AT, (_q, response, times) => {
      response.writeHead(200, { ...encoded, 'content-length': sent.length });
      if (times === 0)
        response.write(sent.subarray(0, 150_000), () => setTimeout(() => response.destroy(), 50));
      else response.end(sent);
    });
    expect(await contentOf(await d.get({ content: null }))).toBe(noise.toString('latin1'));
    expect(d.ranges()).toEqual([null, null]);
    expect(d.mirror.seen).toHaveLength(2);
  });

  it('is downloaded from the start if only the rest of a plain file is encoded', async () => {
    d.mirror.file(AT, BODY, { cuts: [100_000] });
    await d.die();
    d.mirror.play(AT, (request, response) => {
      const begins = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0);
      const range = { 'content-range': `bytes ${begins}-${BODY.length - 1}/${BODY.length}` };
      if (begins > 0) response.writeHead(206, { ...encoded, ...range }).end(gzipSync(BODY.subarray(begins)));
      else response.writeHead(200, whole).end(packed);
    });
    expect(await contentOf(await d.get())).toBe(BODY_TEXT);
  });

  it.each(['', ',', 'Identity', 'identity, '])(
    'is a plain file if its Content-Encoding is "%s", so it is resumed, and a gzip file stays one',
    async (name) => {
      const plain = { 'content-encoding': name, etag: '"one"' };
      d.mirror.play(AT, (request, response, times) => {
        const begins = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0);
        const range = { 'content-range': `bytes ${begins}-${BODY.length - 1}/${BODY.length}` };
        response.writeHead(begins > 0 ? 206 : 200, { ...plain, ...(begins > 0 && range) });
        if (times === 0)
          response.write(BODY.subarray(0, 150_000), () => setTimeout(() => response.destroy(), 50));
        else response.end(BODY.subarray(begins));
      });
      expect(await contentOf(await d.get())).toBe(BODY_TEXT);
      expect(d.ranges()).toEqual([null, expect.stringMatching(/^bytes=\d+-$/)]);
      const gzip_at = 'publisher.example/files/boats.csv.gz';
      d.mirror.play(gzip_at, (_q, response) => void response.writeHead(200, plain).end(packed));
      const gzip = await d.get({ address: `https://${gzip_at}`, content: 'gzip' });
      expect(await contentOf(gzip)).toBe(packed.toString('latin1'));
    },
  );

  it('is stored decoded even if a gzip file is expected', async () => {
    d.mirror.play(AT, (_q, response) => void response.writeHead(200, whole).end(packed));
    expect(await contentOf(await d.get({ content: 'gzip' }))).toBe(BODY_TEXT);
  });
});

describe('a stored file', () => {
  const second = async (damage: (path: string) => Promise<void>) => {
    d.mirror.file(AT, BODY);
    await damage((await d.get()).path);
    d.mirror.seen.length = 0;
    expect(await contentOf(await d.get())).toBe(BODY_TEXT);
    return d.mirror.seen.map((one) => one.headers['if-none-match'] ?? null);
  };

  it('that is complete is not sent again', async () => {
    expect(await second(async () => {})).toEqual(['"one"']);
  });

  it.each([
    ['was cut short', (path: string) => truncate(path, 1000)],
    ['was written over', (path: string) => writeFile(path, OTHER)],
    ['is empty', (path: string) => truncate(path, 0)],
    ['was removed', (path: string) => rm(path)],
  ])('that %s is downloaded again, whether or not its publisher has changed it', async (_how, damage) => {
    expect(await second(damage)).toEqual([null]);
  });
});

describe('two downloads of one address at once', () => {
  it('all end with the complete file, from the beginning or resumed', async () => {
    for (const resumed of [false, true]) {
      d.mirror.file(AT, BODY, { etag: `"${resumed}"`, cuts: resumed ? [100_000] : [] });
      if (resumed) await d.die();
      const both = await Promise.all([d.get(), d.get(), d.get()]);
      for (const one of both) expect(await contentOf(one)).toBe(BODY_TEXT);
      expect(await d.left()).toEqual([]);
    }
  });
});
