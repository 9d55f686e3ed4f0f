import type { Schema } from '@domesday/contract';
import type { Context } from '../../http/handler.ts';
import type { Place } from '../../location/place.ts';

/** The four layouts in which an operator's own advertisements are loaded. */
export const LISTING_FEEDS = ['listings-blm', 'listings-rtdf', 'listings-zpg', 'listings-csv'];

/** Months of lettings that count if the request gives no period. */
export const MONTHS = 12;
export const ONE_PERIOD = 'too few lettings of your own are loaded, and open data have one period';

export function hasListings(context: Context): boolean {
  return LISTING_FEEDS.some((id) => context.loaded(id));
}

/**
 * If open data answer a request that narrows the operator's lettings, warns about the narrowing parameters: that they
 * have no effect or, if the lettings would answer without them, that they left too few lettings.
 */
export async function warnOfNarrowing(
  context: Context,
  parameters: readonly string[],
  because: string,
  answerWithout: (silent: Context) => Promise<unknown>,
): Promise<void> {
  const given = parameters.filter(context.gave);
  if (given.length === 0) return;
  const silent: Context = { ...context, warn: () => {}, carry: () => {} };
  const narrowed = context.loaded('operator-lettings') && (await answerWithout(silent));
  for (const name of given)
    if (!narrowed) context.ignore(name, because);
    else
      context.warn(
        'too_few_lettings',
        name,
        `${given.join(' and ')} left too few lettings of your own, so open data answer: without ${given.length > 1 ? 'them' : 'it'} the lettings do.`,
      );
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
    note: `${n === 1 ? '1 record of your own feed answers' : `${n} records of your own feed answer`} here${
      confidence === 'High' ? '; with open data alone the confidence would be lower than High' : ''
    }.`,
  };
}
