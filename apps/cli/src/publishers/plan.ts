import type { CatalogueEntry } from '@domesday/datasets/catalogue';
import type { Db } from '@domesday/db';
import { LoadError } from '@domesday/files/errors';
import { DAY_MS, isoDay } from '@domesday/loading/days';
import { type TakenEdition, takenEditions } from '@domesday/loading/editions.query';
import { type ServedState, servedStates } from '@domesday/loading/freshness';
import { findChanges } from '@domesday/loading/publishers/find';
import type { Edition, FoundFile } from '@domesday/loading/publishers/types';
import { releaseFromNames } from '@domesday/loading/release';
import { servedLoads } from '@domesday/loading/served.query';
import type { Look } from './look.ts';
import { requestsFor } from './requests.ts';

export interface Planned extends Look {
  /** How the publisher's newest release compares with what is loaded; null if there is no release. */
  verdict: 'first' | 'newer' | 'same' | 'cannot_tell' | null;
  /** Why the two cannot be compared, or why the publisher is not asked. */
  reason: string | null;
  /** If the releases cannot be compared: whether the publishing interval has passed since the last fetch. */
  due: boolean;
  /** The files of the release to download. */
  files: FoundFile[];
  /** The whole file, if `files` has only the change file: used if the change file cannot be downloaded or loaded. */
  else_files: FoundFile[] | null;
  /** Total size, stated by the publisher or else estimated from the catalogue. */
  bytes: number | null;
  taken: TakenEdition | null;
}

/** What is served of each dataset, and the release that was fetched last. */
export async function loadedStates(
  db: Db,
): Promise<{ served: Map<string, ServedState>; taken: Map<string, TakenEdition> }> {
  const served = servedStates(await servedLoads.rows(db));
  const taken = new Map((await takenEditions.rows(db)).map((one) => [one.dataset, one]));
  return { served: new Map([...served].filter(([, state]) => state.rows > 0)), taken };
}

/** Compares what publishers have with what is loaded, and chooses the files that are needed. */
export async function planFor(
  looks: Look[],
  loaded: Awaited<ReturnType<typeof loadedStates>>,
  mirror?: string,
): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (const look of looks) {
    const taken = loaded.taken.get(look.entry.id) ?? null;
    const base = {
      ...look,
      taken,
      due: false,
      files: [],
      else_files: null,
      bytes: look.entry.download.bytes,
    };
    if (!look.edition) {
      planned.push({ ...base, verdict: null });
      continue;
    }
    const compared = compare(look.entry, look.edition, loaded.served.get(look.entry.id), taken);
    const needed = await neededFiles(look.entry, look.edition, taken, mirror);
    planned.push({ ...base, ...compared, ...needed, bytes: bytesOf(needed.files, look.entry) });
  }
  return planned;
}

function compare(
  entry: CatalogueEntry,
  edition: Edition,
  served: ServedState | undefined,
  taken: TakenEdition | null,
): Pick<Planned, 'verdict' | 'reason' | 'due'> {
  if (!served && !taken) return { verdict: 'first', reason: null, due: true };
  if (taken && edition.identity !== null) {
    const same = taken.identity === edition.identity && !isMadeAnew(entry, edition, taken);
    return { verdict: same ? 'same' : 'newer', reason: null, due: false };
  }
  if (taken) {
    const on = isoDay(taken.taken_at);
    const due = Date.now() - taken.taken_at.getTime() > (entry.cadence_days ?? 365) * DAY_MS;
    const reason = `Its publisher gives no way to tell releases apart; it was last fetched on ${on}.`;
    return { verdict: 'cannot_tell', reason, due };
  }
  // Loaded from a file, so only the time of the load and the release in the file name are known.
  if (edition.published_on !== null && edition.published_on > isoDay(served!.loaded_at))
    return { verdict: 'newer', reason: null, due: false };
  const newest =
    served!.releases
      .flatMap((one) => one.release ?? [])
      .sort()
      .at(-1) ?? '';
  // The publisher's day of publication identifies a release better than its newest record does.
  const named = edition.release !== null && (entry.dated_by !== 'records' || edition.published_on === null);
  if (named && /^\d{4}-\d{2}$/.test(newest))
    return { verdict: edition.release! > newest ? 'newer' : 'same', reason: null, due: false };
  const reason =
    'It was loaded by hand, and nothing tells which release that was; `domesday fetch` takes the newest.';
  return { verdict: 'cannot_tell', reason, due: false };
}

/** Whether the publisher, who names the release by month only, has replaced its file with a corrected one since. */
function isMadeAnew({ download }: CatalogueEntry, edition: Edition, taken: TakenEdition): boolean {
  if (download.find.by === 'address' && download.find.final) return false;
  const [before, now] = [taken.published_on, edition.published_on];
  return before !== null && now !== null && now > before;
}

/** All files of the release; for a dataset published as monthly additions, only those since the last fetch. */
async function neededFiles(
  entry: CatalogueEntry,
  edition: Edition,
  taken: TakenEdition | null,
  mirror: string | undefined,
): Promise<Pick<Planned, 'files' | 'else_files'>> {
  const { download } = entry;
  if (download.find.by === 'month' && download.find.since && taken?.release) {
    const later = edition.files.filter(
      ({ address }) => (releaseFromNames([address.split('/').at(-1)!]) ?? '') > taken.release!,
    );
    return { files: later.length > 0 ? later : edition.files, else_files: null };
  }
  const changes =
    taken && taken.identity !== edition.identity
      ? await changesSince(entry, edition, taken.published_on, mirror)
      : null;
  return changes
    ? { files: [changes], else_files: edition.files }
    : { files: edition.files, else_files: null };
}

/**
 * The change file; null if the whole file must be used, also because the publisher does not answer for the change file.
 */
async function changesSince(
  { id, download }: CatalogueEntry,
  edition: Edition,
  since: string | null,
  mirror: string | undefined,
): Promise<FoundFile | null> {
  try {
    return await findChanges(download, edition, since, requestsFor(download, mirror));
  } catch (error) {
    if (!(error instanceof LoadError)) throw error;
    reportWholeFile(id, error.message);
    return null;
  }
}

export function reportWholeFile(dataset: string, why: string): void {
  console.error(`${dataset}: its file of changes cannot be used, so the whole file is taken: ${why}`);
}

export function bytesOf(files: FoundFile[], entry: CatalogueEntry): number | null {
  if (files.some((file) => file.bytes === null)) return entry.download.bytes;
  return files.reduce((sum, file) => sum + file.bytes!, 0);
}
