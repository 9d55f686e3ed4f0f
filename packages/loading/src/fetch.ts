import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DownloadOptions, download } from './publishers/download.ts';
import { releaseFromNames } from './release.ts';
import type { PassedOver } from './stage-result.ts';
import { type DatasetModule, type FetchedFile, LoadError } from './types.ts';

export interface FetchOptions extends DownloadOptions {
  maxEntries: number;
}

/** Phase 1: turns every path, folder or address into files on disk with their content hash. */
export async function fetchFiles(uris: string[], options: FetchOptions): Promise<FetchedFile[]> {
  const files: FetchedFile[] = [];
  for (const uri of uris) {
    if (isAddress(uri)) files.push(await download({ address: uri }, options));
    else files.push(...(await local(uri.startsWith('file:') ? fileURLToPath(uri) : uri, options)));
  }
  return oldestFirst(files);
}

/** Sorts files by month if every name tells one, since the last row of a record counts. Otherwise their order stays. */
function oldestFirst(files: FetchedFile[]): FetchedFile[] {
  const dated = files.map((file) => ({ file, month: releaseFromNames([file.name]) ?? '' }));
  if (dated.some(({ month }) => month === '')) return files;
  return dated.sort((a, b) => a.month.localeCompare(b.month)).map(({ file }) => file);
}

/** Whether `uri` is to be downloaded, rather than a path on this machine. */
export function isAddress(uri: string): boolean {
  return /^https?:\/\//i.test(uri);
}

/** Deletes the downloads that a load found damaged, so that they are downloaded again. Other downloads are kept. */
export async function forgetDamaged(files: readonly FetchedFile[], error: unknown): Promise<void> {
  if (!(error instanceof LoadError)) return;
  for (const { path, downloaded } of files)
    if (downloaded && error.damaged.includes(path)) await rm(path, { force: true });
}

/** Runs `work` on a file. If the file cannot be unpacked, the error names the file as damaged. */
export async function reading<T>({ path }: FetchedFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LoadError && error.code === 'archive') error.damaged = [path];
    throw error;
  }
}

/** One hash for the content of a whole load. For a single file it is the hash of that file. */
export function contentHash(files: FetchedFile[]): string {
  if (files.length === 1) return files[0]!.hash;
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file.hash}\n`);
  return hash.digest('hex');
}

/**
 * Smaller files are never taken for copies: they may be equal by chance, such as two empty lists of different kinds of
 * area.
 */
const ALIKE_FROM_BYTES = 4096;

/**
 * The files of a load without copies of the same content, and the copies. A dataset that reads facts from file names
 * keeps all files.
 */
export function withoutCopies(
  { namesTell }: Pick<DatasetModule, 'namesTell'>,
  given: readonly FetchedFile[],
): { files: FetchedFile[]; copies: PassedOver[] } {
  const files: FetchedFile[] = [];
  const copies: PassedOver[] = [];
  const first = new Map<string, string>();
  for (const file of given) {
    const same = namesTell || file.bytes < ALIKE_FROM_BYTES ? undefined : first.get(file.hash);
    if (same === undefined) {
      first.set(file.hash, file.name);
      files.push(file);
    } else copies.push({ name: file.name, reason: `Its content is that of ${same}.`, archived: false });
  }
  return { files, copies };
}

/** Refuses files that were written to after their content hash was taken: a download or a copy is still under way. */
export async function assertUnchanged(files: readonly FetchedFile[]): Promise<void> {
  for (const { name, path, bytes, modified_ms } of files) {
    const now = await stat(path).catch(nullIfMissing);
    if (now?.size === bytes && (modified_ms === undefined || now.mtimeMs === modified_ms)) continue;
    throw new LoadError(
      'changed',
      `${name} was changed while it was read. Load it again when it is complete.`,
    );
  }
}

async function local(path: string, options: FetchOptions): Promise<FetchedFile[]> {
  const full = resolve(path);
  const found = await stat(full).catch(nullIfMissing);
  if (!found) throw new LoadError('not_found', `There is no file or folder at ${path}.`);
  if (found.isFile()) return [await hashed(full, path)];
  if (!found.isDirectory()) {
    const message = `${path} is a pipe or a device, which can be read only once. Save it as a file, and load that.`;
    throw new LoadError('refused', message);
  }

  const names = (await filesBelow(full)).sort();
  if (names.length === 0) throw new LoadError('not_found', `The folder ${path} holds no files.`);
  if (names.length > options.maxEntries) {
    throw new LoadError('archive', `The folder ${path} holds more than ${options.maxEntries} files.`);
  }
  const files: FetchedFile[] = [];
  for (const name of names) {
    files.push({ ...(await hashed(name, name)), folder: path });
  }
  return files;
}

/**
 * The paths of all files below a folder. Links are followed, for instance to another disk. A folder that several links
 * lead to is read once.
 */
async function filesBelow(folder: string, seen = new Set<string>()): Promise<string[]> {
  seen.add(await realpath(folder));
  const names: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    const found = entry.isSymbolicLink() ? await stat(path).catch(nullIfMissing) : entry;
    if (!found) throw new LoadError('not_found', `The link ${path} leads to nothing.`);
    if (found.isDirectory()) {
      if (!seen.has(await realpath(path))) for (const name of await filesBelow(path, seen)) names.push(name);
    } else if (found.isFile()) names.push(path);
  }
  return names;
}

/** Null if there is no such file; throws any other error, since it does not show whether the file exists. */
function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

async function hashed(path: string, uri: string): Promise<FetchedFile> {
  const { size: bytes, mtimeMs: modified_ms } = await stat(path);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk);
  return { uri, name: basename(path), path, bytes, modified_ms, hash: hash.digest('hex') };
}
