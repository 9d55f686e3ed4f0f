import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoadResult } from '@domesday/builds';
import type { Db } from '@domesday/db';
import { LoadError } from '@domesday/files/errors';
import type { FetchedFile } from '@domesday/files/types';
import { recordEdition } from '@domesday/loading/editions.query';
import { type AddressLocks, holdAddresses, NOTHING_LOCKED } from '@domesday/loading/fetch-lock.query';
import { download } from '@domesday/loading/publishers/download';
import { mayLack } from '@domesday/loading/publishers/find';
import { heldBytes } from '@domesday/loading/publishers/stored-files';
import { releaseFromNames } from '@domesday/loading/release';
import type { ProgressPrinter } from '../progress.ts';
import { troubleOf } from '../trouble.ts';
import { bytesOf, type Planned, reportWholeFile } from './plan.ts';
import { requestsFor } from './requests.ts';
import { sizeWords } from './words.ts';

export interface TakeOptions {
  home: string;
  /** Aborted when this process loses the lock and another process may fetch. */
  lost: AbortSignal;
  mirror?: string;
  /** Keeps the downloads after they are loaded. */
  keep?: boolean;
  force?: boolean;
  /**
   * Builds the tables derived from several datasets only at the end, for datasets that are loaded for the first time.
   */
  defer?: boolean;
  progress?: ProgressPrinter;
  /** Returns the error, with the path if a disk is full, or the reason if the embedded server ended. */
  explained(error: unknown): Promise<unknown>;
}

/** The outcome of one dataset of a plan. */
export interface Taken {
  dataset: string;
  outcome: 'loaded' | 'unchanged' | 'failed';
  result: LoadResult | null;
  bytes: number;
  download_seconds: number;
  code: LoadError['code'] | null;
  problem: string | null;
}

interface Downloaded {
  files: FetchedFile[];
  /** Number of optional files that could not be downloaded. */
  lacking: number;
  seconds: number;
  error: Error | null;
  /** Whether the whole file was downloaded instead of the change file. */
  whole: boolean;
  /** Locks that keep other processes from downloading the same addresses. */
  held: AddressLocks;
}

/**
 * Downloads and loads one dataset after another. The next is downloaded while one is loaded. A dataset that fails does
 * not stop the others; the next run resumes its download.
 */
export async function take(db: Db, planned: readonly Planned[], options: TakeOptions): Promise<Taken[]> {
  const taken: Taken[] = [];
  const shown = { loading: false };
  let next = planned[0] && fetchFiles(db, planned[0], options, shown);
  for (const [i, one] of planned.entries()) {
    const downloaded = await next!;
    const after = planned[i + 1];
    next = after && fetchFiles(db, after, options, shown);
    shown.loading = true;
    taken.push(await loadOrWhole(db, one, downloaded, options).finally(downloaded.held.release));
    shown.loading = false;
    options.progress?.clear();
  }
  return taken;
}

async function fetchFiles(
  db: Db,
  planned: Planned,
  options: TakeOptions,
  shown: { loading: boolean },
): Promise<Downloaded> {
  const began_ms = performance.now();
  const downloaded: Downloaded = {
    files: [],
    lacking: 0,
    seconds: 0,
    error: null,
    whole: false,
    held: NOTHING_LOCKED,
  };
  try {
    const addresses = [...planned.files, ...(planned.else_files ?? [])].map((file) => file.address);
    downloaded.held = await holdAddresses(db, addresses, {
      what: `fetch ${planned.entry.id}`,
      onWait: (holder) => options.progress?.showWait(planned.entry.id, holder),
    });
    await downloadAll(planned, downloaded, options, shown).catch(async (error: Error) => {
      if (!(error instanceof LoadError && planned.else_files)) throw error;
      await downloadWhole(planned, downloaded, options, shown, error.message);
    });
  } catch (error) {
    downloaded.error = error as Error;
  }
  return { ...downloaded, seconds: (performance.now() - began_ms) / 1000 };
}

/** Downloads the whole file instead of the change file. */
async function downloadWhole(
  planned: Planned,
  downloaded: Downloaded,
  options: TakeOptions,
  shown: { loading: boolean },
  why: string,
): Promise<void> {
  lostOf(downloaded, options).throwIfAborted();
  reportWholeFile(planned.entry.id, why);
  const files = planned.else_files!;
  Object.assign(downloaded, { files: [], lacking: 0, whole: true });
  await downloadAll({ ...planned, files, bytes: bytesOf(files, planned.entry) }, downloaded, options, shown);
}

const lostOf = ({ held }: Downloaded, { lost }: TakeOptions) => AbortSignal.any([lost, held.lost]);

