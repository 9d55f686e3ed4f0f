import { columnsOf, query, SHORT_WAIT_MS, sql, statement } from '@domesday/db';

/** Whether the loads of this database are those of the fictional country; index dataset_loads_latest. */
export const servesFiction = statement({
  name: 'serves-fiction',
  row: { fictional: 'bool' },
  build: () => sql`select exists (select from dataset_loads
    where status = 'published' and starts_with(uri, 'fictional:')) as fictional`,
});

/** Whether the operator has published real data. Every request asks this until it is true. */
export const holdsRealData = statement({
  name: 'holds-real-data',
  row: { real: 'bool' },
  wait_ms: SHORT_WAIT_MS,
  build: () => sql`select exists (select from dataset_loads
    where status = 'published' and not starts_with(uri, 'fictional:')) as real`,
});

/** Rows of each register of places by nation; the table has some ten rows. */
export const registerRows = statement({
  name: 'register-rows',
  row: columnsOf('dataset_coverage', ['dataset', 'country', 'rows', 'placed']),
  build: () => query.selectFrom('dataset_coverage').select(['dataset', 'country', 'rows', 'placed']),
});
