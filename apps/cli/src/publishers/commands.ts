import { type CatalogueEntry, catalogue, catalogueEntry } from '@domesday/datasets/catalogue';
import type { Db, Nation } from '@domesday/db';
import { TOPICS, type Topic } from '@domesday/loading/publishers/types';
import { fitAndTell } from '../commands/build.ts';
import { withDatabase } from '../program.ts';
import { lookAt } from './look.ts';
import type { SessionOptions } from './options.ts';
import { loadedStates, type Planned, planFor } from './plan.ts';
import { runSession } from './session.ts';

/** `domesday fetch`: the named datasets. */
export function fetchDatasets(ids: string[], options: SessionOptions): Promise<void> {
  return withDatabase(async (open, { home }) => {
    const entries = [...new Set(ids)].map((id) => catalogueEntry(id)!);
    const planned = await planFor(await asked(entries, options), await loadedStates(open.db), options.mirror);
    const chosen = planned.filter((one) => one.edition && (one.verdict !== 'same' || options.force));
    await runSession(open, home, planned, chosen, options);
    // The operator named it, so that its lack is a failure.
    if (planned.some((one) => one.edition === null)) process.exitCode ||= 1;
  });
}

interface Building extends SessionOptions {
  build: boolean;
}

/** `domesday update`: what is loaded and has a newer release. */
export async function updateLoaded(options: Building): Promise<void> {
  const taken = await withDatabase(async (open, { home }) => {
    const loaded = await loadedStates(open.db);
    const ids = new Set([...loaded.served.keys(), ...loaded.taken.keys()]);
    const entries = [...ids].flatMap((id) => catalogueEntry(id) ?? []);
    const fetched = entries.filter((entry) => entry.download.find.by !== 'operator');
    const planned = await planFor(await asked(fetched, options), loaded, options.mirror);
    const outcome = await runSession(open, home, planned, planned.filter(isDue), options);
    // A publisher that is silent today is asked again by the next run of the schedule, which should know.
    if (planned.some((one) => one.state === 'no_answer')) process.exitCode ||= 1;
    return outcome;
  });
  // Also where nothing was newer: the run before may have died between its loads and the end of its build.
  if (options.build && taken && !(await isBuilt())) await fitAndTell(options.json);
}

async function isBuilt(): Promise<boolean> {
  const { isReleased } = await import('@domesday/builds/releases');
  return withDatabase(async ({ db }) => !(await isLoaded(db)) || isReleased(db));
}

/** Whether a dataset was ever loaded: a release of nothing would keep what the first loads take the place of. */
async function isLoaded(db: Db): Promise<boolean> {
  const { latestLoads } = await import('@domesday/builds/releases');
  return (await latestLoads.rows(db)).length > 0;
}

interface CountryOptions extends Building {
  only?: Nation[];
  topics?: Topic[];
}

/** `domesday country`: what is not loaded or has a newer release, of some nations and topics or of all. */
export async function loadCountry(options: CountryOptions): Promise<void> {
  const entries = entriesOf(options);
  const to_build = await withDatabase(async (open, { home }) => {
    const loaded = await loadedStates(open.db);
    const planned = await planFor(await asked(entries, options), loaded, options.mirror);
    const taken = await runSession(open, home, planned, planned.filter(isDue), { ...options, defer: true });
    if (planned.some((one) => one.state === 'no_answer')) process.exitCode ||= 1;
    // Also where nothing was fetched: the run before may have died in the middle of the build, and one that is done is
    // quick. Of nothing at all there is nothing to build, and why there is nothing is the last that is told.
    return taken !== null && (taken.length > 0 || loaded.served.size > 0);
  });
  if (options.build && to_build) await fitAndTell(options.json);
}

/** The datasets of the topics and nations, addresses first: what comes later is linked to them. */
function entriesOf({ only, topics }: CountryOptions): CatalogueEntry[] {
  const all: CatalogueEntry[] = Object.values(catalogue);
  const nationsOf = ({ download, countries }: CatalogueEntry): readonly string[] =>
    download.nations ?? countries;
  return all
    .filter((entry) => !topics || topics.includes(entry.download.topic))
    .filter((entry) => !only || only.some((nation) => nationsOf(entry).includes(nation)))
    .sort((a, b) => TOPICS.indexOf(a.download.topic) - TOPICS.indexOf(b.download.topic));
}

function asked(entries: readonly CatalogueEntry[], { mirror, json }: SessionOptions) {
  return lookAt(entries, { tell: !json, ...(mirror ? { mirror } : {}) });
}

/** Whether a dataset has a release that is newer, or one that nothing tells apart and whose rhythm has passed. */
function isDue(one: Planned): boolean {
  return one.edition !== null && (one.verdict === 'newer' || one.verdict === 'first' || one.due);
}
