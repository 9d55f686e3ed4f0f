import { createHash } from 'node:crypto';
import { command, type Db, type DbClient, inTransaction } from '@domesday/db';
import { attributionOf } from './attribution.ts';
import { recordChanges, recordsUprns } from './changes.query.ts';
import { checkStaged, differingRows } from './check.ts';
import { mustKnowToday } from './clocks.ts';
import {
  assertUnchanged,
  contentHash,
  fetchFiles,
  forgetDamaged,
  isAddress,
  withoutCopies,
} from './fetch.ts';
import { holdAddresses } from './fetch-lock.query.ts';
import { FICTION, loadedWorlds } from './fiction.query.ts';
import { madeUp } from './fiction.ts';
import { withLoadLock } from './load-lock.ts';
import { mappingOf } from './mapping-of-load.ts';
import { newerRows } from './newer-rows.query.ts';
import { progressOf } from './progress.ts';
import { publishWatched } from './publish-watched.ts';
import { allowMemory, beginPublishing, publishing } from './rebuild.query.ts';
import { recogniseFiles } from './recognise.ts';
import { nameRelease, openLoad, recordFailed, recordPublished, standingLoad } from './record.query.ts';
import { releaseFromNames } from './release.ts';
import { leaveOutRepeated } from './repeated.query.ts';
import { lastCounted } from './served.query.ts';
import { stage } from './stage.ts';
import { emptyStage, type PassedOver, type StageResult } from './stage-result.ts';
import { stageSource } from './stage-source.ts';
import { analyzeStaging, besideStaging, createStaging, dropStaging, stagingTable } from './staging.query.ts';
import {
  type CatalogueEntry,
  type ChangeLog,
  type Check,
  type DatasetModule,
  type FetchedFile,
  type Guards,
  LoadError,
  type LoadOptions,
  type LoadResult,
  type Staged,
} from './types.ts';
import { leaveOutWithheld } from './withhold.query.ts';

const BESIDE_REAL =
  'This database holds real data: the fictional country is loaded into a database of its own.';
const BESIDE_FICTION =
  'This database holds the fictional country, and real data never stand beside it: name another database in DATABASE_URL.';
/** Smaller files are read faster than their publishing can be prepared. */
const LARGE_BYTES = 64e6;
const DEFAULT_GUARDS: Guards = { maxBytes: 256 * 1024 ** 3, maxRatio: 250, maxEntries: 20_000 };

/**
 * Rebuilds the tables derived from several datasets, inside the publishing transaction. Calls `onStep` before each
 * table.
 */
export type Derive = (client: DbClient, onStep?: (table: string) => void) => Promise<unknown>;

/**
 * Loads files of one dataset in five phases: fetch, stage, check, publish, record. The previous data are served until
 * the publishing transaction commits, whatever happens. Throws LoadError, whose message is for the operator.
 */
export async function loadDataset(
  db: Db,
  dataset: DatasetModule,
  entry: CatalogueEntry,
  uris: string[],
  options: LoadOptions,
  derive: Derive,
): Promise<LoadResult> {
  const began_ms = performance.now();
  const guards = { ...DEFAULT_GUARDS, ...options.guards };
  const progress = progressOf(dataset, options);
  const mapping = await mappingOf(dataset, options);
  const address_locks = await holdAddresses(db, options.files ? [] : uris.filter(isAddress), {
    what: `load ${dataset.id}`,
    onWait: (waits_for) => progress.tell({ phase: 'wait', waits_for }),
  });
  let files: FetchedFile[] = [];
  try {
    progress.tell({ phase: 'fetch' });
    files =
      options.files ??
      (await fetchFiles(uris, {
        home: options.home ?? process.env.DOMESDAY_HOME ?? '.domesday',
        fetch: options.fetch ?? fetch,
        maxEntries: guards.maxEntries,
        lost: address_locks.lost,
        onBytes: (file, bytes_read, bytes_total) => progress.tell({ file, bytes_read, bytes_total }),
      }));
    const fetched = { db, dataset, entry, uris, files, mapping, guards, options, derive, progress };
    return await loadFetched(fetched, began_ms);
  } catch (error) {
    await forgetDamaged(files, error);
    throw error;
  } finally {
    address_locks.release();
  }
}

