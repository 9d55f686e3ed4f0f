import { authorityCodes } from '@domesday/loading/authority-codes';
import { type ApiError, type ErrorDetail, notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { ladderOf } from '../../location/ladder.ts';
import { inWords, type Place } from '../../location/place.ts';
import { monthsBefore } from '../../statistics/dates.ts';
import { MINIMUM_SAMPLE } from '../../statistics/quantiles.ts';
import { averagePriceNow } from './average-price.ts';
import { lettingsInPlace } from './evidence.query.ts';
import { indexRents, listRents } from './evidence.ts';
import { type MarketArea, withoutAreas } from './market-area.ts';
import { CERTIFICATE_TYPES_ONLY, type YieldAsked } from './yields-model.ts';
import { chosenPrice, pricesOf } from './yields-prices.ts';
import { feedSide, indexSide, listSide } from './yields-rents.ts';

/** Registered sales do not have bedrooms. */
export const OF_SOLD_HOMES = 'Bedrooms of sold homes are known from their energy certificates alone';

/** Whether prices by bedrooms are unknown because no certificates are loaded. */
function lacksCertificates(context: Context, { asking, bedrooms }: YieldAsked): boolean {
  return bedrooms !== undefined && !asking && !context.loaded('epc-domestic');
}

const RENTS = ['operator-lettings', 'lha-list-of-rents', 'private-rents'];

/** The refusal that says whether rents or prices are missing, and why. */
export async function noYield(
  context: Context,
  place: Place,
  areas: MarketArea[],
  asked: YieldAsked,
): Promise<ApiError> {
  if (!asked.asking && place.country === 'Scotland') {
    if (!context.loaded('uk-hpi') || !asked.widen)
      return notFound(
        'not_in_jurisdiction',
        'Sale prices are not open data in Scotland; the price index of the authority answers if uk-hpi is loaded and widen is not false.',
      );
  }
  if (asked.property_type !== undefined && CERTIFICATE_TYPES_ONLY.includes(asked.property_type)) {
    return notFound(
      'insufficient_data',
      'Registered sales know detached, semi-detached and terraced houses and flats: a bungalow counts among them.',
      [{ field: 'property_type', issue: 'is not distinguished in registered sales' }],
    );
  }
  const loaded = RENTS.filter((id) => context.loaded(id));
  const unknown = withoutAreas(context, place, RENTS);
  if (lacksCertificates(context, asked) && place.country !== 'Scotland')
    return notFound('source_not_loaded', `${OF_SOLD_HOMES}: load epc-domestic, or ask without bedrooms.`, [
      { field: 'bedrooms', issue: 'epc-domestic is not loaded' },
    ]);
  const missing = [
    ...(asked.asking || context.loaded('price-paid') ? [] : ['price-paid']),
    ...(loaded.length === 0 ? RENTS : loaded.every((id) => unknown.includes(id)) ? ['brma-lookup'] : []),
  ];
  return missing.length > 0
    ? notFound(
        'source_not_loaded',
        `A yield needs prices and rents: load ${missing.join(', ')}.`,
        missing.map((id) => ({ field: null, issue: `${id} is not loaded` })),
      )
    : missingSide(context, place, areas, asked);
}

/** Says whether prices or rents, or both, are missing in the widest area that was searched. */
async function missingSide(
  context: Context,
  place: Place,
  areas: MarketArea[],
  asked: YieldAsked,
): Promise<ApiError> {
  const area = ladderOf(place, { widen: asked.widen }).at(-1)!;
  const [rents, price] = [
    await rentsOf(context, place, area, areas, asked),
    await priceOf(context, place, area, asked),
  ];
  const price_issue = { field: 'median_price', issue: 'too few matching prices are known' };
  const kind = asked.asking ? 'homes for sale' : 'sales';
  const certified = asked.bedrooms !== undefined && !asked.asking ? ', as certificates tell it,' : '';
  const no_price = `Fewer than ${MINIMUM_SAMPLE} ${kind} of what is asked for${certified} lie in ${inWords(area)}`;
  const unknown = withoutAreas(context, place, RENTS);
  const why =
    unknown.length > 0
      ? `: ${unknown.join(' and ')} tell rents by broad rental market area, which needs brma-lookup or brma-boundaries`
      : '';
  const rent_issue = {
    field: 'rent_pcm',
    issue: why ? 'brma-lookup is not loaded' : 'too few matching rents are known',
  };
  const no_rents = `no loaded source has rents of it for ${inWords(area)}${why}`;
  const refused = (why: string, ...issues: ErrorDetail[]) =>
    asked.widen
      ? notFound('insufficient_data', `${why}.`, issues)
      : notFound('insufficient_data', `${why}. Omit widen=false to let a wider area answer.`, [
          ...issues,
          { field: 'widen', issue: 'keeps wider areas from answering' },
        ]);
  if (!price && !rents) return refused(`${no_price}, and ${no_rents}`, price_issue, rent_issue);
  if (!price) return refused(`${no_price}; rents are known from ${rents}`, price_issue);
  if (!rents) return refused(`Prices are known from ${price}, but ${no_rents}`, rent_issue);
  return refused(
    `Rents are known from ${rents} and prices from ${price}, but not of the same area, or the yield of the two is not plausible`,
    { field: 'gross_yield_pct', issue: 'rents and prices cannot be set against each other' },
  );
}

/** The source that has such rents in the widest area; null if none does. */
async function rentsOf(
  context: Context,
  place: Place,
  area: Place,
  areas: MarketArea[],
  asked: YieldAsked,
): Promise<string | null> {
  const period = { from: monthsBefore(context.today, asked.months), to: context.today };
  const lettings = context.loaded('operator-lettings')
    ? await lettingsInPlace.rows(context.db, area, { ...period, rooms: false })
    : [];
  const list = await listRents(context, place, areas);
  const index = await indexRents(context, place, areas, 'rent_pcm');
  const side =
    feedSide(lettings, asked, { area: area.label, period }) ??
    (list?.recent ? listSide(list, asked) : null) ??
    (index && indexSide(index, asked));
  if (side === null && list && !list.recent)
    context.warn(
      'old_source',
      'rent_pcm',
      `The newest rents of ${list.area.name} are those of ${list.period.from} to ${list.period.to}: too old to be set against prices of today.`,
    );
  return side?.dataset ?? null;
}

/** The source that has such prices in the widest area; null if none does. */
async function priceOf(
  context: Context,
  place: Place,
  area: Place,
  asked: YieldAsked,
): Promise<string | null> {
  if (place.country === 'Scotland' && !asked.asking) {
    const codes = authorityCodes(place.local_authority_code);
    return (await averagePriceNow(context, codes, asked.property_type ?? 'all', 'median_price')) && 'uk-hpi';
  }
  const price = chosenPrice(await pricesOf(context, area, asked), asked);
  return price && `${price.n} ${asked.asking ? 'homes for sale' : 'sales'}`;
}
