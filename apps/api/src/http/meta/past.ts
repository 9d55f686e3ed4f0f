import { createHash } from 'node:crypto';
import { type Release, readReleases } from '@domesday/builds/releases';
import type { OperationEntry } from '@domesday/contract';
import { dataOf, pastOf } from '@domesday/db';
import { dayOf } from '../../accounts/month.ts';
import type { Question } from '../../accounts/paid-questions.ts';
import { version } from '../../version.ts';
import { keepNewest } from '../bounded-memory.ts';
import { canonicalRequest } from '../check/canonical-request.ts';
import type { ValidRequest } from '../check/check-request.ts';
import { onceFor, requestSchemaOf } from '../check/operation-schema.ts';
import { notFound, unprocessable } from '../errors.ts';
import type { Clock } from '../handler.ts';
import { type Source, sourceOf } from './source.ts';

/** The data and the day that a request is answered from. */
export interface ReleaseChoice {
  source: Source;
  /** The day that the answer treats as today. */
  today: string;
  /** The past release that answers; null for the data served now. */
  release: Release | null;
  /** Why the answer is not that of the requested day; null if it is. */
  inexact: string | null;
}

const MOST_OPEN = 16;
const REFRESH_MS = 2000;

const listed = new WeakMap<object, { read_at_ms: number; releases: Promise<readonly Release[]> }>();

/**
 * The releases, read at most every two seconds unless `reread`. A release that was pruned after the read can still
 * answer, because its rows are deleted only when other releases are pruned later.
 */
function knownReleases({ db }: Source, at_ms: number, reread = false): Promise<readonly Release[]> {
  const data = dataOf(db);
  const cached = listed.get(data);
  const age_ms = cached ? at_ms - cached.read_at_ms : -1;
  if (!reread && cached && age_ms >= 0 && age_ms < REFRESH_MS) return cached.releases;
  const releases = readReleases(db);
  listed.set(data, { read_at_ms: at_ms, releases });
  releases.catch(() => listed.delete(data));
  return releases;
}

/** Whether an operation has the parameter `release`, so that a past release can answer it. */
const takesRelease = onceFor((entry: OperationEntry) =>
  requestSchemaOf(entry).parameters.some(({ name }) => name === 'release'),
);

/**
 * Which release answers a request, chosen by its name or by a past day, and as of which day. The data served now answer
 * for today and, if nothing was loaded or built since, for the days since the newest release.
 */
export async function chooseRelease(
  entry: OperationEntry,
  { query }: ValidRequest,
  source: Source,
  clock: Clock,
): Promise<ReleaseChoice> {
  const today = dayOf(clock.now());
  const now_ms = () => clock.now().getTime();
  const name = query.release as string | undefined;
  const as_of = query.as_of as string | undefined;
  const live = { source, today, release: null, inexact: null };
  if (!takesRelease(entry) || (name === undefined && (as_of === undefined || as_of === today))) return live;
  if (as_of !== undefined && as_of > today)
    throw unprocessable('invalid_parameter', 'There are no answers for future days.', [
      { field: 'as_of', issue: `must be ${today} or earlier` },
    ]);
  const isKnown = (known: readonly Release[]) =>
    name === undefined
      ? known.some((one) => one.released_on <= as_of!)
      : known.some((one) => one.name === name && !one.pruned);
  let known = await knownReleases(source, now_ms());
  // A release that is not known may have been recorded since.
  if (!isKnown(known)) known = await knownReleases(source, now_ms(), true);
  if (name !== undefined && !known.some((one) => one.name === name) && (await isServed(source, name))) {
    if (as_of !== undefined && as_of < today) throw beforeRelease(today);
    return live;
  }
  const from = (release: Release, day: string, inexact: string | null): ReleaseChoice => ({
    source: pastSource(source, release, now_ms),
    today: day,
    release,
    inexact: inexact ?? otherVersion(release),
  });
  if (name !== undefined) {
    const release = known.findLast((one) => one.name === name && !one.pruned);
    if (!release)
      throw releaseNotKept(`The release ${name} is not kept.`, 'release', 'names no kept release');
    const day = as_of ?? release.released_on;
    if (day < release.released_on) throw beforeRelease(release.released_on);
    return from(release, day, null);
  }
  const upTo = known.filter((one) => one.released_on <= as_of!);
  const wanted = upTo.at(-1);
  if (wanted && !wanted.pruned) return from(wanted, as_of!, null);
  const nearest = upTo.findLast((one) => !one.pruned);
  if (nearest)
    return from(
      nearest,
      as_of!,
      `The release of ${as_of} (${wanted!.name}) is no longer kept: that of ${nearest.released_on} answers.`,
    );
  const why = `No release of ${as_of} or before is kept`;
  // A sale value uses the data of its own day; any other answer would mix that day with later data.
  if (entry.id !== 'valuations.sale')
    throw releaseNotKept(`${why}.`, 'as_of', 'is before the first kept release');
  return {
    ...live,
    inexact: `${why}: the value is not the one that was answered then.`,
  };
}

/**
 * Identifies the answer, so that the caller can have it again free of charge; null if the operation takes no release.
 */
export function questionOf(
  entry: OperationEntry,
  { path, query }: ValidRequest,
  { today }: Pick<ReleaseChoice, 'today'>,
  release: string,
): Question | null {
  if (!takesRelease(entry)) return null;
  const { release: _, as_of: __, quote: ___, ...rest } = query;
  const canonical = canonicalRequest({ path, query: rest, body: null });
  const named = (asked: Pick<ValidRequest, 'path' | 'query'>) =>
    createHash('sha256')
      .update(JSON.stringify([entry.id, asked.path, asked.query, today, release]))
      .digest('hex');
  return { question: named(canonical), former: named({ path, query: rest }), release };
}

/**
 * Whether the data served now have this release name although no build has recorded it. This is so for the fictional
 * country, and for real data between a load and the build that follows.
 */
async function isServed({ loadedData }: Source, name: string): Promise<boolean> {
  return (await loadedData()).release === name;
}

function beforeRelease(day: string) {
  return unprocessable('invalid_parameter', 'A release cannot answer for a day before it.', [
    { field: 'as_of', issue: `must be ${day} or later with this release` },
  ]);
}

function releaseNotKept(message: string, field: string, issue: string) {
  return notFound('release_not_kept', message, [{ field, issue }]);
}

function otherVersion(release: Release): string | null {
  return release.version === version
    ? null
    : `The release was built by version ${release.version}; this one may answer otherwise.`;
}

const opened = new WeakMap<object, Map<number, Source>>();

/** A past release as a source of its own, so that it has separate caches. */
function pastSource({ db }: Source, { no }: Release, now_ms: () => number): Source {
  const sources = opened.get(dataOf(db)) ?? new Map<number, Source>();
  opened.set(dataOf(db), sources);
  const source = sources.get(no) ?? sourceOf(pastOf(db, no), now_ms);
  keepNewest(sources, no, source, MOST_OPEN);
  return source;
}
