import { columnsOf, sql, statement } from '@domesday/db';

/** Homes of some UPRNs that stand at the middle of their postcode; primary key of addresses. */
export const standingAtPostcode = statement({
  name: 'addresses-at-postcode',
  parameters: { uprns: '_int8' },
  row: columnsOf('addresses', ['uprn']),
  build: ({ uprns }) => sql`
    select uprn from addresses where uprn = any (${uprns}) and position_source = 'postcode'`,
});
