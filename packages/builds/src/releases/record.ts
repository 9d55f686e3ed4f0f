import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, databaseTime, inTransaction, type Queryable } from '@domesday/db';
import { takeLoadLockForTransaction } from '@domesday/loading/load-lock';
import type { OnWait } from '@domesday/loading/lock-holder';
import { keepPast, prunePast } from '@domesday/loading/past.query';
import manifest from '../../package.json' with { type: 'json' };
import { newestLoad, publishedInputs } from '../derived.query.ts';
import { madeByOtherEdition, withEdition } from '../editions.ts';
import { MARKET_BUILD, MARKET_INPUTS } from '../packed-sales/records.ts';
import { VALUATION_BUILD } from '../valuations/recorded.ts';
import { latestLoads, releaseName, standingBuilds } from './loaded.query.ts';
import { addRelease, forgetQuestions, markPruned, type Release, releases } from './releases.query.ts';

/** How many of the newest releases are kept, besides the first of each month. */
const KEPT_RELEASES = 12;

interface RecordedRelease {
  name: string;
  /** False if what is served has not changed since the last release. */
  recorded: boolean;
  kept: number;
  pruned: number;
}

/**
 * Records the data served now as a release, which requests can later name, or reach by its day, and drops releases that
 * the policy no longer keeps. Waits for a running load. The day of the release is `today`, by default the day (UTC)
 * after the wait by the clock of the database, which requests use too.
 */
export async function recordRelease(
  db: Db,
  { today, keep = KEPT_RELEASES, onWait }: { today?: string; keep?: number; onWait?: OnWait } = {},
): Promise<RecordedRelease> {
  return inTransaction(db, async (client) => {
    await takeLoadLockForTransaction(db, client, { what: 'build', onWait });
    const name = releaseName(await latestLoads.rows(client), await standingBuilds.rows(client));
    const known = await releases.rows(client);
    const latest = known.at(-1);
    const recorded = latest?.name !== name || latest.pruned;
    // If a table got a new column, its past cannot be served any more, so earlier releases are given up.
    const whole = await keepPast(client, latest === undefined);
    if (!whole) await markPruned.run(client, { releases: known.map((one) => one.no) });
    if (recorded || !whole)
      await addRelease.run(client, {
        no: (latest?.no ?? 0) + 1,
        name,
        released_on: today ?? (await databaseTime(client)).toISOString().slice(0, 10),
        version: manifest.version,
      });
    const standing = (await releases.rows(client)).filter((one) => !one.pruned);
    const kept = releasesToKeep(standing, keep);
    const gone = standing.filter((one) => !kept.has(one.no)).map((one) => one.no);
    await markPruned.run(client, { releases: gone });
    // Rows of releases that are given up now are deleted by the next call, since a running request may still read them.
    // Rows of releases that were given up earlier, as by `remove --past`, are deleted here.
    await prunePast(client, [...kept, ...gone]);
    await forgetQuestions.run(client);
    return { name, recorded: recorded || !whole, kept: kept.size, pruned: gone.length };
  });
}

/** Time for API processes, which notice within two seconds that a release is given up, to finish running requests. */
const READ_ON_MS = 5000;

/**
 * Gives up the releases that were recorded before a load, or the named ones, and deletes the rows that only they need.
 * Returns how many were given up. It can be run again after an interruption. Throws an error for people to read if a
 * name is unknown, or is that of the newest release, which is served.
 */
export async function giveUpReleases(
  db: Db,
  which: { before_load: number } | { names: readonly string[] },
  onWait?: OnWait,
): Promise<number> {
  const given_up = await inTransaction(db, async (client) => {
    await takeLoadLockForTransaction(db, client, { what: 'remove', onWait });
    const known = await releases.rows(client);
    const standing = known.filter((one) => !one.pruned);
    const chosen =
      'names' in which ? chosenByName(standing, known, which.names) : beforeLoad(which.before_load);
    if (known.length === 0) return 0;
    const whole = await keepPast(client, false);
    const gone = standing.filter((one) => chosen(one) || !whole);
    await markPruned.run(client, { releases: gone.map((one) => one.no) });
    return gone.length;
  });
  if (given_up > 0) await sleep(READ_ON_MS);
  await inTransaction(db, async (client) => {
    await takeLoadLockForTransaction(db, client, { what: 'remove', onWait });
    const known = await releases.rows(client);
    const latest = known.at(-1);
    if (!latest) return;
    const kept = known.filter((one) => !one.pruned).map((one) => one.no);
    // Without kept releases all past rows are deleted: a later release needs none of them.
    await prunePast(client, kept.length > 0 ? kept : [latest.no + 1]);
    await forgetQuestions.run(client);
  });
  return given_up;
}

type Chosen = (release: Release) => boolean;

function beforeLoad(load_id: number): Chosen {
  return ({ last_load }) => last_load < load_id;
}

function chosenByName(
  standing: readonly Release[],
  known: readonly Release[],
  names: readonly string[],
): Chosen {
  for (const name of names) {
    if (name === known.at(-1)?.name)
      throw new Error(`The release ${name} is the newest: nothing was given up.`);
    // A release that an interrupted call has given up already is no error.
    if (!known.some((one) => one.name === name))
      throw new Error(`No release is called ${name}: nothing was given up.`);
  }
  return ({ name, no }) => names.includes(name) && no !== standing.at(-1)?.no;
}

/**
 * Whether the served data are the newest release, built by this version's editions. If not, a load was published since,
 * or during the build that recorded the release, or a build was interrupted.
 */
export async function isReleased(db: Queryable): Promise<boolean> {
  const builds = await standingBuilds.rows(db);
  if (builds.some(madeByOtherEdition) || (await lacksLoads(db, builds))) return false;
  const name = releaseName(await latestLoads.rows(db), builds);
  const latest = (await releases.rows(db)).at(-1);
  return latest?.name === name && !latest.pruned;
}

/**
 * Whether the packed sales or the fitted valuations are older than the newest load. Earlier versions recorded no loads
 * for valuations; such a record counts as current.
 */
async function lacksLoads(
  db: Queryable,
  builds: readonly { name: string; inputs: string }[],
): Promise<boolean> {
  const inputsOf = (name: string) => builds.find((one) => one.name === name)?.inputs;
  const packed = inputsOf(MARKET_BUILD);
  if (packed !== undefined && packed !== withEdition(MARKET_BUILD, await publishedInputs(db, MARKET_INPUTS)))
    return true;
  const fitted = / loads:(\d+)/.exec(inputsOf(VALUATION_BUILD) ?? '')?.[1];
  return fitted !== undefined && Number(fitted) < (await newestLoad(db));
}

/** The numbers of the `keep` newest releases and of the first of each month. */
function releasesToKeep(standing: readonly Release[], keep: number): Set<number> {
  const kept = new Set(standing.slice(-Math.max(1, keep)).map((one) => one.no));
  const months = new Set<string>();
  for (const { no, released_on } of standing) {
    const month = released_on.slice(0, 7);
    if (!months.has(month)) kept.add(no);
    months.add(month);
  }
  return kept;
}
