import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { makeFolder } from '@domesday/db';
import { isOfMachine, writeTo } from '@domesday/files/machine';
import { peek } from '@domesday/files/peek';
import { type FetchedFile, LoadError } from '../types.ts';
import { contentProblem, HEAD_BYTES } from './content.ts';
import {
  askedWait,
  askJson,
  causeOf,
  decoded,
  type Failure,
  isTransient,
  pause,
  type Requests,
  SYSTEM_CLOCK,
  send,
  shown,
} from './requests.ts';
import {
  type Notes,
  type Place,
  placeOf,
  readNotes,
  settle,
  sizeOf,
  store,
  writeNotes,
} from './stored-files.ts';
import type { FoundFile } from './types.ts';

export interface DownloadOptions extends Requests {
  /** Downloads are kept in `<home>/files`, each under the SHA-256 of its content. */
  home: string;
  /** Keeps earlier editions of an address too. Otherwise only the newest is kept, since no command reads the others. */
  keeps_former?: boolean;
  onBytes?(file: string, bytes: number, total: number): void;
}

/** What is known about a file before its download. */
export type Wanted = Pick<FoundFile, 'address'> &
  Partial<Pick<FoundFile, 'name' | 'bytes' | 'md5' | 'signed_at'>> & {
    content?: FoundFile['content'] | null;
  };

/** A server that sends less than this within STALLED_AFTER_MS has stalled. Even a poor line is much faster. */
const LEAST_BYTES = 64 * 1024;
const STALLED_AFTER_MS = 5 * 60_000;

/** Attempts in a row that bring no further bytes. */
const ATTEMPTS = 6;

/**
 * Downloads a file. An interrupted download is resumed, in this run or the next (Range with If-Range, so that two
 * editions are never mixed); a file that has not changed at the publisher is not downloaded again. Web pages, wrong
 * lengths and wrong checksums are refused. Throws LoadError, whose message has neither the token nor a signed address.
 */
export async function download(wanted: Wanted, options: DownloadOptions): Promise<FetchedFile> {
  const place = placeOf(wanted.address, options.home);
  // Other users of the machine must not read a feed that was bought or needs a password.
  await makeFolder(place.folder, 0o700);
  await settle(place, wanted.md5 ?? null);
  let failure: Failure | null = null;
  const resume = { may: true };
  let most = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await pause(attempt, failure, options);
    try {
      const outcome = await tryOnce(wanted, place, options, resume);
      if ('file' in outcome) return outcome.file;
      failure = outcome;
    } catch (error) {
      // Another attempt does not help against a full disk. A missing part file was completed by another process.
      const lasts = isOfMachine(error) && (error as NodeJS.ErrnoException).code !== 'ENOENT';
      if (error instanceof LoadError || lasts) throw error;
      failure = { problem: causeOf(error, options.token), wait_ms: null, stalled: error instanceof Stalled };
    }
    const have = await sizeOf(place.part);
    // Large downloads may break off many times, so only attempts that bring nothing are counted.
    if (have - most >= LEAST_BYTES || (have > most && !failure?.stalled)) attempt = 0;
    most = Math.max(most, have);
  }
  const resumed = most > 0 ? ' What has come so far is kept; the next attempt resumes it.' : '';
  const message = `${shown(wanted.address)} could not be downloaded: ${failure?.problem}.${resumed}`;
  throw new LoadError('download', message);
}

/** The server keeps sending, but too slowly ever to finish. */
class Stalled extends Error {}

