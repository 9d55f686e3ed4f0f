import { type ApiError, notFound, tooFew } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import type { Place } from '../../location/place.ts';

/** Refuses places without open sale prices (Scotland) and servers without price-paid. */
export function mustHaveSales(context: Context, place: Place): void {
  if (place.country === 'Scotland') {
    throw notFound(
      'not_in_jurisdiction',
      'Sale prices are not open data in Scotland: Registers of Scotland publish none by address.',
      [{ field: null, issue: `${place.label} lies in Scotland` }],
    );
  }
  if (!context.loaded('price-paid')) {
    throw notFound('source_not_loaded', 'No sales are loaded: load price-paid.', [
      { field: null, issue: 'price-paid is not loaded' },
    ]);
  }
}

export function tooFewSales(place: Place, n: number, least: number, widen: boolean): ApiError {
  const remedy = widen
    ? 'Ask for a longer period or fewer filters.'
    : 'Ask with widen=true, a longer period or fewer filters.';
  return tooFew(
    `${n} sales were found for ${place.label}, ${least} are needed. ${remedy}`,
    { sample_size: n, minimum_sample: least },
    { field: null, issue: `${n} sales, at least ${least} are needed` },
  );
}