/** A load whose files are on disk and that has no number yet. */
interface Fetched extends Omit<Load, 'client' | 'load_id' | 'copies'> {
  uris: string[];
}

async function loadFetched(fetched: Fetched, began_ms: number): Promise<LoadResult> {
  const { db, dataset, entry, uris, mapping, guards, options, derive, progress } = fetched;
  const { files, copies } = withoutCopies(dataset, fetched.files);
  if (!dataset.source) await recogniseFiles(dataset, files, mapping, guards);
  const names = dataset.namesTell ? files.map((file) => file.name) : null;
  const hash = hashWith(hashWith(contentHash(files), names), mapping);

  return withLoadLock(db, progress, `load ${dataset.id}`, async (client) => {
    const worlds = await loadedWorlds(client);
    if (options.fictional && worlds.real) throw new LoadError('refused', BESIDE_REAL);
    if (!options.fictional && worlds.fictional) throw new LoadError('refused', BESIDE_FICTION);
    if (!options.fictional) await mustKnowToday(client);
    const first_real = !options.fictional && !worlds.real;
    const { id, snapshot } = dataset;
    const same = { dataset: id, content_hash: hash, snapshot };
    const publishedLoad = options.force ? null : await standingLoad.first(client, same);
    if (publishedLoad && !(options.replace && !dataset.snapshot)) {
      if (!options.skipDerived) await deriveAlone(client, derive, progress);
      const seconds = (performance.now() - began_ms) / 1000;
      const { id: load_id, ...known } = publishedLoad;
      // The same content may have been loaded without a release before, or be published again as a newer release.
      const release =
        options.release ?? newerOf(known.release, releaseFromNames(files.map(({ name }) => name)));
      if (release !== null && release !== known.release) {
        const attribution = attributionFor(entry, release, options);
        await nameRelease.run(client, { id: load_id, release, attribution });
        known.release = release;
      }
      const unchanged = { dataset: id, status: 'unchanged' as const, first_real: false, load_id };
      return { ...unchanged, ...known, seconds, rows_per_second: 0 };
    }
    const { licence, attribution } = options.fictional
      ? madeUp(entry)
      : { ...entry, attribution: attributionOf(entry, options.release ?? null) };
    const { id: load_id } = await openLoad.one(client, {
      dataset: dataset.id,
      uri: (options.fictional ? FICTION : '') + describe(uris, files),
      content_hash: hash,
      licence,
      attribution,
      replaced: replacesAll(options),
    });
    const outcome = await stageAndPublish({ ...fetched, files, copies, client, load_id });
    const seconds = (performance.now() - began_ms) / 1000;
    progress.tell({ phase: 'done' });
    return {
      dataset: dataset.id,
      status: 'published',
      first_real,
      load_id,
      newer_loads: 0,
      content_hash: hash,
      ...outcome,
      seconds,
      rows_per_second: Math.round(outcome.rows_read / seconds),
    };
  });
}

function attributionFor(entry: CatalogueEntry, release: string, { fictional }: LoadOptions): string {
  return fictional ? madeUp(entry).attribution : attributionOf(entry, release);
}

/** The release that the file names tell, unless the content is already known under a newer one. */
function newerOf(known: string | null, namedRelease: string | null): string | null {
  return namedRelease !== null && (known === null || namedRelease > known) ? namedRelease : known;
}

/** A load that has a number. */
interface Load {
  db: Db;
  client: DbClient;
  dataset: DatasetModule;
  entry: CatalogueEntry;
  files: FetchedFile[];
  /** Files that are left out because another has the same content. */
  copies: PassedOver[];
  mapping: unknown;
  guards: Guards;
  options: LoadOptions;
  derive: Derive;
  progress: ReturnType<typeof progressOf>;
  load_id: number;
}

function replacesAll({ replace, whole }: LoadOptions): boolean {
  return replace || whole || false;
}

