import { readWorkingRow } from '@domesday/db';
import { counted } from '@domesday/files/counted';
import type { Check, Staged } from '@domesday/loading/types';

/**
 * Warns if applications that are served as decided are pending in the files: the files may be older, and a register's
 * reply does not state its date. Index: the primary key.
 */
export async function reopened({ client, table }: Staged): Promise<Check[]> {
  const { n } = await readWorkingRow(
    client,
    { n: 'int8' },
    `select count(*) as n from ${table} s join planning_applications a using (source, source_id)
      where s.status = 'pending' and a.status not in ('pending', 'unknown')`,
  );
  if (n === 0) return [];
  const detail = `${counted(n, 'application')} that had been decided became pending: if the files are older than what was served, load the newer ones again with --force.`;
  return [{ name: 'reopened', status: 'warn', detail }];
}
