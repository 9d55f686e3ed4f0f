import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type FetchedFile, LoadError } from '../types.ts';
import { contentProblem, HEAD_BYTES } from './content.ts';
import {
  askedWait,
  askJson,
  causeOf,
  type Failure,
  isPassing,
  pause,
  type Requests,
  SYSTEM_CLOCK,
  send,
  shown,
} from './requests.ts';
import type { FoundFile } from './types.ts';

export interface DownloadOptions extends Requests {
  /** Downloads are kept in `<home>/files`, each under the SHA-256 of its content. */
  home: string;
  onBytes?(file: string, bytes: number, total: number): void;
}

/** What is known of a file before it is asked for. */
export type Wanted = Pick<FoundFile, 'address'> &
  Partial<Pick<FoundFile, 'name' | 'bytes' | 'md5' | 'signed_at'>> & {
    content?: FoundFile['content'] | null;
  };

/** Attempts without a byte more than the one before. */
const ATTEMPTS = 6;

/** What is stored beside a download. The address that a redirect led to is never written. */
interface Notes {
  name: string;
  etag: string | null;
  last_modified: string | null;
  /** Set when the download is complete. */
  hash?: string;
  bytes?: number;
}

interface Place {
  folder: string;
  part: string;
  notes: string;
}

/**
 * Downloads a file. An interrupted download is resumed, in this run or the next (Range with If-Range, so that two
 * editions are never mixed); a file that has not changed at the publisher is not downloaded again. Web pages, wrong
 * lengths and wrong checksums are refused. Throws LoadError, whose message has neither token nor signed address.
 */
export async function download(wanted: Wanted, options: DownloadOptions): Promise<FetchedFile> {
  const place = placeOf(wanted.address, options.home);
  await mkdir(place.folder, { recursive: true });
  await finishRename(place);
  let failure: Failure | null = null;
  let most = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await pause(attempt, failure, options);
    try {
      const outcome = await tryOnce(wanted, place, options);
      if ('file' in outcome) return outcome.file;
      failure = outcome;
    } catch (error) {
      // Another attempt makes no room on a full disk.
      if (error instanceof LoadError || isOfThisDisk(error)) throw error;
      failure = { problem: causeOf(error, options.token), wait_ms: null };
    }
    const have = await sizeOf(place.part);
    // Large files may break off many times: only attempts that bring nothing count.
    if (have > most) attempt = 0;
    most = Math.max(most, have);
  }
  throw new LoadError(
    'download',
    `${shown(wanted.address)} could not be downloaded: ${failure?.problem}. What has come so far is kept; the next attempt resumes it.`,
  );
}

function placeOf(address: string, home: string): Place {
  const folder = join(home, 'files');
  const key = createHash('sha256').update(address).digest('hex').slice(0, 32);
  return { folder, part: join(folder, `${key}.part`), notes: join(folder, `${key}.json`) };
}

/** Bytes on the disk that a download of the file does not write again. */
export async function heldBytes({ address, bytes }: Wanted, home: string): Promise<number> {
  const place = placeOf(address, home);
  const stored = await readNotes(place);
  const whole = stored?.hash ? await sizeOf(join(place.folder, stored.hash)) : 0;
  // A stored file of another length is of another edition, and stays beside the new one.
  if (whole > 0) return whole === (bytes ?? whole) ? whole : 0;
  return sizeOf(place.part);
}

function isOfThisDisk(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES'].includes(String((error as NodeJS.ErrnoException).code));
}

async function tryOnce(
  wanted: Wanted,
  place: Place,
  options: DownloadOptions,
): Promise<{ file: FetchedFile } | Failure> {
  const stored = await readNotes(place);
  const whole = stored?.hash && existsSync(join(place.folder, stored.hash)) ? stored : null;
  // A weak tag must not be used with If-Range.
  const strong = stored?.etag && !stored.etag.startsWith('W/') ? stored.etag : stored?.last_modified;
  const have = !whole && strong ? await sizeOf(place.part) : 0;
  const headers: Record<string, string> = {};
  if (whole?.etag) headers['if-none-match'] = whole.etag;
  else if (whole?.last_modified) headers['if-modified-since'] = whole.last_modified;
  if (have > 0 && strong) Object.assign(headers, { range: `bytes=${have}-`, 'if-range': strong });

  const { response, redirected } = await send(await signed(wanted, options), { headers }, options);
  const fail = async (problem: string, again: boolean): Promise<{ file: FetchedFile } | Failure> => {
    await response.body?.cancel();
    if (again) return { problem, wait_ms: null };
    throw new LoadError('download', `${shown(wanted.address)} could not be downloaded: ${problem}.`);
  };
  const startAgain = async (problem: string) => {
    await rm(place.part, { force: true });
    return fail(problem, true);
  };
  if (response.status === 304 && whole?.hash) {
    await response.body?.cancel();
    const path = join(place.folder, whole.hash);
    const bytes = await sizeOf(path);
    return { file: { uri: shown(wanted.address), name: whole.name, path, bytes, hash: whole.hash } };
  }
  if (response.status === 416) return startAgain('the publisher could not resume the download');
  if (response.status !== 200 && response.status !== 206) {
    const { status } = response;
    const wait_ms = askedWait(response, wanted.address, (options.clock ?? SYSTEM_CLOCK).now());
    // A signature lives for minutes: the first address gives a new one.
    const expired = (redirected || wanted.signed_at) && (status === 401 || status === 403);
    const failed = await fail(`the server answered ${status}`, isPassing(status) || Boolean(expired));
    return { ...(failed as Failure), wait_ms };
  }
  const append = response.status === 206 && have > 0;
  if (response.status === 206 && !append) return startAgain('the server sent a part that was not asked for');
  if (append) {
    const begins = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1];
    if (begins !== undefined && Number(begins) !== have)
      return startAgain('the server resumed at the wrong place');
    const etag = response.headers.get('etag');
    if (etag && stored?.etag && etag !== stored.etag)
      return startAgain('the server resumed with another edition');
  }
  return { file: await receive(wanted, place, options, response, append ? have : 0) };
}

