import type { ResponseOf } from '@domesday/contract';
import { authorityCodes } from '@domesday/loading/authority-codes';
import type { Context } from '../../http/handler.ts';
import type { Place } from '../../location/place.ts';
import { PLAUSIBLE_YIELD_PCT } from '../../statistics/plausible-yield.ts';
import { twoDecimals } from '../../statistics/quantiles.ts';
import { pricesOfAuthority } from './average-price.ts';
import { indexRents, warnOfIndexArea } from './evidence.ts';
import type { MarketArea } from './market-area.ts';
import type { AreaYield } from './yields-model.ts';

type History = ResponseOf<'rents.yields'>['history'];

const HISTORY_MONTHS = 24;

/**
 * Past yields: the present yield scaled back by the authority's mean rents and average prices, for months that both
 * official indices have. The series ends at the yield of the answer.
 */
export async function historyOf(
  context: Context,
  place: Place,
  areas: MarketArea[],
  { gross_pct, geography }: Pick<AreaYield, 'gross_pct' | 'geography'>,
): Promise<History> {
  const unloaded = ['private-rents', 'uk-hpi'].filter((id) => !context.loaded(id));
  if (unloaded.length > 0) {
    context.warn('source_not_loaded', 'history', `History: load ${unloaded.join(' and ')} to know it.`);
    return [];
  }
  if (place.country === 'Scotland') {
    context.warn(
      'not_covered',
      'history',
      'History: the indices of rents and prices divide Scotland into different areas.',
    );
    return [];
  }
  const index = await indexRents(context, place, areas, 'history', {
    segment: 'all',
    history_months: HISTORY_MONTHS,
  });
  const from = index?.history[0]?.month;
  const prices = from
    ? await pricesOfAuthority(context, {
        codes: authorityCodes(place.local_authority_code),
        property_type: 'all',
        from,
      })
    : [];
  const official = (index?.history ?? []).flatMap((row) => {
    const price = prices.find((candidate) => candidate.month === row.month)?.average_price;
    return price && row.rent_pcm !== null
      ? [{ month: row.month.slice(0, 7), ratio: row.rent_pcm / price }]
      : [];
  });
  const now = official.at(-1)?.ratio ?? 1;
  const all = official.map(({ month, ratio }) => ({
    month,
    gross_yield_pct: twoDecimals((gross_pct * ratio) / now),
  }));
  const history = all.filter(({ gross_yield_pct }) => gross_yield_pct <= PLAUSIBLE_YIELD_PCT);
  if (history.length < all.length)
    context.warn(
      'not_recorded',
      'history',
      `Months in which the yield would be over ${PLAUSIBLE_YIELD_PCT} per cent are left out: the indices do not go together there.`,
    );
  if (all.length === 0)
    context.warn('not_covered', 'history', 'History: the indices do not have this authority.');
  else warnOfIndexArea(context, index!, geography, ['history']);
  return history;
}
