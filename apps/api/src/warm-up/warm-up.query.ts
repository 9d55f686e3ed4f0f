import { columnsOf, type RowOf, sql, statement } from '@domesday/db';

const HOME = columnsOf('addresses', ['uprn', 'address', 'postcode']);
export type Home = RowOf<typeof HOME>;

/** Some homes with a registered sale, which have the most evidence; primary key of addresses. */
export const someSoldHomes = statement({
  name: 'some-sold-homes',
  parameters: { most: 'int8' },
  row: HOME,
  build: ({ most }) => sql`
    select a.uprn, a.address, a.postcode
      from (select uprn from sales where uprn is not null limit ${most}) s join addresses a on a.uprn = s.uprn`,
});