async function tryOnce(
  wanted: Wanted,
  place: Place,
  options: DownloadOptions,
  resume: { may: boolean },
): Promise<{ file: FetchedFile } | Failure> {
  const stored = await readNotes(place);
  const whole = stored?.hash && existsSync(join(place.folder, stored.hash)) ? stored : null;
  const known = whole ? null : rangeValidator(stored);
  const have = known && resume.may ? await sizeOf(place.part) : 0;
  const headers: Record<string, string> = {};
  if (whole?.etag) headers['if-none-match'] = whole.etag;
  else if (whole?.last_modified) headers['if-modified-since'] = whole.last_modified;
  if (have > 0 && known) Object.assign(headers, { range: `bytes=${have}-`, 'if-range': known });

  const { response, redirected } = await send(await downloadAddress(wanted, options), { headers }, options);
  const { status } = response;
  const fail = async (problem: string, again: boolean): Promise<Failure> => {
    await response.body?.cancel();
    if (again) return { problem, wait_ms: null };
    throw new LoadError('download', `${shown(wanted.address)} could not be downloaded: ${problem}.`);
  };
  if (status === 304 && whole?.hash) {
    await response.body?.cancel();
    const path = join(place.folder, whole.hash);
    const bytes = await sizeOf(path);
    return {
      file: { uri: shown(wanted.address), name: whole.name, path, bytes, hash: whole.hash, downloaded: true },
    };
  }
  if (status === 416) {
    const edition = isOtherEdition(response, stored);
    if (have > 0 && !edition && wholeLength(response) === have) {
      // Nothing was left to send: the part is the whole file.
      await response.body?.cancel();
      await writeNotes(place, { ...stored!, total: have });
      await settle(place, wanted.md5 ?? null);
      return tryOnce(wanted, place, options, resume);
    }
    await rm(place.part, { force: true });
    return fail('the publisher could not resume the download', true);
  }
  if (status !== 200 && status !== 206) {
    const wait_ms = askedWait(response, wanted.address, (options.clock ?? SYSTEM_CLOCK).now());
    // A signed address expires within minutes: the first address gives a new one.
    const expired = (redirected || wanted.signed_at) && (status === 401 || status === 403);
    const failed = await fail(`the server answered ${status}`, isTransient(status) || Boolean(expired));
    return { ...failed, wait_ms };
  }
  if (status === 206) {
    const problem = have > 0 ? wrongPart(response, have) : 'the server sent a part that was not asked for';
    // The part stays until the whole file begins to arrive instead.
    if (problem) resume.may = false;
    if (problem) return fail(problem, true);
    if (isOtherEdition(response, stored)) {
      await rm(place.part, { force: true });
      return fail('the server resumed with another edition', true);
    }
  }
  return { file: await receive(wanted, place, options, response, status === 206 ? have : 0) };
}

/** The validator for If-Range that proves that the rest is of the same edition as the part; null if there is none. */
function rangeValidator(notes: Notes | null): string | null {
  if (!notes || notes.encoded) return null;
  // A weak tag must not be used with If-Range.
  return notes.etag && !notes.etag.startsWith('W/') ? notes.etag : notes.last_modified;
}

/** Whether the headers of the answer show another edition than the part, which If-Range should have prevented. */
function isOtherEdition(response: Response, notes: Notes | null): boolean {
  const total = wholeLength(response);
  if (total !== null && notes?.total !== undefined && total !== notes.total) return true;
  const [etag, modified] = [response.headers.get('etag'), response.headers.get('last-modified')];
  if (etag && notes?.etag) return etag !== notes.etag;
  return Boolean(modified && notes?.last_modified && modified !== notes.last_modified);
}

/** Why the answer to a range request cannot be appended to the part; null if it can. */
function wrongPart(response: Response, have: number): string | null {
  if (isEncoded(response)) return 'the server encoded the rest, which fits behind no part';
  const begins = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1];
  if (begins === undefined) return 'the server does not say where the part begins that it sends';
  return Number(begins) === have ? null : 'the server resumed at the wrong place';
}

/** The length of the whole file in bytes, as Content-Range states it; null if it does not. */
function wholeLength(response: Response): number | null {
  const length = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
  return length === undefined ? null : Number(length);
}

/** Whether the server encoded the file although it was asked not to. `fetch` then decodes it. */
function isEncoded(response: Response): boolean {
  const names = (response.headers.get('content-encoding') ?? '').split(',');
  // An empty list names no coding (RFC 9110, 5.6.1).
  return names.some((name) => !['', 'identity'].includes(name.trim().toLowerCase()));
}

/** The address to download from. If the publisher's API issues signed addresses, requests a new one. */
async function downloadAddress(wanted: Wanted, options: DownloadOptions): Promise<string> {
  if (!wanted.signed_at) return wanted.address;
  const answer = await askJson(wanted.address, options);
  const found = wanted.signed_at.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | null)?.[key],
    answer,
  );
  if (typeof found === 'string' && /^https:\/\//.test(found)) return found;
  throw new LoadError('refused', `${shown(wanted.address)} gave no address of the file.`);
}

