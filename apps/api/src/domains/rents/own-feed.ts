import type { Schema } from '@domesday/contract';
import type { Context } from '../../http/handler.ts';
import type { Place } from '../../location/place.ts';

/** The four layouts in which an operator's own advertisements are loaded. */
export const LISTING_FEEDS = ['listings-blm', 'listings-rtdf', 'listings-zpg', 'listings-csv'];

export function hasListings(context: Context): boolean {
  return LISTING_FEEDS.some((id) => context.loaded(id));
}

/** States in `meta.coverage` what the operator's own feed contributes, and its confidence. */
export function addedByOwnFeed(
  source: string,
  place: Place,
  n: number,
  confidence: Schema<'Confidence'>,
): Schema<'Coverage'> {
  return {
    source,
    country: place.country,
    area: null,
    status: 'covered',
    note: `${n} records of your own feed answer here${
      confidence === 'High' ? '; with open data alone the confidence would be lower than High' : ''
    }.`,
  };
}
