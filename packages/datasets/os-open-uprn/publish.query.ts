import { mergeRows } from '@domesday/loading/merge.query';
import type { Staged } from '@domesday/loading/types';

const COLUMNS = ['uprn', 'easting', 'northing', 'latitude', 'longitude'];

export function publishPoints(staged: Staged): Promise<number> {
  return mergeRows(staged.client, {
    table: 'uprn_points',
    key: ['uprn'],
    columns: [...COLUMNS, 'load_id'],
    select: (source) =>
      `select ${COLUMNS.map((c) => `s.${c}`).join(', ')}, ${staged.load_id} from ${source} s`,
    staging: staged.table,
    rows: staged.rows,
    remove: staged.replace ? 'true' : undefined,
  });
}
