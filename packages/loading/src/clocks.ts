import { databaseTime, type Queryable } from '@domesday/db';
import { DAY_MS, isoDay } from './days.ts';
import { LoadError } from './types.ts';

/**
 * Refuses to load if the clock of this machine is more than a day behind that of the database. The newest records would
 * be refused, or lose their days, as if they lay in the future, and the same file would then count as loaded.
 */
export async function mustKnowToday(db: Queryable): Promise<void> {
  const localNow = new Date();
  const databaseNow = await databaseTime(db);
  if (databaseNow.getTime() - localNow.getTime() > DAY_MS)
    throw new LoadError(
      'refused',
      `The clock of this machine says ${isoDay(localNow)}, and the clock of the database ${isoDay(databaseNow)}. Set the clock that is wrong, then load: records after ${isoDay(localNow)} would be left out as records of the future.`,
    );
}