/** Phases 2 to 5. If one fails the load is recorded as failed and its staging dropped. */
async function stageAndPublish(load: Load): Promise<Published> {
  const { db, client, dataset, files, progress, load_id } = load;
  const table = stagingTable(load_id);
  let result = emptyStage();
  let checks: Check[] = [];
  try {
    // In one transaction with the COPY: PostgreSQL otherwise fills the ends of earlier pages with later rows, and of
    // two rows with the same key the later one counts.
    await command(client, 'begin');
    await createStaging(client, table, dataset.staging);
    const bytes_total = files.reduce((sum, file) => sum + file.bytes, 0);
    progress.tell({ phase: 'stage', bytes_read: 0, bytes_total });
    const onProgress = (file: string, rows: number, rejects: number, bytes_read: number) =>
      progress.often({ file, rows, rejects, bytes_read });
    const today = load.options.fictional ? null : new Date();
    const beside = prepareBeside(load, table, bytes_total);
    // Both have to end before either error is thrown; an error of staging comes first.
    const ended = beside.catch(() => {});
    const context = { ...load, table, today, onProgress };
    const staging = dataset.source ? stageSource({ ...context, dataset }) : stage({ ...context, dataset });
    result = await staging.finally(() => ended);
    await assertUnchanged(files);
    result.passed_over.push(...load.copies);
    result.withheld = await leaveOutWithheld(client, dataset, table);
    result.repeated = dataset.leaveOutRepeated
      ? await dataset.leaveOutRepeated(client, table)
      : await leaveOutRepeated(client, dataset, table, result.parts);
    result.rows -= result.withheld + result.repeated;
    await command(client, 'commit');
    await beside;
    await analyzeStaging(client, table, dataset.staging, result.rows);
    const { rows_read, rejects } = result;
    progress.tell({ phase: 'check', rows: rows_read, rejects, bytes_read: bytes_total });
    const staged: Staged = {
      client,
      beside: isLarge(load, bytes_total) ? db : null,
      table,
      load_id,
      rows: result.rows,
      nulls: result.nulls,
      replace: replacesAll(load.options),
    };
    checks = await checksOf(load, staged, result);
    progress.tell({ phase: 'publish' });
    return await publishAndRecord(load, staged, result, checks);
  } catch (error) {
    await command(client, 'rollback').catch(() => {});
    const { rows_read, rejects: rows_rejected, reject_reasons } = result;
    const read = { rows_read, rows_rejected, reject_reasons, checks };
    await recordFailed(db, load_id, (error as Error).message, read).catch(() => {});
    await dropStaging(client, table).catch(() => {});
    throw error;
  }
}

function isLarge({ options }: Load, bytes: number): boolean {
  return bytes >= (options.large_bytes ?? LARGE_BYTES);
}

/** Prepares the publishing of a large file while the file is read. */
async function prepareBeside(load: Load, table: string, bytes: number): Promise<void> {
  const { db, dataset } = load;
  if (!dataset.prepare || !isLarge(load, bytes)) return;
  await inTransaction(db, async (client) => {
    await allowMemory(client);
    await dataset.prepare!(client, besideStaging(table));
  });
}

/** Phase 3. Throws if a check fails, unless the operator forces the load. */
async function checksOf(load: Load, staged: Staged, result: StageResult): Promise<Check[]> {
  const checks = [...(await checkStaged(load.dataset, staged, result, load.mapping)), ...result.notes];
  const failed = checks.filter((c) => c.status === 'fail');
  if (failed.length > 0 && (result.rows === 0 || !load.options.force)) {
    const why = failed.map((c) => c.detail).join(' ');
    const force_hint = result.rows > 0 ? ' --force publishes it all the same.' : '';
    const stop = new LoadError('checks', `Nothing was published. ${why}${force_hint}`);
    stop.damaged = result.cut_short;
    throw stop;
  }
  return checks;
}

type Published = Pick<
  LoadResult,
  'release' | 'newest_record' | 'rows_read' | 'rows_published' | 'rows_rejected' | 'reject_reasons' | 'checks'
>;

