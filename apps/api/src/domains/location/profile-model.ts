import type { Schema } from '@domesday/contract';
import {
  SCOTTISH_CLASSES,
  type TopicId,
  topicOf,
  URBAN,
  URBAN_CLASSES,
} from '@domesday/loading/kinds/area-figures/topics';
import type { Country } from '../../location/place.ts';
import type { AreaShare, CrimeRow, DeprivationRow, FiguresRow, ForceRow } from './profile.query.ts';

type Breakdown = NonNullable<Schema<'BreakdownSection'>['data']>;
type Deprivation = NonNullable<Schema<'DeprivationSection'>['data']>;
type Crime = NonNullable<Schema<'CrimeSection'>['data']>;

/**
 * Figures of a place: of its small areas, weighted by their shares, or of its authority if figures of small areas are
 * not loaded.
 */
export interface PlaceFigures {
  rows: FiguresRow[];
  total: number;
  counts: Record<string, number>;
  level: 'small_area' | 'local_authority';
  /** Share of the place's areas, by weight, that have figures: 0 to 1. */
  covered: number;
  /**
   * Share of the place whose figures are in another nation's classes, which cannot be added to these, such as council
   * tax bands with values of another year: 0 to 1.
   */
  unlike: number;
}

/**
 * Adds up the figures of a topic over the small areas of a place. If no small area has complete figures, uses the
 * authority's; null if that has none either.
 */
export function placeFigures(
  topic: TopicId,
  rows: FiguresRow[],
  areas: readonly AreaShare[],
  authority: string | null,
  country: Country,
): PlaceFigures | null {
  const own = new Map(
    rows.filter((row) => row.topic === topic && isWhole(row)).map((row) => [row.area_code, row]),
  );
  const known = areas.filter((area) => own.has(area.code));
  if (known.length > 0) {
    const datasetOf = (area: AreaShare) => own.get(area.code)!.dataset;
    const inNation = known.filter((area) => area.country === country);
    const own_nation = inNation.length > 0 ? inNation : known;
    const most = heaviest(own_nation, datasetOf);
    const nation = heaviest(own_nation, (area) => area.country);
    const alike = known.filter((area) =>
      topic === 'council_tax'
        ? area.country === nation
        : classesOf(topic, datasetOf(area)) === classesOf(topic, most),
    );
    // The first row names the source, and decides what the place is compared with: put the main dataset first.
    const found = [
      ...alike.filter((area) => datasetOf(area) === most),
      ...alike.filter((area) => datasetOf(area) !== most),
    ];
    const used = found.map((area) => own.get(area.code)!);
    const counts: Record<string, number> = {};
    let total = 0;
    found.forEach((area, i) => {
      const row = used[i]!;
      total += row.total! * area.share;
      for (const [key, count] of Object.entries(row.figures))
        counts[key] = (counts[key] ?? 0) + count! * area.share;
    });
    const covered = weightOf(found) / weightOf(areas);
    const unlike = (weightOf(known) - weightOf(found)) / weightOf(areas);
    return { rows: used, total, counts, level: 'small_area', covered, unlike };
  }
  const row = authority === null ? undefined : own.get(authority);
  if (!row) return null;
  return {
    rows: [row],
    total: row.total!,
    counts: row.figures as Record<string, number>,
    level: 'local_authority',
    covered: 1,
    unlike: 0,
  };
}

function weightOf(areas: readonly AreaShare[]): number {
  return areas.reduce((sum, area) => sum + area.share, 0);
}

/** The classes in which a dataset counts a topic, as a text to compare. */
function classesOf(topic: TopicId, dataset: string): string {
  return topicOf(topic, dataset)
    .categories.map(({ key }) => key)
    .join(' ');
}

/** The value that has the greatest weight among the areas of a place. */
function heaviest(areas: readonly AreaShare[], of: (area: AreaShare) => string): string {
  const weights = new Map<string, number>();
  for (const area of areas) weights.set(of(area), (weights.get(of(area)) ?? 0) + area.share);
  return [...weights].sort((a, b) => b[1] - a[1])[0]![0];
}

/** Whether all figures of an area are known. If one is null, sums and shares are unknown. */
function isWhole(row: FiguresRow): boolean {
  return row.total !== null && !Object.values(row.figures).includes(null);
}

function sumOf(figures: Record<string, number>): number {
  return Object.values(figures).reduce((sum, count) => sum + count, 0);
}

/** The sum of all counts of a place. */
export function countedIn(place: PlaceFigures): number {
  return sumOf(place.counts);
}

