import { type ApiError, notFound, tooFew } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { inWords, type Place } from '../../location/place.ts';
import { monthsBefore } from '../../statistics/dates.ts';
import { loadedInOutcode } from '../properties/loaded-in-outcode.query.ts';
import { liesOnBothSides } from './scottish-part.ts';

/** Throws for places without open sale prices (Scotland) or without a position, and if price-paid is not loaded. */
export function mustHaveSales(context: Context, place: Place): void {
  if (place.country === 'Scotland') {
    throw notFound(
      'not_in_jurisdiction',
      'Sale prices are not open data in Scotland: Registers of Scotland publish none by address.',
      [{ field: null, issue: `${inWords(place)} lies in Scotland` }],
    );
  }
  if (!context.loaded('price-paid')) {
    throw notFound('source_not_loaded', 'No sales are loaded: load price-paid.', [
      { field: null, issue: 'price-paid is not loaded' },
    ]);
  }
  if (place.level === 'uprn' && place.easting === null) {
    throw notFound(
      'insufficient_data',
      'No loaded source gives a position for this UPRN, so nothing can be near it. Ask by its postcode.',
      [{ field: 'uprn', issue: 'has no known position' }],
    );
  }
}

/**
 * The same for statistics of an area. An outcode or polygon on the border is answered for its English part, with a
 * warning.
 */
export async function mustHaveSalesInPart(context: Context, area: Place): Promise<void> {
  const mixed = area.country === 'Scotland' && (area.level === 'outcode' || area.level === 'polygon');
  const answered = mixed && (await liesOnBothSides(context, area));
  mustHaveSales(context, answered ? { ...area, country: 'England' } : area);
}

/** The number of newest months whose sales are still being registered. */
export const PROVISIONAL_MONTHS = 3;

/** The day of the newest loaded sale anywhere. */
export function newestSale(context: Context): string {
  const [source] = context.meta({ datasets: ['price-paid'] }).sources;
  return source?.newest_record ?? context.today;
}

interface SalesRequest {
  /** First day of the period. */
  from: string;
  widen: boolean;
  /** Whether the operation allows a longer period than the one asked for. */
  longer: boolean;
  property_type?: string | undefined;
  category?: string | undefined;
}

export async function tooFewSales(
  context: Context,
  place: Place,
  n: number,
  least: number,
  asked: SalesRequest,
): Promise<ApiError> {
  const outcode = place.outcode ?? place.postcode?.split(' ')[0];
  const known = n > 0 || !outcode || (await loadedInOutcode(context, outcode))['price-paid'];
  const newest_sale = newestSale(context);
  const ended = newest_sale < asked.from || newest_sale < monthsBefore(context.today, PROVISIONAL_MONTHS);
  const remedies = [
    ...(asked.widen ? [] : ['widen=true']),
    ...(asked.longer ? ['a longer period'] : []),
    'fewer filters',
  ];
  const remedy = known
    ? `Ask with ${remedies.join(' or ')}.`
    : `No sale of ${outcode} of any day is loaded: the loaded files may be of other places.`;
  // Property of the kind `other` is hardly ever registered as a sale at full market value.
  const other_category = asked.property_type === 'other' && asked.category !== 'all';
  return tooFew(
    [
      `Sales found for ${inWords(place)}: ${n}; ${least} are needed.`,
      ended ? `Sales are loaded to ${newest_sale} alone.` : '',
      other_category
        ? 'Most sales of this kind are of the additional category: ask with category=all.'
        : remedy,
    ]
      .filter(Boolean)
      .join(' '),
    { sample_size: n, minimum_sample: least },
    { field: null, issue: `${n} found, at least ${least} are needed` },
  );
}
