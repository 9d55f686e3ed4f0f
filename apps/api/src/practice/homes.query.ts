import { columnsOf, type RowOf, sql, statement } from '@domesday/db';

const HOME = columnsOf('addresses', ['uprn', 'address', 'postcode']);
export type SpreadHome = RowOf<typeof HOME>;

/** Addresses at equal steps from the least UPRN to the greatest; primary key. */
export const spreadHomes = statement({
  name: 'spread-homes',
  parameters: { count: 'int4' },
  row: HOME,
  build: (v) => sql`
    with ends as (select min(uprn) as least, max(uprn) as greatest from addresses)
    select distinct a.uprn, a.address, a.postcode
      from ends
     cross join generate_series(0, ${v.count}::int4 - 1) as step
     cross join lateral (
       select uprn, address, postcode from addresses
        where uprn >= least + (greatest - least) / ${v.count}::int4 * step
        order by uprn limit 1) a`,
});
