import { readWorkingRow } from '@domesday/db';
import type { Check, Staged } from '@domesday/loading/types';

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
  if (replace || !corrects || changes_to === null || served_to === null || changes_to >= served_to) return [];
  const detail = `The file changes or deletes sales, and its newest is of ${changes_to}, but sales to ${served_to} are served: what a later file changed or deleted would come back. Load files of changes from the oldest to the newest, or the complete file.`;
  return [{ name: 'order', status: 'fail', detail }];
}
