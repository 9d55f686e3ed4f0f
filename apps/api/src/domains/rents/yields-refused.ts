import { type ApiError, notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { ladderOf } from '../../location/ladder.ts';
import type { Place } from '../../location/place.ts';
import { MINIMUM_SAMPLE } from './model.ts';
import { CERTIFICATE_TYPES_ONLY, type YieldAsked } from './yields-model.ts';
import { chosenPrice, pricesOf } from './yields-prices.ts';

/** The refusal that says whether rents or prices are missing, and why. */
export async function noYield(context: Context, place: Place, asked: YieldAsked): Promise<ApiError> {
  const rents = ['operator-lettings', 'lha-list-of-rents', 'private-rents'];
  if (asked.asking && rents.some((id) => context.loaded(id)))
    return notFound(
      'insufficient_data',
      'Fewer than 5 homes are offered for sale here, or no rents are known.',
    );
  if (!asked.asking && place.country === 'Scotland') {
    return context.loaded('uk-hpi') && asked.widen
      ? notFound('insufficient_data', 'Neither rents nor the price index answer for this place in Scotland.')
      : notFound(
          'not_in_jurisdiction',
          'Sale prices are not open data in Scotland; the price index of the authority answers where uk-hpi is loaded and widen is not false.',
        );
  }
  if (asked.property_type !== undefined && CERTIFICATE_TYPES_ONLY.includes(asked.property_type)) {
    return notFound(
      'insufficient_data',
      'Registered sales know detached, semi-detached and terraced houses and flats: a bungalow counts among them.',
      [{ field: 'property_type', issue: 'is not told apart in registered sales' }],
    );
  }
  const missing = [
    ...(asked.asking || context.loaded('price-paid') ? [] : ['price-paid']),
    ...(rents.some((id) => context.loaded(id)) ? [] : rents),
  ];
  return missing.length > 0
    ? notFound(
        'source_not_loaded',
        `A yield needs prices and rents: load ${missing.join(', ')}.`,
        missing.map((id) => ({ field: null, issue: `${id} is not loaded` })),
      )
    : missingSide(context, place, asked);
}

/** Says whether prices or rents are missing in the widest area that was searched. */
async function missingSide(context: Context, place: Place, asked: YieldAsked): Promise<ApiError> {
  const area = ladderOf(place, { widen: asked.widen }).at(-1)!;
  const price = chosenPrice(await pricesOf(context, area, asked), asked);
  return price
    ? notFound(
        'insufficient_data',
        `There are ${price.n} sales in ${area.label}, but no loaded source has rents to set against them.`,
        [{ field: null, issue: 'no rents of what is asked for are known' }],
      )
    : notFound(
        'insufficient_data',
        `Fewer than ${MINIMUM_SAMPLE} sales of what is asked for lie in ${area.label}.`,
        [{ field: null, issue: 'too few sales of what is asked for are known' }],
      );
}
