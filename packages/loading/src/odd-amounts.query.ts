import { type DbClient, readWorkingRow } from '@domesday/db';
import type { Check } from './types.ts';

/** Of fewer prices or rents each may be an odd one. */
const JUDGED_FROM = 5;
/** Half of the homes of a file cost more, in whole pounds. */
const LEAST_PRICE = 5000;
const LEAST_PCM = 50;
/** No file of rents has so many mansions that half of them cost more. */
const MOST_PCM = 20_000;

export interface Amounts {
  /** SQL of the staged rows: a table, or a select in brackets. */
  rows: string;
  /** SQL of the price for sale and of the rent a month of such a row; null where it has none. */
  price?: string;
  rent_pcm: string;
}

/**
 * Fails where most prices or rents of an operator's own file cannot be pounds: 245 for 245,000, or prices for sale in a
 * file of homes to let. One pass over staging.
 */
export async function oddAmounts(client: DbClient, { rows, price, rent_pcm }: Amounts): Promise<Check[]> {
  const found = await readWorkingRow(
    client,
    { prices: 'int8', low_prices: 'int8', rents: 'int8', low_rents: 'int8', high_rents: 'int8' },
    `select count(price) as prices, count(*) filter (where price < ${LEAST_PRICE}) as low_prices,
            count(rent) as rents, count(*) filter (where rent < ${LEAST_PCM}) as low_rents,
            count(*) filter (where rent > ${MOST_PCM}) as high_rents
       from (select ${price ?? 'null::float8'} as price, ${rent_pcm} as rent from ${rows} s) a`,
  );
  const pounds = (n: number) => `£${n.toLocaleString('en-GB')}`;
  return [
    ...odd(found.low_prices, found.prices, 'prices for sale', {
      are: `below ${pounds(LEAST_PRICE)}`,
      as_if: 'they were thousands of pounds, or rents',
    }),
    ...odd(found.low_rents, found.rents, 'rents', {
      are: `below ${pounds(LEAST_PCM)} a month`,
      as_if: 'they were thousands of pounds',
    }),
    ...odd(found.high_rents, found.rents, 'rents', {
      are: `above ${pounds(MOST_PCM)} a month`,
      as_if: 'they were prices for sale',
    }),
  ];
}

function odd(n: number, all: number, what: string, { are, as_if }: { are: string; as_if: string }): Check[] {
  if (all < JUDGED_FROM || n * 2 <= all) return [];
  const detail = `${n} of the ${all} ${what} are ${are}, as if ${as_if}. Give them in pounds.`;
  return [{ name: 'amounts', status: 'fail', detail }];
}
