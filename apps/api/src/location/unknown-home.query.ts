import { sql, statement } from '@domesday/db';

/** Whether any address is loaded. */
export const someHome = statement({
  name: 'some-home',
  row: { known: 'bool' },
  build: () => sql`select exists (select from addresses) as known`,
});
