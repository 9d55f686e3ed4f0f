import { mergeTracked } from '@domesday/loading/tracked-merge.query';
import type { Staged } from '@domesday/loading/types';
import { table } from './columns.ts';

/**
 * Publishes lettings by reference. The build that links them to homes finds their positions. Index: the primary key of
 * lettings.
 */
export function publishLettings(staged: Staged): Promise<number> {
  return mergeTracked(staged.client, {
    table: 'lettings',
    key: ['reference'],
    columns: [...table.served, 'uprn_method', 'uprn_confidence', 'load_id'],
    select: (source) =>
      `select ${table.served.map((c) => `s.${c}`).join(', ')}, case when s.uprn is not null then 'feed' end,
              case when s.uprn is not null then 1 end, ${staged.load_id} from ${source} s`,
    staging: staged.table,
    rows: staged.rows,
    onDiffering: staged.onDiffering,
    remove: staged.replace ? 'true' : staged.remove,
    changes: staged.changes,
  });
}
