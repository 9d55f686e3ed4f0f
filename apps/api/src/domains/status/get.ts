import { operationTable, type RequestOf, type ResponseOf, type Schema } from '@domesday/contract';
import { type CatalogueEntry, catalogue } from '@domesday/datasets/catalogue';
import type { Context } from '../../http/handler.ts';
import type { LatestLoad } from '../../http/meta.query.ts';
import { latestLoads } from '../../http/meta.query.ts';
import { readinessOf } from '../../http/ready.ts';
import { version } from '../../version.ts';

type Request = RequestOf<'status.get'>;
type Response = ResponseOf<'status.get'>;

const DAY_MS = 86_400_000;
const entries: CatalogueEntry[] = Object.values(catalogue);

export async function get(_request: Request, context: Context): Promise<Response> {
  const loads = new Map((await latestLoads.rows(context.db)).map((load) => [load.dataset, load]));
  const now_ms = context.clock.now().getTime();
  const operations = operationTable.map((entry) => readiness(entry, loads));
  const unanswered = operations.filter((o) => Object.values(o.ready).every((r) => r === 'none'));
  const checks = await readinessOf(context.db, loads.size);
  return {
    status: unanswered.length > 0 ? 'degraded' : 'ok',
    alive: true,
    ready: checks.every((check) => check.ready),
    checks,
    version,
    api_version: '1.1',
    datasets: entries.map((entry) => describe(entry, loads.get(entry.id), now_ms)),
    operations,
    how_to_fix: unanswered[0]?.how_to_fix ?? null,
    meta: context.meta(),
  };
}

function describe(
  entry: CatalogueEntry,
  load: LatestLoad | undefined,
  now_ms: number,
): Schema<'DatasetStatus'> {
  // The age counts from the newest record, since a file loaded today may be a year old.
  const dated = load && (load.newest_record ?? load.finished_at.toISOString().slice(0, 10));
  const due_ms = dated && entry.cadence_days ? Date.parse(dated) + entry.cadence_days * DAY_MS : null;
  const stale = due_ms !== null && now_ms > due_ms + (entry.cadence_days ?? 0) * DAY_MS;
  return {
    id: entry.id,
    name: entry.name,
    countries: [...entry.countries],
    release: load?.release ?? null,
    newest_record: load?.newest_record ?? null,
    loaded_at: load?.finished_at.toISOString() ?? null,
    rows: load?.rows_published ?? 0,
    state: !load ? 'missing' : stale ? 'stale' : 'fresh',
    next_expected:
      due_ms === null || due_ms === undefined ? null : new Date(due_ms).toISOString().slice(0, 10),
    licence: load?.licence ?? entry.licence,
    attribution: load?.attribution ?? entry.attribution,
    used_by: operationTable.filter((o) => o.datasets.includes(entry.id)).map((o) => o.id),
  };
}

function readiness(
  entry: (typeof operationTable)[number],
  loads: Map<string, LatestLoad>,
): Schema<'OperationStatus'> {
  const needed = entries.filter((d) => entry.datasets.includes(d.id));
  const ready = (country: Schema<'Country'>): 'full' | 'partial' | 'none' => {
    const covering = needed.filter((d) => d.countries.includes(country));
    const loaded = covering.filter((d) => loads.has(d.id));
    if (entry.datasets.length === 0 || (covering.length > 0 && loaded.length === covering.length))
      return 'full';
    return loaded.length > 0 ? 'partial' : 'none';
  };
  const missing = needed.filter((d) => !loads.has(d.id));
  return {
    name: entry.id,
    ready: { England: ready('England'), Wales: ready('Wales'), Scotland: ready('Scotland') },
    how_to_fix: missing.length ? `npm run domesday -- load ${missing[0]!.id} <file or address>` : null,
  };
}
