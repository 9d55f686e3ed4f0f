import type { Schema } from '@domesday/contract';
import { authorityCodes } from '@domesday/loading/authority-codes';
import type { Context } from '../../http/handler.ts';
import { cachedRows } from '../../http/meta/release-cache.ts';
import { firstEnough, ladderOf } from '../../location/ladder.ts';
import { geographyOf, type Place } from '../../location/place.ts';
import { carriedMonths } from '../../statistics/carry.ts';
import type { Period } from '../../statistics/dates.ts';
import { monthsBefore } from '../../statistics/dates.ts';
import { MINIMUM_SAMPLE } from '../../statistics/quantiles.ts';
import {
  type IndexRow,
  type LettingRow,
  type LhaRateRow,
  type ListOfRentsRow,
  lhaRates,
  listOfRents,
  privateRents,
} from './evidence.query.ts';
import { readLettings } from './ladder-lettings.ts';
import type { MarketArea } from './market-area.ts';
import { allowanceYear } from './model.ts';
import { warnUnplacedLettings } from './unplaced.ts';

type Geography = Schema<'Geography'>;

export interface HomeFilter {
  bedrooms?: number | undefined;
  property_type?: string | undefined;
}

/** Whether a letting has the requested bedrooms and type; 5 means five or more. */
export function matches(letting: LettingRow, filter: HomeFilter): boolean {
  if (filter.bedrooms !== undefined) {
    const beds = letting.bedrooms;
    if (beds === null || (filter.bedrooms >= 5 ? beds < 5 : beds !== filter.bedrooms)) return false;
  }
  return filter.property_type === undefined || letting.property_type === filter.property_type;
}

export interface FeedRents {
  /** All lettings of the area. */
  all: LettingRow[];
  /** Lettings with the requested bedrooms and type. */
  chosen: LettingRow[];
  area: Place;
  geography: Geography;
  from: string;
}

/** The operator's lettings in the first area of the ladder that holds enough of them; null if none does. */
export async function feedRents(
  context: Context,
  place: Place,
  filter: HomeFilter,
  options: {
    widen: boolean;
    months: number;
    rooms: boolean;
    minimum?: number;
    max_radius_m?: number;
    authority?: boolean;
  },
): Promise<FeedRents | null> {
  if (!context.loaded('operator-lettings')) return null;
  const from = monthsBefore(context.today, options.months);
  const minimum = options.minimum ?? MINIMUM_SAMPLE;
  const steps = ladderOf(place, options);
  const lettingsOf = readLettings(context, steps, { from, rooms: options.rooms });
  const found = await firstEnough(
    steps,
    async (area) => {
      const all = await lettingsOf(area);
      return { all, chosen: all.filter((letting) => matches(letting, filter)) };
    },
    (rents) => rents.chosen.length >= minimum,
  );
  if (!found.enough) return null;
  const { area, first, result } = found;
  await warnUnplacedLettings(context, area, { from, rooms: options.rooms, ...filter });
  return { ...result, area, geography: geographyOf(place, area, first), from };
}

export interface ListRents {
  area: MarketArea;
  rows: readonly ListOfRentsRow[];
  year: number;
  /** True if the twelve months of the list ended within the last two years. */
  recent: boolean;
  geography: Geography;
  period: Period;
}

const cachedList = cachedRows(listOfRents);

export function warnIfOld(context: Context, { recent, year }: ListRents, field: string): void {
  if (!recent)
    context.warn(
      'old_source',
      field,
      `The rents are those of the twelve months to September ${year}: load a newer list of rents.`,
    );
}

/** The list of rents of the largest market area of a place; null if there is none. */
export async function listRents(
  context: Context,
  place: Place,
  areas: MarketArea[],
): Promise<ListRents | null> {
  const area = areas[0];
  if (!area || !context.loaded('lha-list-of-rents')) return null;
  const rows = await cachedList(context, { brma_key: area.brma_key });
  const year = rows[0]?.year;
  if (year === undefined) return null;
  return {
    area,
    rows,
    year,
    recent: `${year}-09-30` >= monthsBefore(context.today, 24),
    geography: wider(place, area.name, 'brma'),
    period: { from: `${year - 1}-10-01`, to: `${year}-09-30` },
  };
}

