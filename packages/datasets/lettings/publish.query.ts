import type { DbClient } from '@domesday/db';
import { mergeRows } from '../pipeline/merge.query.ts';
import type { Staged } from '../pipeline/types.ts';

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

/**
 * Gives every letting the position of its UPRN, else of the middle of its postcode. Index: the primary keys of
 * addresses and postcodes.
 */
export async function placeLettings(client: DbClient): Promise<void> {
  await client.query(
    `update lettings l
        set position = coalesce((select a.position from addresses a where a.uprn = l.uprn),
                                (select p.position from postcodes p where p.postcode = l.postcode))`,
  );
  await client.query('analyze lettings');
}