/** Phases 4 and 5, in one transaction with the derived tables. */
async function publishAndRecord(
  { client, dataset, entry, options, derive, progress, load_id }: Load,
  staged: Staged,
  result: StageResult,
  checks: Check[],
): Promise<Published> {
  const newest_record = dataset.newestRecord ? await dataset.newestRecord(staged) : result.newest;
  const namedRelease = releaseFromNames(result.sources);
  const datedRelease = entry.dated_by === 'records' ? newest_record?.slice(0, 7) : null;
  const edition = options.release ?? namedRelease;
  const release = edition ?? datedRelease ?? null;
  await beginPublishing(client);
  const published = await publishing(client, async () => {
    const before = await lastCounted(client, entry.id);
    const newest = dataset.replacedRows && edition === null ? newest_record : null;
    const joins = dataset.joinsEditions === true;
    const newer = await newerRows(
      client,
      { dataset: entry.id, load_id },
      { release: joins ? null : edition, newest, named: !joins && entry.dated_by === 'release' },
    );
    // A first load is recorded as one `reset`, not row by row.
    const changes: ChangeLog | null = before?.rows ? { compared: null } : null;
    const differing: Check[] = [];
    const onDiffering = (records: number) => differing.push(differingRows(records));
    const published = { ...staged, changes, onDiffering };
    const { rows_published, lost } = await publishWatched(dataset, entry, published, { checks, before });
    if (lost && !options.force) throw new LoadError('losses', stopped(lost, dataset));
    const losses: Check[] = lost ? [{ name: 'losses', status: 'warn', detail: lost }] : [];
    const outcome = {
      release,
      newest_record,
      rows_read: result.rows_read,
      rows_published,
      rows_rejected: result.rejects,
      stated_rows: result.stated_rows,
      reject_reasons: result.reject_reasons,
      checks: [...checks, ...differing, ...losses, ...(await newer.replaced())],
    };
    // The load counts as published within its own transaction, so that derived tables include it.
    await recordPublished(client, load_id, outcome);
    if (release !== null)
      await nameRelease.run(client, {
        id: load_id,
        release,
        attribution: attributionFor(entry, release, options),
      });
    if (!options.skipDerived || (await recordsUprns(client, changes))) {
      await derive(client, (file) => progress.tell({ phase: 'derive', file }));
    }
    await recordChanges(client, dataset.id, load_id, changes);
    await dropStaging(client, staged.table);
    return outcome;
  });
  await command(client, 'commit');
  return published;
}

/** The message of a load that stopped because it would lose served rows, and what the operator can do. */
function stopped(lost: string, dataset: DatasetModule): string {
  const covers =
    dataset.extent === undefined
      ? ''
      : ' Say with --covers which nation or authority the files are of, and the areas of others stay.';
  return `Nothing was published. ${lost}${covers} --force publishes it all the same.`;
}

/** Brings the derived tables up to date after loads that left them (`skipDerived`). */
export async function deriveOnly(
  db: Db,
  dataset: DatasetModule,
  options: Pick<LoadOptions, 'onProgress'>,
  derive: Derive,
): Promise<void> {
  const progress = progressOf(dataset, options);
  await withLoadLock(db, progress, 'build', async (client) => {
    await deriveAlone(client, derive, progress);
  });
}

/** Updates the derived tables in a transaction of its own, for files that were loaded before without doing so. */
async function deriveAlone(
  client: DbClient,
  derive: Derive,
  progress: ReturnType<typeof progressOf>,
): Promise<void> {
  await command(client, 'begin');
  try {
    await publishing(client, () => derive(client, (file) => progress.tell({ phase: 'derive', file })));
    await command(client, 'commit');
  } catch (error) {
    await command(client, 'rollback');
    throw error;
  }
}

/** Adds the mapping or the file names to a content hash: the same file with other ones counts as different content. */
function hashWith(hash: string, more: unknown): string {
  if (more === null) return hash;
  return createHash('sha256').update(hash).update(JSON.stringify(more)).digest('hex');
}

function describe(uris: string[], files: FetchedFile[]): string {
  const shown = uris.length === 1 && files.length > 1 ? [uris[0]!] : files.map((f) => f.uri);
  const text = shown.slice(0, 20).join(' ');
  return shown.length > 20 ? `${text} and ${shown.length - 20} more` : text;
}
