import type { Schema } from '@domesday/contract';
import type { Queryable } from '@domesday/db';
import { type GrowthIndex, indexLevel, publishedIndex } from '@domesday/valuation';
import type { Place } from '../location/place.ts';
import { fittedIndex, publishedRows } from './growth.query.ts';

const INDEXED_TYPES = ['detached', 'semi_detached', 'terraced', 'flat'];

/**
 * The index that carries prices of a place through time: the one fitted for its outcode and type where a build
 * made it, else the published one of its authority, region or nation. Null where none is loaded.
 */
export async function growthIndex(
  db: Queryable,
  place: Place,
  property_type: Schema<'PropertyType'> | null,
): Promise<GrowthIndex | null> {
  const type = property_type && INDEXED_TYPES.includes(property_type) ? property_type : null;
  if (type && place.outcode) {
    const fitted = await fittedIndex(db, place.outcode, type);
    if (fitted) return fitted;
  }
  const rows = await publishedRows(db, place.local_authority_code, place.country, type ?? 'all');
  return publishedIndex('uk-hpi', rows[0]?.area_name ?? '', rows);
}

/** Growth between two days as a factor. */
export function growthFactor(index: GrowthIndex, from: string, to: string): number {
  return Math.exp(indexLevel(index, to) - indexLevel(index, from));
}
