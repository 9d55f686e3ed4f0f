import { readWorkingRow } from '@domesday/db';
import { DAY_MS } from '@domesday/loading/days';
import type { Check, Staged } from '@domesday/loading/types';

/** Between the newest sales of two months of changes lie more days than these. */
const DAYS_WITHOUT_A_SALE = 7;

/**
 * Fails where a file of changes ends before the sales that are served: of a sale that a later file changed or deleted the
 * earlier state would come back. Indexes: the primary keys of dataset_served and dataset_loads.
 */
export async function checkOrder({ client, table, replace }: Staged): Promise<Check[]> {
  const { corrects, changes_to, served_to } = await readWorkingRow(
    client,
    { corrects: 'bool?', changes_to: 'text?', served_to: 'text?' },
    `select bool_or(corrects) as corrects, max(date)::text as changes_to,
            (select max(l.newest_record)::text from dataset_served d join dataset_loads l on l.id = d.load_id
              where d.dataset = 'price-paid') as served_to
       from ${table}`,
  );
  if (replace || !corrects || changes_to === null || served_to === null) return [];
  if (Date.parse(served_to) - Date.parse(changes_to) <= DAYS_WITHOUT_A_SALE * DAY_MS) return [];
  const detail = `The file changes or deletes sales, and its newest is of ${changes_to}, but sales to ${served_to} are served: what a later file changed or deleted would come back. Load files of changes from the oldest to the newest, or the complete file.`;
  return [{ name: 'order', status: 'fail', detail }];
}
