import { command } from '@domesday/db';
import { besideStaging } from '@domesday/loading/staging.query';
import { mergeTracked } from '@domesday/loading/tracked-merge.query';
import type { Staged } from '@domesday/loading/types';
import { table as columns } from './columns.ts';
import { FEW, keyHomes, LINKS, linkJoins } from './links.query.ts';

/**
 * Publishes sales by transaction: adds, changes or deletes them as the file says. Rows of one transaction are applied
 * in file order, so the last one counts. Sales are linked to homes while they are written. Index: the primary key of
 * sales.
 */
export async function publishSales(staged: Staged): Promise<number> {
  const { client, table, load_id, rows } = staged;
  // Sales of one postcode are written together, so that each index page is changed only once.
  const order = rows < FEW ? 'order by s.postcode' : '';
  const homes = await keyHomes(client, staged);
  const written = await mergeTracked(client, {
    table: 'sales',
    key: ['transaction_id'],
    columns: [...columns.served, 'load_id', 'uprn', 'uprn_confidence', 'uprn_method', 'position'],
    select: (source) =>
      `select ${columns.served.map((c) => `s.${c}`).join(', ')}, ${load_id}, ${LINKS}
         from ${source} s ${linkJoins('s.address_key', rows, homes)} where not s.removed ${order}`,
    staging: table,
    rows,
    repeats: (staged.nulls.price ?? 0) > 0 || undefined,
    onDiffering: staged.onDiffering,
    notes: { load_id, columns: ['transaction_id', 'postcode'] },
    remove: staged.replace ? 'true' : staged.remove,
    changes: staged.changes,
    // Other connections do not see homes that were gathered in this transaction.
    beside: homes === besideStaging(table) ? staged.beside : null,
  });
  await command(client, `drop table ${homes}`);
  return written;
}
