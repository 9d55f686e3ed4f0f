import { type DbClient, readWorkingRow } from '@domesday/db';
import type { Check } from './types.ts';

/** Fewer prices or rents are not judged. */
const JUDGED_FROM = 5;
/** In every real file more than half of the homes cost more, in whole pounds. */
const LEAST_PRICE = 5000;
const LEAST_PCM = 50;
/** In no real file do more than half of the homes rent for more a month. */
const MOST_PCM = 20_000;
/**
 * If more than half of a file's rents lie above or below this multiple of the usual rents of their places, they are
 * rents of another period.
 */
const AS_OF_A_YEAR = 6;
const AS_OF_A_QUARTER = 2.5;
const AS_OF_A_WEEK = 0.3;

export interface Amounts {
  /** SQL of the staged rows: a table, or a select in brackets. */
  rows: string;
  /** SQL of the served rows of this dataset. */
  served: string;
  /** SQL of a row's sale price and of its monthly rent; null if it has none. */
  price?: string;
  rent_pcm: string;
  /** SQL of whether a row is about a whole home. */
  is_whole: string;
}

const COUNTED = {
  prices: 'int8',
  low_prices: 'int8',
  rents: 'int8',
  low_rents: 'int8',
  high_rents: 'int8',
  placed: 'int8',
  weeks: 'int8',
  quarters: 'int8',
  years: 'int8',
} as const;
type Counted = Record<keyof typeof COUNTED, number>;

/**
 * Looks for prices and rents in an operator's own file that cannot be pounds, or pounds a month: 245 for 245,000, sale
 * prices in a file of homes to let, rents a year, a quarter or a week. Periods are judged by the official rents, if
 * these are loaded. Fails if most amounts of the file are odd, but only warns if most of the served ones are odd in the
 * same way: an operator who confirmed one file need not confirm the next. One pass over staging and one over the served
 * rows.
 */
export async function implausibleAmounts(client: DbClient, amounts: Amounts): Promise<Check[]> {
  const found = unusualAmounts(await countAmounts(client, amounts.rows, amounts));
  if (found.length === 0) return [];
  const before = unusualAmounts(await countAmounts(client, amounts.served, amounts)).map(
    ({ as_if }) => as_if,
  );
  return found.map(({ as_if, detail, may_be }) => {
    const known = before.includes(as_if);
    return {
      name: 'amounts',
      status: known || may_be ? 'warn' : 'fail',
      detail: known
        ? `${detail} Most of the served amounts are odd in the same way, so the load goes on.`
        : detail,
    };
  });
}

function countAmounts(
  client: DbClient,
  rows: string,
  { price, rent_pcm, is_whole }: Amounts,
): Promise<Counted> {
  return readWorkingRow(
    client,
    COUNTED,
    `with own as (
       select ${price ?? 'null::float8'} as price, ${rent_pcm} as rent, ${is_whole} as whole, s.postcode, s.bedrooms from ${rows} s
     ), usual as (
       select distinct on (coalesce(brma_key, area_code), segment)
              coalesce(brma_key, area_code) as area, segment, rent_pcm
         from private_rents where segment in ('all', '1', '2', '3', '4') and rent_pcm > 0
        order by coalesce(brma_key, area_code), segment, month desc
     ), placed as (
       select o.rent / u.rent_pcm as times
         from own o join postcodes p on p.postcode = o.postcode
         left join brma_postcodes b on b.postcode = p.postcode and p.country = 'Scotland'
         join usual u on u.area = coalesce(b.brma_key, p.local_authority_code)
          and u.segment = case when o.bedrooms > 0 then least(o.bedrooms, 4)::text else 'all' end
        where o.rent is not null and o.whole
     )
     select count(price) as prices, count(*) filter (where price < ${LEAST_PRICE}) as low_prices,
            count(rent) as rents, count(*) filter (where rent < ${LEAST_PCM}) as low_rents,
            count(*) filter (where rent > ${MOST_PCM}) as high_rents,
            (select count(*) from placed) as placed,
            (select count(*) from placed where times < ${AS_OF_A_WEEK}) as weeks,
            (select count(*) from placed where times >= ${AS_OF_A_QUARTER}) as quarters,
            (select count(*) from placed where times >= ${AS_OF_A_YEAR}) as years
       from own`,
  );
}

interface Odd {
  as_if: string;
  detail: string;
  /** True if the amounts may be right after all. */
  may_be?: true;
}

/** What is odd about most of the amounts: at most one finding for prices and one for rents. */
function unusualAmounts(found: Counted): Odd[] {
  const pounds = (n: number) => `£${n.toLocaleString('en-GB')}`;
  const most = (n: number, all: number) => all >= JUDGED_FROM && n * 2 > all;
  const odd = (n: number, all: number, what: string, are: string, as_if: string): Odd[] =>
    most(n, all) ? [{ as_if, detail: `${n} of the ${all} ${what} are ${are}, as if ${as_if}.` }] : [];
  const usual = 'the usual rent of their places';
  const give = (ask: string) => (one: Odd) => ({ ...one, detail: `${one.detail} ${ask}` });
  const in_pounds = give('Give them in pounds.');
  const by_month = give('Give their period, or rents a month.');
  const { rents, placed } = found;
  const [rent] = [
    ...odd(
      found.low_rents,
      rents,
      'rents',
      `below ${pounds(LEAST_PCM)} a month`,
      'they were thousands of pounds',
    ).map(in_pounds),
    ...odd(
      found.high_rents,
      rents,
      'rents',
      `above ${pounds(MOST_PCM)} a month`,
      'they were prices for sale',
    ).map(in_pounds),
    ...odd(
      found.years,
      placed,
      'rents',
      `more than ${AS_OF_A_YEAR} times ${usual}`,
      'they were rents of a year',
    ).map(by_month),
    ...odd(
      found.weeks,
      placed,
      'rents',
      `less than ${AS_OF_A_WEEK} of ${usual}`,
      'they were rents of a week',
    ).map(by_month),
    ...odd(
      found.quarters,
      placed,
      'rents',
      `more than ${AS_OF_A_QUARTER} times ${usual}`,
      'they were rents of a quarter',
    ).map((one) => ({ ...by_month(one), may_be: true as const })),
  ];
  const price = odd(
    found.low_prices,
    found.prices,
    'prices for sale',
    `below ${pounds(LEAST_PRICE)}`,
    'they were thousands of pounds, or rents',
  );
  return [...price.map(in_pounds), ...(rent ? [rent] : [])];
}
