import { mergeTracked } from '@domesday/loading/tracked-merge.query';
import type { Staged } from '@domesday/loading/types';

/** Publishes points by UPRN. Index: the primary key of uprn_points. */
export function publishPoints(staged: Staged, columns: readonly string[]): Promise<number> {
  return mergeTracked(staged.client, {
    table: 'uprn_points',
    key: ['uprn'],
    columns: [...columns, 'load_id'],
    select: (source) =>
      `select ${columns.map((c) => `s.${c}`).join(', ')}, ${staged.load_id} from ${source} s`,
    staging: staged.table,
    rows: staged.rows,
    onDiffering: staged.onDiffering,
    notes: { load_id: staged.load_id, columns: ['uprn'] },
    remove: staged.replace ? 'true' : staged.remove,
    changes: staged.changes,
    beside: staged.beside,
  });
}
