import { readWorkingRow } from '@domesday/db';
import { count, counted } from '@domesday/files/counted';
import { DAY_MS } from '@domesday/loading/days';
import { WITHHELD } from '@domesday/loading/record.query';
import type { Check, Staged } from '@domesday/loading/types';
import { table as columns } from './columns.ts';

/** The newest sales in two successive months of changes are more days apart than this. */
const DAYS_WITHOUT_A_SALE = 7;

/**
 * Fails if a file would undo a later file of changes. A file of changes must not end before the sales that are served.
 * Any other file, such as a yearly one, does not tell its date: it must contain no sale that was deleted since, and
 * none in its state before a correction. Indexes: the primary keys of dataset_served and dataset_loads.
 */
export async function checkOrder(staged: Staged): Promise<Check[]> {
  const { client, table, replace } = staged;
  const { corrects, newest, served_to } = await readWorkingRow(
    client,
    { corrects: 'bool?', newest: 'text?', served_to: 'text?' },
    `select bool_or(corrects) as corrects, max(date)::text as newest,
            (select max(l.newest_record)::text from dataset_served d join dataset_loads l on l.id = d.load_id
              where d.dataset = 'price-paid') as served_to
       from ${table}`,
  );
  if (replace || newest === null || served_to === null || newest >= served_to) return [];
  if (corrects && Date.parse(served_to) - Date.parse(newest) > DAYS_WITHOUT_A_SALE * DAY_MS) {
    const detail = `The file changes or deletes sales, and its newest is of ${newest}, but sales to ${served_to} are served: what a later file changed or deleted would come back. Load files of changes from the oldest to the newest, or the complete file.`;
    return [{ name: 'order', status: 'fail', detail }];
  }
  return corrects ? [] : revertedChanges(staged);
}

/**
 * Compares the file with the changes recorded since the last load that replaced everything. Only files of changes
 * delete sales, so a load that deleted some was a file of changes. Index: changes_dataset (dataset, seq).
 */
async function revertedChanges({ client, table }: Staged): Promise<Check[]> {
  const compared = columns.served.filter((column) => column !== 'transaction_id');
  const row = (of: string) => `(${compared.map((column) => `${of}.${column}`).join(', ')})`;
  const { deleted, corrected } = await readWorkingRow(
    client,
    { deleted: 'int8', corrected: 'int8' },
    `with told as (
       select c.load_id, c.change, (c.record->>'transaction_id')::uuid as transaction_id
         from changes c join dataset_loads l on l.id = c.load_id
        where c.dataset = 'price-paid' and c.change in ('changed', 'removed')
          and l.status = 'published' and l.content_hash <> '${WITHHELD}'
          and l.id > coalesce((select max(id) from dataset_loads
                                where dataset = 'price-paid' and status = 'published' and replaced), 0)),
     changed as (
       select transaction_id, bool_or(change = 'removed') as deleted from told
        where load_id in (select load_id from told where change = 'removed') group by transaction_id)
     select count(*) filter (where c.deleted and t.transaction_id is null) as deleted,
            count(*) filter (where t.transaction_id is not null and ${row('s')} is distinct from ${row('t')}) as corrected
       from changed c join ${table} s on s.transaction_id = c.transaction_id
       left join sales t on t.transaction_id = c.transaction_id
      where not s.removed`,
  );
  if (deleted + corrected === 0) return [];
  const detail = `The file is older than a file of changes that was loaded before it: it has ${counted(deleted, 'sale')} deleted since, and ${count(corrected)} as ${corrected === 1 ? 'it was' : 'they were'} before a correction. Download it again: the publisher makes its yearly files and the complete file anew each month.`;
  return [{ name: 'order', status: 'fail', detail }];
}
