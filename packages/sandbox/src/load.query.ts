import { sql, statement } from '@domesday/db';

/** Whether valuations are fitted, which is the last step of loading the fictional country. */
export const valuationsFitted = statement({
  name: 'sandbox-valuations-fitted',
  row: { fitted: 'bool' },
  build: () => sql`select exists (select from valuation_builds) as fitted`,
});
