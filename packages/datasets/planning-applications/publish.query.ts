import { publishRows } from '@domesday/loading/publish-rows.query';
import type { Staged } from '@domesday/loading/types';
import { table } from './columns.ts';

export function publishApplications(staged: Staged): Promise<number> {
  return publishRows(staged, {
    table: 'planning_applications',
    key: ['source', 'source_id'],
    columns: table.served,
    remove: staged.remove,
  });
}