async function downloadAll(
  planned: Planned,
  downloaded: Downloaded,
  options: TakeOptions,
  shown: { loading: boolean },
): Promise<void> {
  const { entry, files } = planned;
  await mustHaveSpace(options.home, planned);
  const onBytes = (name: string, got: number, total: number): void => {
    if (!shown.loading) options.progress?.showDownload(entry.id, name, got, total);
  };
  const lacking: Error[] = [];
  const failing = { in_row: 0 };
  for (const file of files) {
    const requests = { ...requestsFor(entry.download, options.mirror), lost: lostOf(downloaded, options) };
    try {
      downloaded.files.push(
        await download(file, { ...requests, home: options.home, keeps_former: options.keep, onBytes }),
      );
      failing.in_row = 0;
    } catch (error) {
      if (!mayLack(entry.download.find, error, failing)) throw error;
      lacking.push(error);
    }
  }
  if (downloaded.files.length === 0) throw lacking[0]!;
  downloaded.lacking = lacking.length;
  for (const error of lacking) console.error(`${entry.id}: it is loaded without a file: ${error.message}`);
}

/** Loads the downloaded files, or the whole file if the change file cannot be loaded. */
async function loadOrWhole(
  db: Db,
  planned: Planned,
  downloaded: Downloaded,
  options: TakeOptions,
): Promise<Taken> {
  const taken = await loadOne(db, planned, downloaded, options);
  // An error without a code comes from the machine or the database, and another file would not help.
  if (taken.code === null || downloaded.error || downloaded.whole || !planned.else_files) return taken;
  const began_ms = performance.now();
  try {
    await downloadWhole(planned, downloaded, options, { loading: false }, taken.problem!);
  } catch (error) {
    downloaded.error = error as Error;
  }
  downloaded.seconds += (performance.now() - began_ms) / 1000;
  return loadOne(db, planned, downloaded, options);
}

async function loadOne(
  db: Db,
  planned: Planned,
  downloaded: Downloaded,
  options: TakeOptions,
): Promise<Taken> {
  const { entry, edition } = planned;
  const { files } = downloaded;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const progress = { dataset: entry.id, bytes, download_seconds: downloaded.seconds };
  try {
    if (downloaded.error) throw downloaded.error;
    // Imported late: the module loads the readers of all file formats.
    const { load } = await import('@domesday/builds');
    const named = entry.dated_by === 'records' ? null : (edition?.release ?? monthMade(planned, files));
    const result = await load(
      db,
      entry.id,
      files.map((file) => file.uri),
      {
        files,
        home: options.home,
        ...(named ? { release: named } : {}),
        ...(options.force ? { force: true } : {}),
        whole: hasAll(planned, downloaded),
        skipDerived: Boolean(options.defer) && planned.verdict === 'first',
        onProgress: options.progress?.show,
      },
    );
    await recordEdition.run(db, {
      dataset: entry.id,
      load_id: result.load_id,
      // Without an identity the next run asks for the missing files again.
      identity: downloaded.lacking > 0 ? null : (edition?.identity ?? null),
      release: edition?.release ?? null,
      published_on: edition?.published_on ?? null,
    });
    // Each release has other content: kept downloads would add up.
    if (!options.keep) for (const file of files) await rm(file.path, { force: true });
    const outcome = result.status === 'published' ? 'loaded' : 'unchanged';
    return { ...progress, outcome, result, code: null, problem: null };
  } catch (error) {
    const code = error instanceof LoadError ? error.code : null;
    return {
      ...progress,
      outcome: 'failed',
      result: null,
      code,
      problem: troubleOf((await options.explained(error)) as Error),
    };
  }
}

/**
 * Whether the files are the complete dataset, for a publisher that also offers change files. Deletions in months whose
 * change files were not loaded can only be seen from rows missing in the complete file.
 */
function hasAll({ entry: { download }, else_files }: Planned, { whole }: Downloaded): boolean {
  return download?.find.by === 'address' && download.find.changes !== undefined && (whole || !else_files);
}

/**
 * The month of files that a publisher replaces at a fixed address, if neither their names nor the publisher state it.
 */
function monthMade({ entry: { download }, edition }: Planned, files: readonly FetchedFile[]): string | null {
  if (download?.find.by !== 'address' || download.find.final) return null;
  if (releaseFromNames(files.map((file) => file.name)) !== null) return null;
  return (edition?.published_on ?? new Date().toISOString()).slice(0, 7);
}

/** Free bytes on the disk of the downloads folder, which need not exist yet. */
export async function freeBytes(home: string): Promise<number> {
  for (let folder = home; ; folder = join(folder, '..')) {
    const found = await statfs(folder).catch(() => null);
    if (found) return found.bavail * found.bsize;
    if (folder === join(folder, '..')) return Number.POSITIVE_INFINITY;
  }
}

async function mustHaveSpace(home: string, { files, bytes }: Planned): Promise<void> {
  if (bytes === null) return;
  let coming = bytes;
  for (const file of files) coming -= await heldBytes(file, home);
  const free = await freeBytes(home);
  if (coming > free)
    throw new LoadError(
      'download',
      `The download of ${sizeWords(coming)} does not fit: ${sizeWords(free)} are free at ${home}.`,
    );
}
