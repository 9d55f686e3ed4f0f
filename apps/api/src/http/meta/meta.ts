import { awaitsBuild } from '@domesday/builds/awaited';
import { type BuildName, withEdition } from '@domesday/builds/editions';
import { type LatestLoad, latestLoads, releaseName, standingBuilds } from '@domesday/builds/releases';
import { buildNumber, VALUATION_BUILD } from '@domesday/builds/valuations/recorded';
import type { Schema } from '@domesday/contract';
import { catalogue, type DatasetId } from '@domesday/datasets/catalogue';
import type { Db } from '@domesday/db';
import { madeUp } from '@domesday/loading/fiction';
import { type ServedState, servedStates } from '@domesday/loading/freshness';
import { servedLoads } from '@domesday/loading/served.query';
import { LAG_MONTHS, monthsBefore } from '../../statistics/dates.ts';
import { lackOf, type RegisterRows } from './completeness.ts';
import { type FieldSource, type LeftOut, noticesOf } from './licences.ts';
import { registerRows, servesFiction } from './meta.query.ts';

/** A handler's additions to the `meta` of its answer. Whatever is left out is null or empty. */
export interface MetaParts {
  /** Ids of the datasets used; those of the operation if omitted. */
  datasets?: string[];
  as_of?: string;
  period?: Schema<'Meta'>['period'];
  sample_size?: number | null;
  minimum_sample?: number | null;
  confidence?: Schema<'Confidence'> | null;
  basis?: Schema<'Basis'> | null;
  geography?: Schema<'Geography'> | null;
  coverage?: Schema<'Coverage'>[];
  /** Which datasets each field of the answer rests on; left out unless the handler knows this for every field. */
  fields?: readonly FieldSource[];
  /** The list from which rows of excluded datasets were left out, and how many. */
  rows?: LeftOut;
  /** Records missing from the list of the answer because they have no position; files give the number in a header. */
  unplaced?: number;
}

/** The data loaded now, in the form that answers report. */
export interface LoadedData {
  /** Changes with every load, and again when the tables derived from it are built. */
  release: string;
  /** Changes with the release, and also when the same tables are rebuilt. */
  generation: string;
  /** The newest build of valuations; null where none is recorded. */
  valuation_build: number | null;
  loads: Map<string, LatestLoad>;
  /** What is served of each dataset, by its id. */
  served: Map<string, ServedState>;
  /** True where the data are those of the fictional country. */
  fictional: boolean;
  source(id: string): Schema<'Source'> | null;
  /** Why a loaded register does not cover a nation, as a sentence; null where it does. */
  lackOf(id: DatasetId, country: Schema<'Country'> | null): string | null;
  /**
   * True if this build was made by the current edition of its rules from the loads of these datasets that are served.
   */
  builtFrom(name: BuildName, datasets: readonly string[]): boolean;
}

const REFRESH_MS = 2000;
const SHOWN_RELEASES = 3;

/** Reads what is loaded: at each call with `reread`, else every two seconds at most. Waiting requests share a read. */
export function createLoadedData(
  db: Db,
  now_ms: () => number,
): (options?: { reread: boolean }) => Promise<LoadedData> {
  let current: LoadedData | undefined;
  let read_at_ms = Number.NEGATIVE_INFINITY;
  let reading: Promise<LoadedData> | undefined;
  const begin = (): Promise<LoadedData> => {
    const begun = readLoadedData(db)
      .then((loaded) => {
        if (reading === begun) {
          current = loaded;
          read_at_ms = now_ms();
        }
        return loaded;
      })
      .finally(() => {
        if (reading === begun) reading = undefined;
      });
    return begun;
  };
  return async ({ reread } = { reread: false }) => {
    const age_ms = now_ms() - read_at_ms;
    if (!reread && current && age_ms >= 0 && age_ms < REFRESH_MS) return current;
    if (reread || !reading) reading = begin();
    return reading;
  };
}

async function readLoadedData(db: Db): Promise<LoadedData> {
  const [rows, served, registers, builds, { fictional }] = await Promise.all([
    latestLoads.rows(db),
    servedLoads.rows(db),
    registerRows.rows(db),
    standingBuilds.rows(db),
    servesFiction.one(db),
  ]);
  return describe(rows, servedStates(served), registers, builds, fictional);
}

