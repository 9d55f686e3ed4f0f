import { awaitsBuild } from '@domesday/builds/awaited';
import { type LatestLoad, latestLoads, standingBuilds } from '@domesday/builds/releases';
import { operationTable, type RequestOf, type ResponseOf, type Schema } from '@domesday/contract';
import {
  type CatalogueEntry,
  catalogue,
  catalogueEntry,
  commandFor,
  datasetIds,
} from '@domesday/datasets/catalogue';
import { attributionUnloaded } from '@domesday/loading/attribution';
import { madeUp } from '@domesday/loading/fiction';
import { freshnessOf, type ServedState, servedStates } from '@domesday/loading/freshness';
import { operatorCommand } from '@domesday/loading/operator-command';
import { servedLoads } from '@domesday/loading/served.query';
import { unprocessable } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { readinessOf } from '../../http/health/ready.ts';
import { version } from '../../version.ts';

type Request = RequestOf<'status.get'>;
type Response = ResponseOf<'status.get'>;

const entries: CatalogueEntry[] = Object.values(catalogue);

export async function get({ query }: Request, context: Context): Promise<Response> {
  const shown = chosen(query.datasets);
  const [latest, counted, builds] = await Promise.all([
    latestLoads.rows(context.db),
    servedLoads.rows(context.db),
    standingBuilds.rows(context.db),
  ]);
  const loads = new Map(latest.map((load) => [load.dataset, load]));
  const served = servedStates(counted);
  const loaded = [...served].filter(([, { rows }]) => rows > 0).map(([id]) => id);
  const waiting = new Set(loaded.filter((id) => awaitsBuild(id, builds)));
  for (const id of waiting) served.delete(id);
  const ready = new Set(loaded.filter((id) => !waiting.has(id)));
  // While the fictional country is served, its datasets have made-up publishers. Datasets that are not loaded keep the
  // real ones.
  const published = (entry: CatalogueEntry) =>
    context.fictional && loads.has(entry.id) ? { ...entry, ...madeUp(entry) } : entry;
  const now_ms = context.clock.now().getTime();
  const operations = operationTable.map((entry) => readiness(entry, ready, waiting));
  const unanswered = operations.filter((o) => Object.values(o.ready).every((r) => r === 'none'));
  const checks = await readinessOf([context.books, context.db], loads.size, context.books_full);
  return {
    status: unanswered.length > 0 ? 'degraded' : 'ok',
    alive: true,
    ready: checks.every((check) => check.ready),
    checks,
    version,
    api_version: '1.1',
    datasets: shown.map((entry) =>
      describe(published(entry), loads.get(entry.id), served.get(entry.id), waiting.has(entry.id), now_ms),
    ),
    operations,
    how_to_fix: unanswered[0]?.how_to_fix ?? null,
    meta: context.meta(),
  };
}

function chosen(ids: string[] | undefined): CatalogueEntry[] {
  if (!ids?.length) return entries;
  const unknown = ids.filter((id) => !catalogueEntry(id));
  if (unknown.length > 0) {
    const issue = `is among ${datasetIds.join(', ')}`;
    throw unprocessable(
      'invalid_parameter',
      `There is no dataset "${unknown[0]}": ids are those of meta.sources.`,
      [{ field: 'datasets', issue }],
    );
  }
  return entries.filter(({ id }) => ids.includes(id));
}

function describe(
  entry: CatalogueEntry,
  load: LatestLoad | undefined,
  served: ServedState | undefined,
  waits: boolean,
  now_ms: number,
): Schema<'DatasetStatus'> {
  const { state, reason, next_expected } = freshnessOf(entry, served, now_ms);
  const present = state === 'missing' ? undefined : served;
  return {
    id: entry.id,
    name: entry.name,
    countries: [...entry.countries],
    release: present?.release ?? null,
    releases: (present?.releases ?? []).map((one) => ({ ...one, loaded_at: one.loaded_at.toISOString() })),
    newest_record: present?.newest_record ?? null,
    loaded_at: present?.loaded_at.toISOString() ?? null,
    rows: present?.rows ?? 0,
    state,
    state_reason: waits
      ? `It is loaded, and served as soon as ${operatorCommand('build')} has placed its rows.`
      : reason,
    next_expected,
    licence: load?.licence ?? entry.licence,
    attribution: load?.attribution ?? attributionUnloaded(entry),
    used_by: operationTable.filter((o) => o.datasets.includes(entry.id)).map((o) => o.id),
  };
}

function readiness(
  entry: (typeof operationTable)[number],
  there: Set<string>,
  waiting: Set<string>,
): Schema<'OperationStatus'> {
  const read = entry.datasets.map((id) => catalogueEntry(id)!);
  const ready = (country: Schema<'Country'>): 'full' | 'partial' | 'none' => {
    const covering = read.filter((d) => d.countries.includes(country));
    const loaded = new Set(covering.filter((d) => there.has(d.id)).map((d) => d.id));
    if (!entry.needs.every((ids) => ids.some((id) => loaded.has(id)))) return 'none';
    return loaded.size === covering.length ? 'full' : 'partial';
  };
  // Datasets without which there is no answer are named before those that only improve it.
  const wanted = entry.needs.filter((ids) => !ids.some((id) => there.has(id))).map((ids) => ids[0]!);
  const missing = [...wanted.map((id) => catalogueEntry(id)!), ...read.filter((d) => !there.has(d.id))];
  return {
    name: entry.id,
    ready: { England: ready('England'), Wales: ready('Wales'), Scotland: ready('Scotland') },
    how_to_fix: missing.length ? fixOf(missing[0]!, waiting) : null,
  };
}

function fixOf(missing: CatalogueEntry, waiting: Set<string>): string {
  return waiting.has(missing.id) ? operatorCommand('build') : commandFor(missing);
}
