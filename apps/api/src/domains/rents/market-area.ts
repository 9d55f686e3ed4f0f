import type { Schema } from '@domesday/contract';
import type { ApiError } from '../../http/errors.ts';
import { notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { releaseCache } from '../../http/meta/release-cache.ts';
import { cachedByCode } from '../../location/cached-by-code.ts';
import { type Country, inWords, type Place } from '../../location/place.ts';
import { type MarketAreaRow, marketAreaNearest, marketAreasOfPlace } from './market-area.query.ts';

/** A broad rental market area and how much of the place lies in it, by its live postcodes. */
export interface MarketArea {
  brma_key: string;
  name: string;
  code: string | null;
  country: Country | null;
  share_pct: number;
}

const NEAREST_WITHIN_M = 5000;

/** The datasets of which either gives the market area of a postcode. */
export const MARKET_AREA_DATASETS = ['brma-lookup', 'brma-boundaries'];

export function knowsMarketAreas(context: Context): boolean {
  return MARKET_AREA_DATASETS.some((id) => context.loaded(id));
}

/** Whether a source gives rents by market area. In Scotland the official index does so too. */
export function givesMarketAreas(source: string, { country }: Pick<Place, 'country'>): boolean {
  return source.startsWith('lha-') || (source === 'private-rents' && country === 'Scotland');
}

/** The datasets that gave a place its market area, if the source gives rents by market area; else none. */
export function areaSources(source: string, place: Pick<Place, 'country'>): string[] {
  return givesMarketAreas(source, place) ? MARKET_AREA_DATASETS : [];
}

/**
 * Loaded sources that cannot answer for a place because they give rents by market area, and nothing loaded gives the
 * place its market area.
 */
export function withoutAreas(context: Context, place: Place, sources: readonly string[]): string[] {
  if (knowsMarketAreas(context)) return [];
  return sources.filter((id) => givesMarketAreas(id, place) && context.loaded(id));
}

const areasOf = cachedByCode(marketAreasOfPlace);
/** Cached, because every operation on rents asks for the area of a home's postcode. */
const areasOfPostcode = releaseCache<readonly MarketAreaRow[]>();

/**
 * The market areas of a place, largest share first. Empty if no look-up is loaded or none has the place. Warns if a
 * part of the place is not in the look-up, or if a postcode nearby stands in.
 */
export async function marketAreas(context: Context, place: Place): Promise<MarketArea[]> {
  if (!knowsMarketAreas(context)) return [];
  const rows = await readAreas(context, place.level === 'uprn' ? { ...place, level: 'postcode' } : place);
  const known = rows.filter((row) => row.brma_key !== null);
  const total = known.reduce((sum, row) => sum + row.postcodes, 0);
  const unknown = rows.reduce((sum, row) => sum + row.postcodes, 0) - total;
  if (total > 0 && unknown > 0) {
    context.warn(
      'not_covered',
      null,
      `${unknown} of ${unknown + total} postcodes of the place ${unknown === 1 ? 'is' : 'are'} in no loaded market area; shares are of the rest.`,
    );
  }
  if (total === 0 && place.easting !== null && place.northing !== null) {
    const near = await marketAreaNearest.first(context.db, {
      easting: place.easting,
      northing: place.northing,
      radius_m: NEAREST_WITHIN_M,
    });
    if (!near) return [];
    context.warn(
      'nearest_postcode',
      null,
      'No postcode of the place is in a loaded market area: that of the nearest postcode answers.',
    );
    return [{ ...described(near), share_pct: 100 }];
  }
  return known.map((row) => ({
    ...described(row),
    share_pct: Math.round((row.postcodes / total) * 1000) / 10,
  }));
}

function readAreas(context: Context, place: Place): Promise<readonly MarketAreaRow[]> {
  const read = () => areasOf(context, place);
  return place.level === 'postcode' && place.postcode !== null
    ? areasOfPostcode(context, place.postcode, read)
    : read();
}

/** A market area as answers name it. */
export const namedArea = ({ name, code }: MarketArea): Schema<'MarketArea'> => ({ name, code });

/** The market area whose allowance an answer gives beside its rents; null where it gives none. */
export function brmaOf(areas: MarketArea[], allowance: readonly unknown[]): Schema<'MarketArea'> | null {
  return allowance.length === 0 ? null : namedArea(areas[0]!);
}

function described(row: {
  brma_key: string | null;
  name: string | null;
  code: string | null;
  country: Country | null;
}) {
  return { brma_key: row.brma_key!, name: row.name!, code: row.code, country: row.country };
}

/** The refusal for a place without a market area: no look-up is loaded, or it lacks the place. */
export function noMarketArea(context: Context, place: Place): ApiError {
  return knowsMarketAreas(context)
    ? notFound('not_covered', `${inWords(place)} is in no loaded broad rental market area.`)
    : notFound(
        'source_not_loaded',
        'The broad rental market area of the place is not known: load brma-lookup or brma-boundaries.',
        [{ field: null, issue: 'brma-lookup is not loaded' }],
      );
}

/** Warns that the figures are those of the largest of several market areas. */
export function warnIfSeveral(context: Context, areas: MarketArea[]): void {
  if (areas.length < 2) return;
  const list = areas.map((area) => `${area.name} ${area.share_pct} %`).join(', ');
  context.warn(
    'several_market_areas',
    null,
    `The place lies in several market areas (${list}); figures of a market area are those of ${areas[0]!.name}.`,
  );
}
