import type { Schema } from '@domesday/contract';
import type { Context } from '../../http/handler.ts';
import type { Place } from '../../location/place.ts';
import { articleFour } from './article-four.query.ts';

/**
 * Whether a home or postcode lies in an Article 4 area for shared homes. Null if unknown, with a warning that says why.
 */
export async function articleFourAt(context: Context, place: Place): Promise<boolean | null> {
  const warn = (reason: Schema<'NullReason'>, message: string) => {
    context.warn(reason, 'article_4', message);
    return null;
  };
  if (place.country !== 'England') {
    return warn('not_in_jurisdiction', 'Article 4 directions are mapped only in England.');
  }
  if (!context.loaded('planning-data'))
    return warn('source_not_loaded', 'Article 4 directions: load planning-data to know them.');
  if (place.uprn === null && place.postcode === null) {
    return warn('not_recorded', 'Only part of an area may be under a direction: use uprn or postcode.');
  }
  const { inside, covered, begins } = await articleFour.one(context.db, {
    uprn: place.uprn,
    postcode: place.postcode,
    local_authority_code: place.local_authority_code,
    country: place.country,
    today: context.today,
  });
  if (inside) return true;
  if (begins !== null)
    context.warn(
      'not_yet_in_force',
      'article_4',
      `An Article 4 direction on shared homes is made here and comes into force on ${begins}.`,
    );
  if (covered) return false;
  return warn('not_covered', 'The loaded Article 4 directions are not complete for this authority.');
}
