import { readWorkingRow } from '@domesday/db';
import { DAY_MS } from '../days.ts';
import { WITHHELD } from '../record.query.ts';
import type { Check, Staged } from '../types.ts';

/** A whole file may be made this many days after its newest proprietor was registered. */
const DAYS_WITHOUT_A_PROPRIETOR = 7;

/**
 * The day of the newest change; for a whole file, the day on which its newest proprietor was registered. Reads staging
 * once.
 */
export async function newestOfTitles({ client, table }: Staged): Promise<string | null> {
  const found = `select coalesce(max(changed_on), max(added))::text as newest from ${table}`;
  return (await readWorkingRow(client, { newest: 'text?' }, found)).newest;
}

/**
 * Fails if a file would undo a later file of changes: titles that the later file deleted would come back. A file of
 * changes is also compared with the whole file that is served. Index: dataset_loads_latest.
 */
export async function checkOrderOfTitles(dataset: string, staged: Staged): Promise<Check[]> {
  const { client, table, replace } = staged;
  if (replace) return [];
  const newest = await newestOfTitles(staged);
  const { whole, changed_to, served_to } = await readWorkingRow(
    client,
    { whole: 'bool?', changed_to: 'text?', served_to: 'text?' },
    `with since as (
       select id, newest_record, replaced from dataset_loads
        where dataset = $1 and status = 'published' and content_hash <> '${WITHHELD}'
          and id >= coalesce((select max(id) from dataset_loads
                               where dataset = $1 and status = 'published' and replaced), 0))
     select (select bool_or(of_whole) from ${table}) as whole,
            max(newest_record) filter (where not replaced)::text as changed_to, max(newest_record)::text as served_to
       from since`,
    [dataset],
  );
  const before = whole ? changed_to : served_to;
  if (newest === null || before === null) return [];
  const days = (Date.parse(before) - Date.parse(newest)) / DAY_MS;
  if (days <= (whole ? DAYS_WITHOUT_A_PROPRIETOR : 0)) return [];
  const detail = whole
    ? `The newest proprietor in the file was registered on ${newest}, but changes to ${before} are served: what these deleted or changed would come back. Load the newest whole file.`
    : `The newest change in the file is of ${newest}, but titles as of ${before} are served: what was deleted or changed since would come back. Load files of changes from the oldest to the newest, or the newest whole file.`;
  return [{ name: 'order', status: 'fail', detail }];
}
