import { readIndexAreas, readPublishedIndex } from '@domesday/builds/valuations/read-area';
import {
  FITTED_TYPES,
  type FittedType,
  type GrowthIndex,
  indexLevel,
  monthName,
  monthNumber,
  publishedIndexOf,
} from '@domesday/valuation';
import type { Context } from '../http/handler.ts';
import { releaseCache } from '../http/meta/release-cache.ts';
import type { Place } from '../location/place.ts';
import { type BuiltIndex, builtPlace } from './built-area.query.ts';
import { cachedHead } from './built-area.ts';
import { carriedMonths } from './carry.ts';

/** The indices by which prices of a place are moved through time. */
export interface Growth {
  /** The index of a property type; that of all sales for null and for types without an index. */
  index(property_type: string | null): GrowthIndex | null;
}

type PublishedIndices = ReadonlyMap<FittedType | null, GrowthIndex | null>;
const publishedIndices = releaseCache<PublishedIndices>();
/** One entry, since it is the same for all places. */
const publishedAreas = releaseCache<Awaited<ReturnType<typeof readIndexAreas>>>(1);

/** The area whose index a place uses: its outcode, else its authority. */
export type Whose = Pick<Place, 'outcode' | 'local_authority_code'>;

/**
 * The indices of a place, used by every estimate and every adjusted price: those fitted for its outcode if a build has
 * them, else the published index that a build would use.
 */
export async function growthOf(
  context: Context,
  place: Whose,
  types: readonly (string | null)[],
): Promise<Growth> {
  const { db } = context;
  const built =
    place.outcode === null ? null : await builtPlace.first(db, { area: place.outcode, postcode: null });
  const head = built && (await cachedHead(context, place.outcode!, built.build_id));
  const found = new Map<string | null, GrowthIndex | null>();
  for (const type of new Set(types.map(indexed))) {
    found.set(type, (head && fitted(head.indices, type)) ?? (await publishedGrowth(context, place, type)));
  }
  return { index: (type) => found.get(indexed(type)) ?? null };
}

/**
 * The indices, if they may be carried to the day of the request, else null. Reports once how far they are carried, that
 * they end too early, or that none is loaded.
 */
export function carried(
  context: Context,
  growth: Growth,
  types: readonly (string | null)[],
  field: string,
): Growth & { months: number } {
  const indices = new Map(types.map((type) => [indexed(type), growth.index(type)]));
  const known = [...indices.values()].filter((index) => index !== null);
  const [oldest] = known.sort((a, b) => (a.data_month < b.data_month ? -1 : 1));
  if (known.length < indices.size) {
    const code = context.loaded('uk-hpi') ? 'not_covered' : 'source_not_loaded';
    context.warn(code, field, 'Prices are not carried to today: load uk-hpi with this area.');
  }
  if (!oldest) return { index: () => null, months: 0 };
  const months = carriedMonths(context, field, oldest);
  return months === null ? { index: () => null, months: 0 } : { ...growth, months };
}

/** Warns for how many sales growth is unknown because the index begins later. */
export function warnEarlierSales(
  context: Context,
  growth: Growth,
  sales: readonly { property_type: string; date: string }[],
  field: string,
): void {
  const begins = sales.flatMap(({ property_type, date }) => {
    const index = growth.index(property_type);
    return index && date.slice(0, 7) < index.first_month ? [index.first_month] : [];
  });
  if (begins.length === 0) return;
  const message = `The loaded price index begins with ${begins.sort().at(-1)}: sales from before it are not carried to today, here ${begins.length}.`;
  context.warn('not_recorded', field, message);
}

function indexed(type: string | null): FittedType | null {
  return FITTED_TYPES.find((one) => one === type) ?? null;
}

/** The published index of an outcode or authority. The list of areas with an index is read once for each release. */
export function publishedIndexAt(
  context: Context,
  outcode: string | null,
  local_authority_code: string | null = null,
): ReturnType<typeof readPublishedIndex> {
  const areas = () => publishedAreas(context, '', () => readIndexAreas(context.db));
  return readPublishedIndex(context.db, outcode, local_authority_code, areas);
}

/** The published index of a place without a build. */
export async function publishedGrowth(
  context: Context,
  place: Whose,
  type: FittedType | null,
): Promise<GrowthIndex | null> {
  const { outcode, local_authority_code } = place;
  const indices = await publishedIndices(context, `${outcode} ${local_authority_code}`, async () => {
    const published = await publishedIndexAt(context, outcode, local_authority_code);
    const of = (one: FittedType | null) => published && publishedIndexOf(published, one);
    return new Map([null, ...FITTED_TYPES].map((one) => [one, of(one)]));
  });
  return indices.get(type) ?? null;
}

function fitted(indices: readonly BuiltIndex[], type: string | null): GrowthIndex | null {
  return type === null ? ofAllTypes(indices) : (indices.find((one) => one.property_type === type) ?? null);
}

/** Growth of all sales: the mean over the types, weighted by their sales in the area. */
function ofAllTypes(indices: readonly BuiltIndex[]): GrowthIndex | null {
  const first = indices[0];
  if (!first) return null;
  // A type without sales counts as one sale, so that the weights never sum to 0.
  const weights = indices.map((one) => Math.max(1, one.recent_sales));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const mean = (value: (index: BuiltIndex) => number) =>
    indices.reduce((sum, index, i) => sum + weights[i]! * value(index), 0) / total;
  const start = monthNumber(first.first_month);
  return {
    id: first.id,
    area: first.area,
    first_month: first.first_month,
    data_month: first.data_month,
    slope_per_month: mean((index) => index.slope_per_month),
    log_levels: Float64Array.from({ length: first.log_levels.length }, (_, m) =>
      mean((index) => indexLevel(index, monthName(start + m))),
    ),
  };
}

/** Growth between two days as a factor; null before the first month of the index. */
export function growthFactor(index: GrowthIndex, from: string, to: string): number | null {
  if (from.slice(0, 7) < index.first_month) return null;
  return Math.exp(indexLevel(index, to) - indexLevel(index, from));
}
