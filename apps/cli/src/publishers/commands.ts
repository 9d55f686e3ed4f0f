import { type CatalogueEntry, catalogue, catalogueEntry } from '@domesday/datasets/catalogue';
import type { Db, Nation } from '@domesday/db';
import { TOPICS, type Topic } from '@domesday/loading/publishers/types';
import { fitAndReport } from '../commands/build.ts';
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
    // The operator asked for this dataset, so a missing edition is a failure.
    if (planned.some((one) => one.edition === null)) process.exitCode ||= 1;
  });
}

interface Building extends SessionOptions {
  build: boolean;
}

/** `domesday update`: loads newer releases of the loaded datasets. */
export async function updateLoaded(options: Building): Promise<void> {
  const taken = await withDatabase(async (open, { home }) => {
    const loaded = await loadedStates(open.db);
    const ids = new Set([...loaded.served.keys(), ...loaded.taken.keys()]);
    const entries = [...ids].flatMap((id) => catalogueEntry(id) ?? []);
    const fetched = entries.filter((entry) => entry.download.find.by !== 'operator');
    const planned = await planFor(await asked(fetched, options), loaded, options.mirror);
    const outcome = await runSession(open, home, planned, planned.filter(isDue), options);
    // The scheduler must see the failure, so that it asks a silent publisher again after a day.
    if (planned.some((one) => one.state === 'no_answer')) process.exitCode ||= 1;
    return outcome;
  });
  // Also if nothing was newer: the previous run may have died before the end of its build.
  if (options.build && taken && !(await isBuilt())) await fitAndReport(options.json);
}

async function isBuilt(): Promise<boolean> {
  const { isReleased } = await import('@domesday/builds/releases');
  return withDatabase(async ({ db }) => !(await isLoaded(db)) || isReleased(db));
}

/** Whether a dataset was ever loaded. A release of an empty database would store the state before the first loads. */
async function isLoaded(db: Db): Promise<boolean> {
  const { latestLoads } = await import('@domesday/builds/releases');
  return (await latestLoads.rows(db)).length > 0;
}

interface CountryOptions extends Building {
  only?: Nation[];
  topics?: Topic[];
}

/** `domesday country`: loads datasets that are missing or have a newer release, for some or all nations and topics. */
export async function loadCountry(options: CountryOptions): Promise<void> {
  const entries = entriesOf(options);
  const to_build = await withDatabase(async (open, { home }) => {
    const loaded = await loadedStates(open.db);
    const planned = await planFor(await asked(entries, options), loaded, options.mirror);
    const taken = await runSession(open, home, planned, planned.filter(isDue), { ...options, defer: true });
    if (planned.some((one) => one.state === 'no_answer')) process.exitCode ||= 1;
    // Build even if nothing was fetched: the previous run may have died during its build, and a build without changes
    // is quick. If nothing is loaded at all there is nothing to build, and the reason must be the last message.
    return taken !== null && (taken.length > 0 || loaded.served.size > 0);
  });
  if (options.build && to_build) await fitAndReport(options.json);
}

/** The datasets of the topics and nations, addresses first because later datasets are linked to them. */
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

/**
 * Whether a dataset has a newer release, or has releases that cannot be told apart and its publishing interval has
 * passed.
 */
function isDue(one: Planned): boolean {
  return one.edition !== null && (one.verdict === 'newer' || one.verdict === 'first' || one.due);
}
