import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mirror, startMirror } from '@domesday/testing';
import { afterEach, beforeEach, expect } from 'vitest';
import { type DownloadOptions, download, type Wanted } from '../src/publishers/download.ts';
import type { LoadError } from '../src/types.ts';

/** A file of a publisher, and another edition of it. */
export const AT = 'publisher.example/files/boats.csv';
const ADDRESS = `https://${AT}`;
export const BODY = Buffer.concat([Buffer.from('name,length_m\n'), Buffer.from('a'.repeat(400_000))]);
export const OTHER = Buffer.concat([Buffer.from('name,length_m\n'), Buffer.from('b'.repeat(400_000))]);
/** As text: buffers are compared byte by byte, which takes seconds. */
export const BODY_TEXT = BODY.toString('latin1');

/** Why a download was refused. */
export async function refusal(work: Promise<unknown>): Promise<LoadError> {
  const error = await work.then(
    () => null,
    (thrown: LoadError) => thrown,
  );
  expect(error).not.toBeNull();
  return error!;
}

export const contentOf = (file: { path: string }) => readFile(file.path, 'latin1');

/** For each test a mirror and an empty folder of downloads; waits are noted and pass at once. */
export function downloads() {
  const made = {
    mirror: null as unknown as Mirror,
    home: '',
    waits: [] as number[],
    get: (wanted: Partial<Wanted> = {}, options: Partial<DownloadOptions> = {}) =>
      download(
        { address: ADDRESS, content: 'csv', ...wanted },
        {
          home: made.home,
          fetch: made.mirror.fetch,
          clock: {
            now: () => new Date('2026-11-22T09:00:00Z'),
            wait: async (ms) => void made.waits.push(ms),
          },
          ...options,
        },
      ),
    /** Begins the download and breaks it off, like a process that dies. */
    die: () =>
      refusal(
        made.get({}, { clock: { now: () => new Date(), wait: () => Promise.reject(new Error('killed')) } }),
      ),
    ranges: () => made.mirror.seen.map((one) => one.headers.range ?? null),
    left: async () => (await readdir(join(made.home, 'files'))).filter((name) => name.endsWith('.part')),
  };
  beforeEach(async () => {
    made.mirror = await startMirror();
    made.home = await mkdtemp(join(tmpdir(), 'domesday-download-'));
    made.waits = [];
  });
  afterEach(async () => {
    await made.mirror.close();
    await rm(made.home, { recursive: true, force: true });
  });
  return made;
}
