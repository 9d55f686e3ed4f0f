import { sql, statement } from '@domesday/db';

/** The advisory lock of a fit: one build fits at a time in a database. PostgreSQL releases it when the builder dies. */
export const FIT_LOCK = 7_201_090;

export const tryFitLock = statement({
  name: 'try-fit-lock',
  row: { taken: 'bool' },
  build: () => sql`select pg_try_advisory_lock(${FIT_LOCK}) as taken`,
});

export const waitForFitLock = statement({
  name: 'wait-for-fit-lock',
  row: { locked: 'void' },
  build: () => sql`select pg_advisory_lock(${FIT_LOCK}) as locked`,
});

export const releaseFitLock = statement({
  name: 'release-fit-lock',
  row: { released: 'bool' },
  build: () => sql`select pg_advisory_unlock(${FIT_LOCK}) as released`,
});
