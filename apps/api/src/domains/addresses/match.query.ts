import { columnsOf, namesOf, type Queryable, query, type RowOf, sql, statement } from '@domesday/db';

const PREMISES = columnsOf('addresses', ['parent_uprn', 'classification', 'position_source']);

const premisesByUprn = statement({
  name: 'address-match-premises',
  parameters: { uprn: 'int8' },
  row: PREMISES,
  build: ({ uprn }) => query.selectFrom('addresses').select(namesOf(PREMISES)).where('uprn', '=', uprn),
});

const NOT_LISTED = { parent_uprn: null, classification: null, position_source: null };

/** Attributes of the premises in the address list. Primary key of addresses. */
export async function premisesOf(db: Queryable, uprn: number): Promise<RowOf<typeof PREMISES>> {
  return (await premisesByUprn.first(db, { uprn })) ?? NOT_LISTED;
}

/** Homes of some UPRNs that stand at the middle of their postcode; primary key of addresses. */
export const standingAtPostcode = statement({
  name: 'addresses-at-postcode',
  parameters: { uprns: '_int8' },
  row: columnsOf('addresses', ['uprn']),
  build: ({ uprns }) => sql`
    select uprn from addresses where uprn = any (${uprns}) and position_source = 'postcode'`,
});