function describe(
  rows: LatestLoad[],
  served: Map<string, ServedState>,
  registers: RegisterRows[],
  builds: { name: string; inputs: string; built_at: Date }[],
  fictional: boolean,
): LoadedData {
  const loads = new Map(rows.map((row) => [row.dataset, row]));
  const sources = new Map<string, Schema<'Source'>>();
  for (const entry of Object.values(catalogue)) {
    const load = loads.get(entry.id);
    const state = served.get(entry.id);
    if (!load || !state || state.rows === 0 || awaitsBuild(entry.id, builds)) continue;
    const { name, publisher } = fictional ? madeUp(entry) : entry;
    sources.set(entry.id, {
      id: entry.id,
      name,
      publisher,
      licence: load.licence,
      rows: state.rows,
      release: state.release,
      releases: state.releases
        .slice(0, SHOWN_RELEASES)
        .map(({ release, share_pct }) => ({ release, share_pct })),
      newest_record: state.newest_record,
      retrieved_at: state.loaded_at.toISOString(),
      attribution: load.attribution,
    });
  }
  const inputs = new Map(builds.map((build) => [build.name, sorted(build.inputs)]));
  const release = releaseName(rows, builds);
  const built_ms = Math.max(0, ...builds.map((build) => build.built_at.getTime()));
  return {
    release,
    generation: `${release} ${built_ms}`,
    valuation_build: buildNumber(builds.find(({ name }) => name === VALUATION_BUILD)?.inputs),
    fictional,
    loads,
    served,
    source: (id) => sources.get(id) ?? null,
    // The fictional country has few rows of everything, and its files are complete.
    lackOf: (id, country) => (fictional ? null : lackOf(catalogue[id], registers, country)),
    builtFrom: (name, datasets) => {
      const served = datasets.flatMap((id) => (loads.has(id) ? [`${id}:${loads.get(id)!.id}`] : []));
      return inputs.get(name) === sorted(withEdition(name, served.join(' ')));
    },
  };
}

/** Sorted here, because the database may sort dataset names by another collation. */
const sorted = (inputs: string): string => inputs.split(' ').sort().join(' ');

/** Sources of dated records. A count over a period says nothing about the days after their newest record. */
const DATED = /^(price-paid|operator-lettings|listings-\w+|planning-applications)$/;

/** Warns where a source of dated records ends long before the end of the answer's period. */
function warnOfEnds(
  warnings: Schema<'Warning'>[],
  sources: Schema<'Source'>[],
  period: Schema<'Meta'>['period'],
): void {
  if (!period) return;
  const expected = monthsBefore(period.to, LAG_MONTHS);
  for (const { id, newest_record } of sources) {
    if (!DATED.test(id) || newest_record === null || newest_record >= expected) continue;
    const message = `The newest record of ${id} is of ${newest_record}: later days are not known and are in no count.`;
    if (!warnings.some((one) => one.message === message))
      warnings.push({ code: 'ends_before_period', field: null, message });
  }
}

export function buildMeta(
  loaded: LoadedData,
  fixed: {
    request_id: string;
    today: string;
    datasets: string[];
    warnings: Schema<'Warning'>[];
    carried: Schema<'CarriedIndex'>[];
  },
  parts: MetaParts,
): Schema<'Meta'> {
  const sources: Schema<'Source'>[] = [];
  for (const id of parts.datasets ?? fixed.datasets) {
    const source = loaded.source(id);
    if (source) sources.push(source);
  }
  warnOfEnds(fixed.warnings, sources, parts.period ?? null);
  return {
    request_id: fixed.request_id,
    as_of: parts.as_of ?? fixed.today,
    period: parts.period ?? null,
    sample_size: parts.sample_size ?? null,
    minimum_sample: parts.minimum_sample ?? null,
    confidence: parts.confidence ?? null,
    basis: parts.basis ?? null,
    geography: parts.geography ?? null,
    carried: [...fixed.carried].sort((a, b) => b.months - a.months)[0] ?? null,
    fictional: loaded.fictional,
    dataset_release: loaded.release,
    sources,
    licences: noticesOf(sources),
    coverage: parts.coverage ?? [],
    warnings: fixed.warnings,
  };
}
