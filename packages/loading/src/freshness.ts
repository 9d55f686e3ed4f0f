import { DAY_MS, isoDay } from './days.ts';
import { grouped } from './grouped.ts';
import type { ServedLoad } from './served.query.ts';
import type { CatalogueEntry } from './types.ts';

export interface ServedRelease {
  /** As its publisher names it; null if unknown. */
  release: string | null;
  rows: number;
  share_pct: number;
  newest_record: string | null;
  loaded_at: Date;
}

/** What is served of a dataset, over all the loads from which it has rows. */
export interface ServedState {
  rows: number;
  newest_record: string | null;
  /** The release with the most rows; of several with equally many, the newest. */
  release: string | null;
  /** Sorted by share, the largest first; of equal shares the newest first. */
  releases: ServedRelease[];
  /** When the newest of the loads was published. */
  loaded_at: Date;
}

export type FreshnessState = 'fresh' | 'stale' | 'missing' | 'not_judged';

export interface Freshness {
  state: FreshnessState;
  /** Why the data are not fresh; null if they are. */
  reason: string | null;
  /** Day by which the publisher should have a newer release. */
  next_expected: string | null;
}

/** A publisher may be late by this share of its cadence, and by at least GRACE_DAYS. */
const GRACE_SHARE = 0.25;
const GRACE_DAYS = 7;
/** Per cent of the rows that may be of old releases before the data count as stale. */
const STALE_SHARE_PCT = 10;

/** What is served of each dataset. */
export function servedStates(loads: readonly ServedLoad[]): Map<string, ServedState> {
  const byDataset = grouped(loads, (load) => load.dataset);
  return new Map([...byDataset].map(([dataset, own]) => [dataset, stateOf(own)]));
}

function stateOf(loads: ServedLoad[]): ServedState {
  const rows = loads.reduce((sum, load) => sum + load.rows, 0);
  const served = loads.filter((load) => load.rows > 0);
  const byRelease = grouped(served, (load) => load.release);
  const releases = [...byRelease].map(([release, own]): ServedRelease => {
    const n = own.reduce((sum, load) => sum + load.rows, 0);
    return {
      release,
      rows: n,
      share_pct: Math.round((1000 * n) / rows) / 10,
      newest_record: newestOf(own.map((load) => load.newest_record)),
      loaded_at: latestOf(own),
    };
  });
  releases.sort((a, b) => b.rows - a.rows || newestFirst(a.release, b.release));
  return {
    rows,
    newest_record: newestOf(releases.map((one) => one.newest_record)),
    release: releases[0]?.release ?? null,
    releases,
    loaded_at: latestOf(loads),
  };
}

/**
 * Sorts releases with equally many rows, such as the years of a register of rates: the newest first, unnamed ones last.
 */
function newestFirst(a: string | null, b: string | null): number {
  return (a ?? '') < (b ?? '') ? 1 : -1;
}

function newestOf(days: (string | null)[]): string | null {
  return days.reduce(
    (newest, day) => (day !== null && (newest === null || day > newest) ? day : newest),
    null,
  );
}

function latestOf(loads: ServedLoad[]): Date {
  return new Date(loads.reduce((latest_ms, load) => Math.max(latest_ms, load.finished_at.getTime()), 0));
}

/** Compares the age of what is served with the cadence of its publisher. */
export function freshnessOf(
  entry: Pick<CatalogueEntry, 'cadence_days' | 'dated_by' | 'delay_days'>,
  served: ServedState | undefined,
  now_ms: number,
): Freshness {
  if (!served || served.rows === 0)
    return { state: 'missing', reason: 'No row is served.', next_expected: null };
  const { cadence_days, dated_by } = entry;
  const judged = (state: FreshnessState, reason: string | null, due_ms: number | null = null): Freshness => ({
    state,
    reason,
    next_expected: due_ms === null ? null : isoDay(new Date(due_ms)),
  });
  if (cadence_days === null) return judged('not_judged', 'Its publisher keeps no fixed rhythm.');
  const dueAfter = (day: string) => Date.parse(day) + (cadence_days + entry.delay_days) * DAY_MS;
  const isLate = (due_ms: number) =>
    now_ms > due_ms + Math.max(GRACE_DAYS, cadence_days * GRACE_SHARE) * DAY_MS;
  if (dated_by === 'records') {
    if (served.newest_record === null) return judged('not_judged', 'No row bears a date.');
    const due_ms = dueAfter(served.newest_record);
    const late = `The newest record is of ${served.newest_record}.`;
    return isLate(due_ms) ? judged('stale', late, due_ms) : judged('fresh', null, due_ms);
  }
  const dated = served.releases.flatMap((one) => {
    const day = lastDayOf(one.release);
    return day === null ? [] : [{ ...one, due_ms: dueAfter(day) }];
  });
  const due_ms = dated.length === 0 ? null : Math.max(...dated.map((one) => one.due_ms));
  const late = dated.filter((one) => isLate(dated_by === 'newest_release' ? due_ms! : one.due_ms));
  if (share(late) > STALE_SHARE_PCT) {
    const names = late.map((one) => `${one.release} (${one.share_pct} %)`).join(', ');
    return judged('stale', `Rows of old releases are served: ${names}.`, due_ms);
  }
  if (100 - share(dated) > STALE_SHARE_PCT) {
    const reason = 'The name of the file told no release: load it with --release YYYY-MM.';
    return judged('not_judged', reason, due_ms);
  }
  return judged('fresh', null, due_ms);
}

function share(releases: ServedRelease[]): number {
  return releases.reduce((sum, one) => sum + one.share_pct, 0);
}

/** The last day of `2026-08` or `2026`; null for names without a month or year. */
function lastDayOf(release: string | null): string | null {
  const found = /^(20\d\d)(?:-(0[1-9]|1[0-2]))?(?:-\d\d)?$/.exec(release ?? '');
  if (!found) return null;
  const month = Number(found[2] ?? 12);
  return isoDay(new Date(Date.UTC(Number(found[1]), month, 0)));
}
