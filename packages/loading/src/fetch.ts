import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type FetchedFile, LoadError } from './types.ts';

export interface FetchOptions {
  /** Downloads are kept in `<home>/files`, each under the SHA-256 of its content. */
  home: string;
  fetch: typeof fetch;
  maxEntries: number;
  /** Longest pause between two attempts, milliseconds. */
  pause_ms?: number;
  onBytes?(file: string, bytes: number, total: number): void;
}

const ATTEMPTS = 6;

/** Phase 1: every path, folder or address as files on disk with their content hash. */
export async function fetchFiles(uris: string[], options: FetchOptions): Promise<FetchedFile[]> {
  const files: FetchedFile[] = [];
  for (const uri of uris) {
    if (/^https?:\/\//i.test(uri)) files.push(await download(uri, options));
    else files.push(...(await local(uri.startsWith('file:') ? fileURLToPath(uri) : uri, options)));
  }
  return files;
}

/** One hash for the content of a whole load; that of the file itself where there is only one. */
export function contentHash(files: FetchedFile[]): string {
  if (files.length === 1) return files[0]!.hash;
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file.hash}\n`);
  return hash.digest('hex');
}

async function local(path: string, options: FetchOptions): Promise<FetchedFile[]> {
  const full = resolve(path);
  const found = await stat(full).catch(() => null);
  if (!found) throw new LoadError('not_found', `There is no file or folder at ${path}.`);
  if (!found.isDirectory()) return [await hashed(full, path, found.size)];

  const listed = await readdir(full, { recursive: true, withFileTypes: true });
  const names = listed
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  if (names.length === 0) throw new LoadError('not_found', `The folder ${path} holds no files.`);
  if (names.length > options.maxEntries) {
    throw new LoadError('archive', `The folder ${path} holds more than ${options.maxEntries} files.`);
  }
  const files: FetchedFile[] = [];
  for (const name of names) {
    files.push({ ...(await hashed(name, name, (await stat(name)).size)), folder: path });
  }
  return files;
}

async function hashed(path: string, uri: string, bytes: number): Promise<FetchedFile> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk);
  return { uri, name: basename(path), path, bytes, hash: hash.digest('hex') };
}

interface Kept {
  name: string;
  etag: string | null;
  last_modified: string | null;
  /** Set when the download is complete. */
  hash?: string;
}

/**
 * Downloads an address. An interrupted download is resumed, in this run or the next (Range with If-Range, so that two
 * editions are never mixed); a file that has not changed at the publisher is not downloaded again.
 */
async function download(address: string, options: FetchOptions): Promise<FetchedFile> {
  const folder = join(options.home, 'files');
  await mkdir(folder, { recursive: true });
  const key = createHash('sha256').update(address).digest('hex').slice(0, 32);
  const part = join(folder, `${key}.part`);
  const notes = join(folder, `${key}.json`);
  const shown = withoutSecrets(address);
  let kept: Kept | null = existsSync(notes) ? JSON.parse(await readFile(notes, 'utf8')) : null;

  let problem = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(Math.min(options.pause_ms ?? 4000, 250 * 2 ** attempt));
    const complete = kept?.hash ? join(folder, kept.hash) : null;
    const whole = complete !== null && existsSync(complete);
    const have = !whole && kept && existsSync(part) ? (await stat(part)).size : 0;
    const headers: Record<string, string> = { 'accept-encoding': 'identity' };
    if (whole && kept?.etag) headers['if-none-match'] = kept.etag;
    else if (whole && kept?.last_modified) headers['if-modified-since'] = kept.last_modified;
    // A weak tag must not be used with If-Range.
    const validator = kept?.etag && !kept.etag.startsWith('W/') ? kept.etag : kept?.last_modified;
    const resuming = have > 0 && typeof validator === 'string';
    if (resuming) {
      headers.range = `bytes=${have}-`;
      headers['if-range'] = validator;
    }

    try {
      const response = await options.fetch(address, { headers, redirect: 'follow' });
      if (response.status === 304 && whole && kept?.hash) {
        await response.body?.cancel();
        return {
          uri: shown,
          name: kept.name,
          path: complete,
          bytes: (await stat(complete)).size,
          hash: kept.hash,
        };
      }
      if (response.status === 416) {
        await response.body?.cancel();
        await rm(part, { force: true });
        problem = 'the publisher could not resume the download';
        continue;
      }
      if (response.status !== 200 && response.status !== 206) {
        await response.body?.cancel();
        problem = `the server answered ${response.status}`;
        if (response.status < 500 && response.status !== 429 && response.status !== 408) break;
        continue;
      }
      const append = response.status === 206 && resuming;
      const begins = Number(/^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1] ?? 0);
      if (append && begins !== have) {
        await response.body?.cancel();
        await rm(part, { force: true });
        problem = 'the server resumed at the wrong place';
        continue;
      }
      kept = {
        name: nameOf(response, address),
        etag: response.headers.get('etag'),
        last_modified: response.headers.get('last-modified'),
      };
      await writeFile(notes, JSON.stringify(kept));
      const length = response.headers.get('content-length');
      // fetch decodes a content encoding, so the declared length does not apply.
      const encoded = (response.headers.get('content-encoding') ?? 'identity') !== 'identity';
      const total = length && !encoded ? Number(length) + (append ? have : 0) : 0;
      let got = append ? have : 0;
      if (!response.body) throw new Error('the answer had no body');
      await pipeline(
        Readable.fromWeb(response.body as import('node:stream/web').ReadableStream),
        async function* (source: AsyncIterable<Buffer>) {
          for await (const chunk of source) {
            got += chunk.length;
            options.onBytes?.(kept!.name, got, total);
            yield chunk;
          }
        },
        createWriteStream(part, { flags: append ? 'a' : 'w' }),
      );
      if (total && got < total) throw new Error(`the download stopped at ${got} of ${total} bytes`);
      const file = await hashed(part, shown, got);
      const path = join(folder, file.hash);
      await rename(part, path);
      await writeFile(notes, JSON.stringify({ ...kept, hash: file.hash }));
      return { ...file, name: kept.name, path };
    } catch (error) {
      problem = causeOf(error);
    }
  }
  throw new LoadError(
    'download',
    `${shown} could not be downloaded: ${problem}. What has come so far is kept; the next attempt resumes it.`,
  );
}

function causeOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message ? `${message} (${cause.message})` : message;
}

function nameOf(response: Response, address: string): string {
  const disposition = response.headers.get('content-disposition') ?? '';
  const named = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  const fromPath = decodeURIComponent(new URL(address).pathname.split('/').pop() ?? '');
  return basename(named ?? fromPath) || 'download';
}

/** An address without its user name, password and query, which may contain a secret. */
function withoutSecrets(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  url.search = '';
  return url.href;
}
