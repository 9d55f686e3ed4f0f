import { databaseTime, type Queryable } from '@domesday/db';
import { DAY_MS, isoDay } from './days.ts';
import { LoadError } from './types.ts';

/**
 * Refuses to load on a machine whose clock is more than a day behind that of the database: the newest records would be
 * refused, or lose their days, as ones of the future, and the same file would then count as loaded.
 */
export async function mustKnowToday(db: Queryable): Promise<void> {
  const here = new Date();
  const there = await databaseTime(db);
  if (there.getTime() - here.getTime() > DAY_MS)
    throw new LoadError(
      'refused',
      `The clock of this machine says ${isoDay(here)}, that of the database ${isoDay(there)}. Set the one that is wrong, and load then: records after ${isoDay(here)} would be left out as ones of the future.`,
    );
}