export interface IndexRents {
  area_name: string;
  area_code: string;
  newest: string;
  /** Number of months from the newest month to today. */
  months: number;
  /** The rows of the newest month, by segment. */
  now: Map<string, IndexRow>;
  /** The requested months of the requested segment, oldest first; empty if no history is requested. */
  history: IndexRow[];
  geography: Geography;
}

/** The months of one index take about 10 kB. */
const MOST_INDICES = 1000;
const areaRents = cachedRows(privateRents, MOST_INDICES);

/**
 * The official index for the authority of a place, in Scotland for its market area. Null if it is not loaded, lacks
 * the area or ended too long ago to carry to today; a warning on `field` says which.
 */
export async function indexRents(
  context: Context,
  place: Place,
  areas: MarketArea[],
  field: string,
  { segment, history_months } = { segment: 'all', history_months: 0 },
): Promise<IndexRents | null> {
  if (!context.loaded('private-rents')) return null;
  const scottish = place.country === 'Scotland';
  const codes = scottish ? [] : authorityCodes(place.local_authority_code);
  const brma_key = scottish ? (areas[0]?.brma_key ?? null) : null;
  if (codes.length === 0 && brma_key === null) return null;
  // The newest month lies before today's, so more months than requested are read.
  const from = monthsBefore(context.today, history_months + 24);
  const rows = await areaRents(context, { codes, brma_key, segment, from });
  const last = rows.at(-1);
  if (!last) return null;
  const index = { id: 'private-rents', area: last.area_name, data_month: last.month };
  const months = carriedMonths(context, field, index);
  if (months === null) return null;
  const begins = monthsBefore(last.month, Math.max(0, history_months - 1));
  return {
    area_name: last.area_name,
    area_code: last.area_code,
    newest: last.month,
    months,
    now: new Map(rows.filter((row) => row.month === last.month).map((row) => [row.segment, row])),
    history: history_months === 0 ? [] : rows.filter((row) => row.segment === segment && row.month >= begins),
    geography: wider(place, last.area_name, scottish ? 'brma' : 'local_authority'),
  };
}

/** The caution for a figure of the rent index that stands beside figures of a smaller area. */
export const wholeAreaWarning = ({ area_name }: IndexRents): string =>
  `A figure of the whole of ${area_name}, as the index of rents has it, not of meta.geography`;

/** Warns on these fields that they are figures of the index's area, if the answer is about another area. */
export function warnOfIndexArea(
  context: Context,
  index: IndexRents,
  geography: Geography | null,
  fields: string[],
): void {
  if (geography?.used === index.geography.used) return;
  for (const field of fields) context.warn('coarser_area', field, `${wholeAreaWarning(index)}.`);
}

/**
 * The geography of an authority or market area that answers for a place in it. Not widened if it is the place itself.
 */
export function wider(place: Place, used: string, level: Geography['level']): Geography {
  const widened = level !== place.level;
  return {
    requested: place.label,
    used,
    level,
    radius_m: null,
    widened,
    widened_from: widened ? place.label : null,
  };
}

/** Allowance rates of market areas for every year. */
const allowances = cachedRows(lhaRates);

/** The days on which an allowance rate is in force. */
export function yearOfRate({ year }: Pick<LhaRateRow, 'year'>): Period {
  return { from: `${year}-04-01`, to: `${year + 1}-03-31` };
}

/** The allowance of the largest market area in the newest year that has begun; empty if unknown. */
export async function currentAllowance(context: Context, areas: MarketArea[]): Promise<LhaRateRow[]> {
  if (areas.length === 0 || !context.loaded('lha-rates')) return [];
  const rates = await allowances(context, { brma_keys: [areas[0]!.brma_key] });
  const newest = rates.find((rate) => rate.year <= allowanceYear(context.today))?.year;
  return rates.filter((rate) => rate.year === newest);
}
