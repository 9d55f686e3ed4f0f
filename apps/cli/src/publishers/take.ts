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
import { bytesOf, type Planned, tellWhole } from './plan.ts';
import { requestsFor } from './requests.ts';
import { sizeWords } from './words.ts';

export interface TakeOptions {
  home: string;
  /** Aborted when another process may fetch. */
  lost: AbortSignal;
  mirror?: string;
  /** Keeps the downloads after they are loaded. */
  keep?: boolean;
  force?: boolean;
  /** Leaves what is derived of several datasets to the end, where a dataset is loaded for the first time. */
  defer?: boolean;
  progress?: ProgressPrinter;
  /** The error, with which disk is full, or why the embedded server ended, where it is one of these. */
  explained(error: unknown): Promise<unknown>;
}

/** How one dataset of a plan went. */
export interface Taken {
  dataset: string;
  outcome: 'loaded' | 'unchanged' | 'failed';
  result: LoadResult | null;
  bytes: number;
  download_seconds: number;
  code: LoadError['code'] | null;
  problem: string | null;
}

interface Came {
  files: FetchedFile[];
  /** Files that the publisher may drop and that could not be downloaded. */
  lacking: number;
  seconds: number;
  error: Error | null;
  /** The whole file came, and not that of the changes. */
  whole: boolean;
  /** Keeps other processes from the same addresses. */
  held: AddressLocks;
}

/**
 * Downloads and loads one dataset after another. The next is downloaded while one is loaded. A dataset that fails
 * stops none of the others; what came of it is resumed by the next run.
 */
export async function take(db: Db, planned: readonly Planned[], options: TakeOptions): Promise<Taken[]> {
  const taken: Taken[] = [];
  const shown = { loading: false };
  let next = planned[0] && fetchFiles(db, planned[0], options, shown);
  for (const [i, one] of planned.entries()) {
    const came = await next!;
    const after = planned[i + 1];
    next = after && fetchFiles(db, after, options, shown);
    shown.loading = true;
    taken.push(await loadOrWhole(db, one, came, options).finally(came.held.release));
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
): Promise<Came> {
  const began_ms = performance.now();
  const came: Came = { files: [], lacking: 0, seconds: 0, error: null, whole: false, held: NOTHING_LOCKED };
  try {
    const addresses = [...planned.files, ...(planned.else_files ?? [])].map((file) => file.address);
    came.held = await holdAddresses(db, addresses, {
      what: `fetch ${planned.entry.id}`,
      onWait: (holder) => options.progress?.showWait(planned.entry.id, holder),
    });
    await downloadAll(planned, came, options, shown).catch(async (error: Error) => {
      if (!(error instanceof LoadError && planned.else_files)) throw error;
      await downloadWhole(planned, came, options, shown, error.message);
    });
  } catch (error) {
    came.error = error as Error;
  }
  return { ...came, seconds: (performance.now() - began_ms) / 1000 };
}

/** Downloads the whole file in the place of the one with the changes. */
async function downloadWhole(
  planned: Planned,
  came: Came,
  options: TakeOptions,
  shown: { loading: boolean },
  why: string,
): Promise<void> {
  lostOf(came, options).throwIfAborted();
  tellWhole(planned.entry.id, why);
  const files = planned.else_files!;
  Object.assign(came, { files: [], lacking: 0, whole: true });
  await downloadAll({ ...planned, files, bytes: bytesOf(files, planned.entry) }, came, options, shown);
}

const lostOf = ({ held }: Came, { lost }: TakeOptions) => AbortSignal.any([lost, held.lost]);

async function downloadAll(
  planned: Planned,
  came: Came,
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
    const requests = { ...requestsFor(entry.download, options.mirror), lost: lostOf(came, options) };
    try {
      came.files.push(
        await download(file, { ...requests, home: options.home, keeps_former: options.keep, onBytes }),
      );
      failing.in_row = 0;
    } catch (error) {
      if (!mayLack(entry.download.find, error, failing)) throw error;
      lacking.push(error);
    }
  }
  if (came.files.length === 0) throw lacking[0]!;
  came.lacking = lacking.length;
  for (const error of lacking) console.error(`${entry.id}: it is loaded without a file: ${error.message}`);
}

/** Loads what came, or the whole file where that of the changes cannot be loaded. */
async function loadOrWhole(db: Db, planned: Planned, came: Came, options: TakeOptions): Promise<Taken> {
  const taken = await loadOne(db, planned, came, options);
  // Another file is no remedy for a fault of the machine or the database, which has no code.
  if (taken.code === null || came.error || came.whole || !planned.else_files) return taken;
  const began_ms = performance.now();
  try {
    await downloadWhole(planned, came, options, { loading: false }, taken.problem!);
  } catch (error) {
    came.error = error as Error;
  }
  came.seconds += (performance.now() - began_ms) / 1000;
  return loadOne(db, planned, came, options);
}

async function loadOne(db: Db, planned: Planned, came: Came, options: TakeOptions): Promise<Taken> {
  const { entry, edition } = planned;
  const { files } = came;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const told = { dataset: entry.id, bytes, download_seconds: came.seconds };
  try {
    if (came.error) throw came.error;
    // The readers of all file formats hang on it.
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
        whole: hasAll(planned, came),
        skipDerived: Boolean(options.defer) && planned.verdict === 'first',
        onProgress: options.progress?.show,
      },
    );
    await recordEdition.run(db, {
      dataset: entry.id,
      load_id: result.load_id,
      // What lacked is asked for again by the next run.
      identity: came.lacking > 0 ? null : (edition?.identity ?? null),
      release: edition?.release ?? null,
      published_on: edition?.published_on ?? null,
    });
    // Each release has other content: kept downloads would add up.
    if (!options.keep) for (const file of files) await rm(file.path, { force: true });
    const outcome = result.status === 'published' ? 'loaded' : 'unchanged';
    return { ...told, outcome, result, code: null, problem: null };
  } catch (error) {
    const code = error instanceof LoadError ? error.code : null;
    return {
      ...told,
      outcome: 'failed',
      result: null,
      code,
      problem: troubleOf((await options.explained(error)) as Error),
    };
  }
}

/**
 * Whether the files are the whole of a dataset whose publisher also tells its changes: what it deleted in months of
 * which the changes were not taken is known by its absence alone.
 */
function hasAll({ entry: { download }, else_files }: Planned, { whole }: Came): boolean {
  return download?.find.by === 'address' && download.find.changes !== undefined && (whole || !else_files);
}

/**
 * The month of files that a publisher makes anew at one address, where neither their names nor the publisher tell it.
 */
function monthMade({ entry: { download }, edition }: Planned, files: readonly FetchedFile[]): string | null {
  if (download?.find.by !== 'address' || download.find.final) return null;
  if (releaseFromNames(files.map((file) => file.name)) !== null) return null;
  return (edition?.published_on ?? new Date().toISOString()).slice(0, 7);
}

/** Bytes that are free where downloads are kept; the folder need not be there yet. */
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