/** The address of the file: where the publisher's API gives a signed one, that, made anew. */
async function signed(wanted: Wanted, options: DownloadOptions): Promise<string> {
  if (!wanted.signed_at) return wanted.address;
  const answer = await askJson(wanted.address, options);
  const found = wanted.signed_at.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | null)?.[key],
    answer,
  );
  if (typeof found === 'string' && /^https:\/\//.test(found)) return found;
  throw new LoadError('refused', `${shown(wanted.address)} gave no address of the file.`);
}

/** Writes the body behind what is there, checks the whole, and stores it under its hash. */
async function receive(
  wanted: Wanted,
  place: Place,
  options: DownloadOptions,
  response: Response,
  have: number,
): Promise<FetchedFile> {
  const notes: Notes = {
    name: wanted.name ?? nameOf(response, wanted.address),
    etag: response.headers.get('etag'),
    last_modified: response.headers.get('last-modified'),
  };
  // Before the notes: a process that dies here must not leave the part of one edition under the name of another.
  if (have === 0) await rm(place.part, { force: true });
  await writeFile(place.notes, JSON.stringify(notes));
  const length = response.headers.get('content-length');
  // fetch decodes a content encoding, so the declared length does not apply.
  const encoded = (response.headers.get('content-encoding') ?? 'identity') !== 'identity';
  const total = length && !encoded ? Number(length) + have : 0;
  const refuse = async (what: string): Promise<never> => {
    await rm(place.part, { force: true });
    await rm(place.notes, { force: true });
    throw new LoadError('refused', `${shown(wanted.address)} sent ${what} where data are expected.`);
  };
  if (!response.body) throw new Error('the answer had no body');
  let got = have;
  let head: Buffer = Buffer.alloc(0);
  const came: { problem: string | null } = { problem: null };
  await pipeline(
    Readable.fromWeb(response.body as import('node:stream/web').ReadableStream),
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        if (have === 0 && head.length < HEAD_BYTES) {
          head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)]);
          came.problem = contentProblem(wanted.content ?? null, response.headers.get('content-type'), head);
          if (came.problem && head.length >= HEAD_BYTES) return;
        }
        got += chunk.length;
        options.onBytes?.(notes.name, got, total || (wanted.bytes ?? 0));
        yield chunk;
      }
    },
    createWriteStream(place.part, { flags: have > 0 ? 'a' : 'w' }),
  );
  if (came.problem) await refuse(came.problem);
  if (total && got < total) throw new Error(`the download stopped at ${got} of ${total} bytes`);
  if (got === 0) await refuse('an empty file');
  const { sha256, md5 } = await digests(place.part);
  const wrong = wanted.md5 && wanted.md5.toLowerCase() !== md5;
  if (wrong || (wanted.md5 && wanted.bytes !== null && wanted.bytes !== undefined && got !== wanted.bytes)) {
    await rm(place.part, { force: true });
    throw new LoadError(
      'refused',
      `${shown(wanted.address)} is not the file that its publisher lists: ${wrong ? `its MD5 is ${md5}, not ${wanted.md5}` : `it has ${got} bytes, not ${wanted.bytes}`}.`,
    );
  }
  await writeFile(place.notes, JSON.stringify({ ...notes, hash: sha256, bytes: got }));
  const path = join(place.folder, sha256);
  await rename(place.part, path);
  return { uri: shown(wanted.address), name: notes.name, path, bytes: got, hash: sha256 };
}

/** A process that died between the notes of a whole download and its renaming leaves it to the next. */
async function finishRename(place: Place): Promise<void> {
  const notes = await readNotes(place);
  if (!notes?.hash || existsSync(join(place.folder, notes.hash))) return;
  if (existsSync(place.part) && (await sizeOf(place.part)) === notes.bytes)
    await rename(place.part, join(place.folder, notes.hash));
}

async function readNotes(place: Place): Promise<Notes | null> {
  if (!existsSync(place.notes)) return null;
  try {
    return JSON.parse(await readFile(place.notes, 'utf8')) as Notes;
  } catch {
    // A process that died while it wrote them: what came cannot be told from another edition.
    return null;
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0;
}

async function digests(path: string): Promise<{ sha256: string; md5: string }> {
  const sha256 = createHash('sha256');
  const md5 = createHash('md5');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    sha256.update(chunk);
    md5.update(chunk);
  }
  return { sha256: sha256.digest('hex'), md5: md5.digest('hex') };
}

function nameOf(response: Response, address: string): string {
  const disposition = response.headers.get('content-disposition') ?? '';
  const named = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  const fromPath = decodeURIComponent(new URL(address).pathname.split('/').pop() ?? '');
  return basename(named ?? fromPath) || 'download';
}
