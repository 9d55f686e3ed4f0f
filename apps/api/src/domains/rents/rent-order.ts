import type { Schema } from '@domesday/contract';
import type { Context } from '../../http/handler.ts';
import { bedroomCount } from '../../statistics/bedrooms.ts';

interface BedroomRent {
  bedrooms: number;
  rent_pcm: Pick<Schema<'Quantiles'>, 'median' | 'mean'>;
}

/**
 * Warns where homes with fewer bedrooms have the higher rent, because the homes behind the two figures differ otherwise
 * too.
 */
export function explainRentOrder(context: Pick<Context, 'warn'>, rows: readonly BedroomRent[]): void {
  const known = rows.flatMap(({ bedrooms, rent_pcm }) => {
    const pcm = rent_pcm.median ?? rent_pcm.mean;
    return pcm === null ? [] : [{ bedrooms, pcm }];
  });
  for (const [i, { bedrooms, pcm }] of known.entries()) {
    const more = known[i + 1];
    if (more && pcm > more.pcm)
      context.warn(
        'not_in_order',
        'by_bedrooms',
        `The rent with ${bedroomCount(bedrooms)} is above that with ${bedroomCount(more.bedrooms)}: the homes behind the two differ in more than that.`,
      );
  }
}
