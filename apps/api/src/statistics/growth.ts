import { type GrowthIndex, indexLevel, monthName, monthNumber, publishedIndex } from '@domesday/valuation';
import type { Context } from '../http/handler.ts';
import { keptForRelease } from '../http/kept.ts';
import type { Place } from '../location/place.ts';
import { type BuiltIndex, builtPlace } from './built-area.query.ts';
import { keptHead } from './built-area.ts';
import { publishedRows } from './growth.query.ts';

/** The indices that carry prices of a place through time. */
export interface Growth {
  /** The index of a property type; that of all sales for null and for types that are not told apart. */
  index(property_type: string | null): GrowthIndex | null;
}

const publishedIndices = keptForRelease<GrowthIndex | null>();
const INDEXED_TYPES = ['detached', 'semi_detached', 'terraced', 'flat'] as const;

/**
 * The indices of a place, by which every estimate and every adjusted price goes: those fitted for its outcode
 * where a build made them, else the published ones of its authority, region or nation.
 */
export async function growthOf(
  context: Context,
  place: Place,
  types: readonly (string | null)[],
): Promise<Growth> {
  const { db } = context;
  const built = place.outcode === null ? null : await builtPlace(db, place.outcode, null);
  const head = built && (await keptHead(db, place.outcode!, built.build_id));
  const found = new Map<string | null, GrowthIndex | null>();
  for (const type of new Set(types.map(indexed))) {
    found.set(type, (head && fitted(head.indices, type)) ?? (await published(context, place, type)));
  }
  return { index: (type) => found.get(indexed(type)) ?? null };
}

function indexed(type: string | null): string | null {
  return (INDEXED_TYPES as readonly (string | null)[]).includes(type) ? type : null;
}

function published(context: Context, place: Place, type: string | null): Promise<GrowthIndex | null> {
  const wanted = [place.local_authority_code, place.country, type ?? 'all'] as const;
  return publishedIndices(context, wanted.join(' '), async () => {
    const rows = await publishedRows(context.db, ...wanted);
    return publishedIndex('uk-hpi', rows[0]?.area_name ?? '', rows);
  });
}

function fitted(indices: readonly BuiltIndex[], type: string | null): GrowthIndex | null {
  return type === null ? ofAllTypes(indices) : (indices.find((one) => one.property_type === type) ?? null);
}

/** Growth of all sales: that of the types, each as far as it is sold in the area. */
function ofAllTypes(indices: readonly BuiltIndex[]): GrowthIndex | null {
  const first = indices[0];
  if (!first) return null;
  // A type of which nothing was sold counts as one sale, so that the weights never add up to nothing.
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

/** Growth between two days as a factor. */
export function growthFactor(index: GrowthIndex, from: string, to: string): number {
  return Math.exp(indexLevel(index, to) - indexLevel(index, from));
}
