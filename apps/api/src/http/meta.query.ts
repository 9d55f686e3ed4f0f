import { columnsOf, query, sql, statement } from '@domesday/db';

/** Whether the fictional country is loaded; it is never loaded beside real data. */
export const servesFiction = statement({
  name: 'serves-fiction',
  row: { fictional: 'bool' },
  build: () => sql`select exists (select from dataset_loads
    where status = 'published' and starts_with(uri, 'fictional:')) as fictional`,
});

/** Rows of the registers of places by nation; some ten rows. */
export const registerRows = statement({
  name: 'register-rows',
  row: columnsOf('dataset_coverage', ['dataset', 'country', 'rows', 'placed']),
  build: () => query.selectFrom('dataset_coverage').select(['dataset', 'country', 'rows', 'placed']),
});
