import { mergeRows } from '@domesday/loading/merge.query';
import type { Staged } from '@domesday/loading/types';

const COLUMNS = [
  'reference',
  'uprn',
  'address',
  'postcode',
  'property_type',
  'bedrooms',
  'room_type',
  'furnished',
  'rent_pcm',
  'bills_included',
  'advertised_on',
  'let_on',
  'started_on',
];

/** Lettings by reference; where they lie is worked out by `placeLettings`. Index: the primary key of lettings. */
export function publishLettings(staged: Staged): Promise<number> {
  return mergeRows(staged.client, {
    table: 'lettings',
    key: ['reference'],
    columns: [...COLUMNS, 'uprn_method', 'uprn_confidence', 'load_id'],
    select: (source) =>
      `select ${COLUMNS.map((c) => `s.${c}`).join(', ')}, case when s.uprn is not null then 'feed' end,
              case when s.uprn is not null then 1 end, ${staged.load_id} from ${source} s`,
    staging: staged.table,
    rows: staged.rows,
    remove: staged.replace ? 'true' : undefined,
  });
}