/** Shares of the place's total, with the shares in the authority and the nation for comparison. */
export function breakdownOf(
  topic: TopicId,
  place: PlaceFigures,
  authority: FiguresRow | undefined,
  nation: FiguresRow | undefined,
): Breakdown {
  const { dataset } = place.rows[0]!;
  const { unit, categories } = topicOf(topic, dataset);
  const shareIn = (row: FiguresRow | undefined, key: string) => {
    if (!row || row.dataset !== dataset || !isWhole(row)) return null;
    const figures = row.figures as Record<string, number>;
    const total = sumOf(figures);
    return total > 0 ? percent(figures[key] ?? 0, total) : null;
  };
  // A band that does not exist in a nation is left out rather than given as 0.
  const shown = categories.filter(({ key }) => key in place.counts);
  // Shares are of the counted total, so that they add up where a published total is rounded or perturbed.
  const whole = countedIn(place);
  return {
    unit,
    total: Math.round(place.total),
    categories: shown.map(({ key, label }) => ({
      key,
      label,
      count: Math.round(place.counts[key]!),
      pct: percent(place.counts[key]!, whole),
      local_authority_pct: shareIn(authority, key),
      national_pct: shareIn(nation, key),
    })),
  };
}

export function percent(part: number, whole: number): number {
  return whole > 0 ? Math.round((part / whole) * 1000) / 10 : 0;
}

const YOUNG = ['0_4', '5_9', '10_14', '15_19'];
const OLD = ['65_69', '70_74', '75_79', '80_84', '85_plus'];

export function populationOf(place: PlaceFigures): NonNullable<Schema<'PopulationSection'>['data']> {
  const whole = countedIn(place);
  const share = (bands: string[]) =>
    percent(
      bands.reduce((sum, band) => sum + (place.counts[band] ?? 0), 0),
      whole,
    );
  return { residents: Math.round(place.total), under_20_pct: share(YOUNG), over_65_pct: share(OLD) };
}

const INDICES = {
  'deprivation-england': { index: 'IMD', country: 'England' },
  'deprivation-wales': { index: 'WIMD', country: 'Wales' },
  'deprivation-scotland': { index: 'SIMD', country: 'Scotland' },
} as const;

/** The areas of the most detailed level that an index ranks, with the share of the place in each. */
export interface RankedAreas {
  level: DeprivationRow['level'];
  shares: Map<string, number>;
}

/**
 * The areas by which an index ranks a place: its small areas, else its middle-layer areas, else its authority,
 * whichever the dataset has first. Null if it has none.
 */
export function rankedAreas(
  dataset: DeprivationRow['dataset'],
  rows: DeprivationRow[],
  areas: readonly AreaShare[],
  authority: string | null,
): RankedAreas | null {
  const own = areas.filter((area) => INDICES[dataset].country === area.country);
  const weights = (codeOf: (area: AreaShare) => string | null) => {
    const shares = new Map<string, number>();
    for (const area of own) {
      const code = codeOf(area);
      if (code !== null && rows.some((row) => row.area_code === code && row.dataset === dataset))
        shares.set(code, (shares.get(code) ?? 0) + area.share);
    }
    return shares;
  };
  const small = weights((area) => area.code);
  if (small.size > 0) return { level: 'small_area', shares: small };
  const middle = weights((area) => area.msoa_code);
  if (middle.size > 0) return { level: 'middle_area', shares: middle };
  return rows.some((row) => row.area_code === authority && row.dataset === dataset)
    ? { level: 'local_authority', shares: new Map() }
    : null;
}

/**
 * One entry for the index of each nation. Ranks of several areas are never averaged; instead `deciles` gives the share
 * of the place in each decile.
 */
export function deprivationData(
  rows: DeprivationRow[],
  areas: readonly AreaShare[],
  authority: string | null,
): Deprivation {
  const among = authority === null ? undefined : rows.find((row) => row.area_code === authority);
  const datasets = [...new Set(rows.map((row) => row.dataset))].sort();
  return {
    comparable_across_nations: false,
    indices: datasets.flatMap((dataset) => {
      const ranked = rankedAreas(dataset, rows, areas, authority);
      if (!ranked) return [];
      const { level, shares } = ranked;
      const own = rows.filter((row) => row.dataset === dataset && shares.has(row.area_code));
      const year = own.length > 0 ? Math.max(...own.map((row) => row.year)) : among!.year;
      const edition = own.filter((row) => row.year === year);
      const only = edition.length === 1 ? edition[0]! : null;
      const weights = new Map<number, number>();
      for (const row of edition) {
        const decile = decileOf(row);
        if (decile !== null) weights.set(decile, (weights.get(decile) ?? 0) + shares.get(row.area_code)!);
      }
      const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
      return {
        ...INDICES[dataset],
        level,
        year,
        areas: edition.length,
        rank: only?.rank ?? null,
        of: edition[0]?.rank_of ?? null,
        decile: middleOf(weights),
        score: only?.score ?? null,
        domains: only && Object.keys(only.domains).length > 0 ? only.domains : null,
        deciles: Object.fromEntries(
          [...weights]
            .sort(([a], [b]) => a - b)
            .map(([decile, weight]) => [String(decile), percent(weight, all)]),
        ),
        local_authority:
          among?.dataset === dataset
            ? {
                code: among.area_code,
                year: among.year,
                rank: among.rank,
                of: among.rank_of,
                score: among.score,
              }
            : null,
      };
    }),
  };
}

