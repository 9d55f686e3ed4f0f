import { columnsOf, required, sql, statement } from '@domesday/db';

/** Postcodes of an outcode in which anything was sold; one pass over the postcodes of sales. */
export const postcodesSold = statement({
  name: 'postcodes-sold',
  parameters: { outcode: 'text' },
  row: required(columnsOf('sales', ['postcode'])),
  build: ({ outcode }) => sql`
    select distinct postcode from sales where split_part(postcode, ' ', 1) = ${outcode}`,
});
