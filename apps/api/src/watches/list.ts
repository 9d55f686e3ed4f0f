import type { Db } from '@domesday/db';
import { invalidParameter } from '../http/errors.ts';
import { type WatchRow, watchesOf, watchOf } from './watches.query.ts';

interface ListQuery {
  account_id: string;
  cursor: string | null;
  limit: number;
}

/**
 * A page of the watches of an account, oldest first. Throws 422 if the watch of the cursor was deleted: what follows it
 * is then unknown, and an empty page would look like the end of the list.
 */
export async function listWatches(db: Db, query: ListQuery): Promise<WatchRow[]> {
  const { account_id, cursor } = query;
  const rows = await watchesOf.rows(db, query);
  if (rows.length > 0 || cursor === null || (await watchOf.first(db, { account_id, id: cursor })))
    return rows;
  throw invalidParameter('cursor', 'is of a watch that is deleted: list from the start');
}