/**
 * The published decile; else computed from the rank and the number of areas, as the publisher does. An area on the
 * border of two deciles belongs to the second in England and to the first in Wales, where of 1,909 areas those up to
 * rank 191 are the most deprived tenth. Scottish deciles do not follow from ranks.
 */
function decileOf({ dataset, decile, rank, rank_of }: DeprivationRow): number | null {
  if (decile !== null || rank === null || !rank_of || dataset === 'deprivation-scotland') return decile;
  const tenth =
    dataset === 'deprivation-wales'
      ? Math.floor(((rank - 1) * 10) / rank_of) + 1
      : Math.ceil((rank * 10) / rank_of);
  return Math.min(10, Math.max(1, tenth));
}

/** The weighted median decile; null without weights. */
function middleOf(weights: Map<number, number>): number | null {
  const half = [...weights.values()].reduce((sum, weight) => sum + weight, 0) / 2;
  let reached = 0;
  for (const [decile, weight] of [...weights].sort(([a], [b]) => a - b)) {
    reached += weight;
    if (reached >= half) return decile;
  }
  return null;
}

/** Incidents of a place in the months that all its forces have published. */
export function crimeData(
  rows: CrimeRow[],
  areas: readonly AreaShare[],
  forces: readonly Pick<ForceRow, 'force' | 'months'>[],
  months: string[],
  place: { residents: number | null; policed: boolean },
): Crime {
  const present = months.filter((month) => forces.every((force) => month in force.months));
  const shares = new Map(areas.map((area) => [area.code, area.share]));
  const counts: Record<string, number> = {};
  for (const row of rows) {
    const share = shares.get(row.area_code);
    if (share === undefined || !present.includes(row.month)) continue;
    for (const [category, n] of Object.entries(row.by_category))
      counts[category] = (counts[category] ?? 0) + n * share;
  }
  const incidents = Math.round(sumOf(counts));
  const whole = place.policed && present.length === months.length;
  return {
    incidents,
    incidents_12m: whole ? incidents : null,
    per_1000: whole && place.residents ? perThousand(sumOf(counts), place.residents) : null,
    without_location: forces.reduce(
      (sum, force) => sum + present.reduce((some, month) => some + force.months[month]!, 0),
      0,
    ),
    by_category: Object.entries(counts)
      .map(([category, n]) => ({ category, incidents: Math.round(n) }))
      .sort((a, b) => b.incidents - a.incidents || (a.category < b.category ? -1 : 1)),
    forces: forces.map((force) => force.force),
    months_present: present,
    months_missing: months.filter((month) => !present.includes(month)),
    locations_approximate: true,
  };
}

export function perThousand(incidents: number, residents: number): number {
  return Math.round((incidents / residents) * 10_000) / 10;
}

/**
 * Mean income of the middle-layer areas of a place, weighted by the share of its postcodes in each. Confidence limits
 * are given only for a single area.
 */
export function incomeOf(
  rows: FiguresRow[],
  areas: readonly AreaShare[],
): {
  data: NonNullable<Schema<'IncomeSection'>['data']>;
  codes: string[];
  as_of: string;
  covered: number;
} | null {
  const own = new Map(
    rows.filter((row) => row.topic === 'income' && row.total !== null).map((row) => [row.area_code, row]),
  );
  const weights = new Map<string, number>();
  for (const area of areas) {
    if (area.msoa_code && own.has(area.msoa_code))
      weights.set(area.msoa_code, (weights.get(area.msoa_code) ?? 0) + area.share);
  }
  const codes = [...weights.keys()].sort();
  if (codes.length === 0) return null;
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const mean = codes.reduce((sum, code) => sum + own.get(code)!.total! * weights.get(code)!, 0) / all;
  const only = codes.length === 1 ? own.get(codes[0]!)! : null;
  return {
    data: {
      mean_household_income: Math.round(mean),
      lower: only?.figures.lower ?? null,
      upper: only?.figures.upper ?? null,
    },
    codes,
    as_of: own.get(codes[0]!)!.as_of,
    covered: all / areas.reduce((sum, area) => sum + area.share, 0),
  };
}

/** Rural-urban classes of the small areas of a place by share; null if none has a class. */
export function urbanRuralOf(
  rows: FiguresRow[],
  areas: readonly AreaShare[],
): NonNullable<Schema<'UrbanRuralSection'>['data']> | null {
  const own = new Map(rows.filter((row) => row.topic === 'urban_rural').map((row) => [row.area_code, row]));
  const weights = new Map<string, number>();
  for (const area of areas) {
    const [code] = Object.keys(own.get(area.code)?.figures ?? {});
    if (code) weights.set(code, (weights.get(code) ?? 0) + area.share);
  }
  if (weights.size === 0) return null;
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const urban = [...weights.keys()].filter((code) => URBAN.includes(code)).length;
  return {
    urban: urban === weights.size ? true : urban === 0 ? false : null,
    classes: [...weights]
      .sort((a, b) => b[1] - a[1])
      .map(([code, weight]) => ({
        code,
        name: URBAN_CLASSES[code] ?? SCOTTISH_CLASSES[code] ?? code,
        pct: percent(weight, all),
      })),
  };
}
