import { mergeTracked } from '@domesday/loading/tracked-merge.query';
import type { Staged } from '@domesday/loading/types';

/** Publishes the look-up. A later file replaces the UPRNs of its transactions. */
export function publishLookup(staged: Staged): Promise<number> {
  return mergeTracked(staged.client, {
    table: 'hmlr_uprn_lookup',
    key: ['transaction_id', 'uprn'],
    replaces: ['transaction_id'],
    columns: ['transaction_id', 'uprn', 'load_id'],
    select: (source) => `select s.transaction_id, s.uprn, ${staged.load_id} from ${source} s`,
    staging: staged.table,
    rows: staged.rows,
    // A month is a large part of this table, but only a small part of the sales that are derived from it.
    followed: 'always',
    notes: { load_id: staged.load_id, columns: ['transaction_id'] },
    remove: staged.replace ? 'true' : staged.remove,
    changes: staged.changes,
    beside: staged.beside,
  });
}
