import type { Schema } from '@domesday/contract';
import type { Place } from '../../location/place.ts';
import { quantilesOf } from '../../statistics/quantiles.ts';
import type { CountedShortLet } from './market.query.ts';

export const FEWEST = 10;
const FEWEST_REVIEWS = 5;
const DAYS = 365;

type Priced<Row> = Row & { price_pn: number };

/** Whether a listing has enough data to be modelled: enough reviews, and a plausible price. */
function hasEnoughData<Row extends CountedShortLet>(row: Row): row is Priced<Row> {
  return row.price_usable && row.price_pn !== null && row.reviews >= FEWEST_REVIEWS;
}

/** Whether a listing counts in figures of a market: it has enough data and is still let. */
export function countsTowards<Row extends CountedShortLet>(row: Row): row is Priced<Row> {
  return hasEnoughData(row) && isActive(row);
}

/**
 * Whether a listing is open on some day of the coming year, or was reviewed within the last year; true if neither is
 * known.
 */
export function isActive(row: CountedShortLet): boolean {
  return row.availability_365 === null || row.availability_365 > 0 || row.reviews_12m > 0;
}

/** Inactive listings: open on no day of the coming year, and without a review in the last year. */
export function dormantOf(rows: readonly CountedShortLet[]): Schema<'ShortLetMarket'>['dormant'] {
  const enough = rows.filter(hasEnoughData);
  return {
    listings: enough.filter((row) => !isActive(row)).length,
    revenue_pcm_with_dormant: quantilesOf(enough.map((row) => (row.price_pn * row.nights_12m) / 12)),
  };
}

export function ofType(row: CountedShortLet, listing_type: string): boolean {
  return listing_type === 'all' || row.listing_type === listing_type;
}

/** Whether a listing has these bedrooms; 5 means five or more. */
export function ofBedrooms(row: CountedShortLet, bedrooms: number | undefined): boolean {
  if (bedrooms === undefined) return true;
  return row.bedrooms !== null && (bedrooms >= 5 ? row.bedrooms >= 5 : row.bedrooms === bedrooms);
}

export interface Figures {
  adr: Schema<'Quantiles'>;
  occupancy_pct: Schema<'Quantiles'>;
  revpar: Schema<'Quantiles'>;
  revenue_pcm: Schema<'Quantiles'>;
}

export function figuresOf(rows: readonly CountedShortLet[]): Figures {
  const usable = rows.filter(countsTowards);
  return {
    adr: quantilesOf(usable.map((row) => row.price_pn)),
    occupancy_pct: quantilesOf(usable.map((row) => (row.nights_12m / DAYS) * 100)),
    revpar: quantilesOf(usable.map((row) => (row.price_pn * row.nights_12m) / DAYS)),
    revenue_pcm: quantilesOf(usable.map((row) => (row.price_pn * row.nights_12m) / 12)),
  };
}

/** In London, a whole home may be let short for this many nights a year without planning permission. */
const LONDON_NIGHTS = 90;

/**
 * Rules for short lets. Scotland licenses all of them (Civic Government (Scotland) Act 1982 (Licensing of Short-term
 * Lets) Order 2022). In Greater London more than 90 nights a year are a change of use (Greater London Council (General
 * Powers) Act 1973, section 25A, inserted by the Deregulation Act 2015). Elsewhere councils may have rules of their
 * own, which are not loaded.
 */
export function rulesOf(place: Place): Schema<'ShortLetRules'> {
  if (place.country === 'Scotland') {
    const regime = 'Licence for short-term lets (Scotland) from the council, for every host.';
    return { regime, licences: null, night_cap: null, licence_required: true };
  }
  if (place.country === 'England' && place.local_authority_code?.startsWith('E09')) {
    const regime = `Whole homes in Greater London: more than ${LONDON_NIGHTS} nights a year need planning permission.`;
    return { regime, licences: null, night_cap: LONDON_NIGHTS, licence_required: null };
  }
  return { regime: null, licences: null, night_cap: null, licence_required: null };
}