/** Appends the body to the part, checks the whole file, and stores it under its hash. */
async function receive(
  wanted: Wanted,
  place: Place,
  options: DownloadOptions,
  response: Response,
  have: number,
): Promise<FetchedFile> {
  if (!response.body) throw new Error('the answer had no body');
  const encoded = isEncoded(response);
  const length = response.headers.get('content-length');
  // The declared length of an encoded file is not that of its content. A range may be shorter than was asked for.
  const total = encoded ? 0 : (wholeLength(response) ?? (length ? Number(length) + have : 0));
  const body = Readable.fromWeb(response.body as import('node:stream/web').ReadableStream);
  // Readers of the body get its errors; without a listener an error between two reads would end the process.
  body.on('error', () => {});
  let bytes: AsyncIterable<Uint8Array> = body;
  if (have === 0) {
    const [head, whole] = await peek(body, HEAD_BYTES);
    // `fetch` has already decoded an encoded answer, so an expected gzip file arrives as plain text.
    const expected = encoded && wanted.content === 'gzip' ? 'csv' : (wanted.content ?? null);
    const problem = contentProblem(expected, response.headers.get('content-type'), head);
    if (problem) {
      // An earlier part stays: a web page that temporarily replaces the file says nothing about it.
      body.destroy();
      const message = `${shown(wanted.address)} sent ${problem} where data are expected.`;
      throw new LoadError('refused', message);
    }
    bytes = whole;
    // The part is deleted before the notes are written: a process that dies here must not leave the part of one edition
    // beside the notes of another.
    const before = options.keeps_former ? null : await readNotes(place);
    await rm(place.part, { force: true });
    const former_hash = before?.hash ?? before?.former_hash;
    const notes = notesOf(wanted, response, total, encoded);
    await writeNotes(place, { ...notes, ...(former_hash ? { former_hash } : {}) });
  }
  const notes = (await readNotes(place)) ?? notesOf(wanted, response, total, encoded);
  const elapsed_ms = options.clock?.elapsed_ms ?? (() => performance.now());
  let got = have;
  let mark = { at_ms: elapsed_ms(), got };
  const counting = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      got += chunk.length;
      const at_ms = elapsed_ms();
      // A connection may outlive the abort of its signal.
      options.lost?.throwIfAborted();
      if (at_ms - mark.at_ms >= STALLED_AFTER_MS) {
        if (got - mark.got < LEAST_BYTES)
          throw new Stalled(`it sent ${got - mark.got} bytes in five minutes`);
        mark = { at_ms, got };
      }
      options.onBytes?.(notes.name, got, total || (wanted.bytes ?? 0));
      yield chunk;
    }
  };
  // Written at its offset rather than appended, so that another process resuming the same part writes the same bytes.
  await writeTo(place.part, counting(), have > 0 ? { flags: 'r+', start: have } : {});
  if (total && got < total) throw new Error(`the download stopped at ${got} of ${total} bytes`);
  if ((await sizeOf(place.part)) !== got) throw new Error('another process downloads the same file');
  if (wanted.md5 && got !== (wanted.bytes ?? got))
    throw await discardUnlisted(wanted, place, `it has ${got} bytes, not ${wanted.bytes}`);
  const stored = await store(place, notes, wanted.md5 ?? null);
  if ('md5' in stored)
    throw await discardUnlisted(wanted, place, `its MD5 is ${stored.md5}, not ${wanted.md5}`);
  return {
    uri: shown(wanted.address),
    name: notes.name,
    path: stored.path,
    bytes: got,
    hash: stored.hash,
    downloaded: true,
  };
}

function notesOf(wanted: Wanted, response: Response, total: number, encoded: boolean): Notes {
  return {
    name: wanted.name ?? nameOf(response, wanted.address),
    etag: response.headers.get('etag'),
    last_modified: response.headers.get('last-modified'),
    ...(total ? { total } : {}),
    ...(encoded ? { encoded } : {}),
  };
}

/** Deletes a file that is not the one its publisher lists, and returns the error. */
async function discardUnlisted(wanted: Wanted, place: Place, differs: string): Promise<LoadError> {
  await rm(place.part, { force: true });
  const message = `${shown(wanted.address)} is not the file that its publisher lists: ${differs}.`;
  return new LoadError('refused', message);
}

function nameOf(response: Response, address: string): string {
  const disposition = response.headers.get('content-disposition') ?? '';
  const named = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  const fromPath = decoded(new URL(address).pathname.split('/').pop() ?? '');
  return basename(named ?? fromPath) || 'download';
}
