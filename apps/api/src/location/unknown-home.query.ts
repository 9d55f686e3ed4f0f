import { sql, statement } from '@domesday/db';

/** Whether any home is known. */
export const someHome = statement({
  name: 'some-home',
  row: { known: 'bool' },
  build: () => sql`select exists (select from addresses) as known`,
});
