import { columnsOf, type Queryable, query, type RowOf, statement } from '@domesday/db';

const PREMISES = columnsOf('addresses', ['parent_uprn', 'classification']);

const premisesByUprn = statement({
  name: 'address-match-premises',
  parameters: { uprn: 'int8' },
  row: PREMISES,
  build: ({ uprn }) =>
    query.selectFrom('addresses').select(['parent_uprn', 'classification']).where('uprn', '=', uprn),
});

/** Attributes of the premises in the address list. Primary key of addresses. */
export async function premisesOf(db: Queryable, uprn: number): Promise<RowOf<typeof PREMISES>> {
  return (await premisesByUprn.first(db, { uprn })) ?? { parent_uprn: null, classification: null };
}
