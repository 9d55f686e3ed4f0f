import { command, writeWorking } from '@domesday/db';
import { mergeRows } from '@domesday/loading/merge.query';
import type { Staged } from '@domesday/loading/types';

/** Publishes the number of reviews by listing and month. The counts of every listing in the file are replaced. */
export async function publishReviews(staged: Staged): Promise<number> {
  const { client, table, load_id } = staged;
  const months = `${table}_months`;
  const rows = await writeWorking(
    client,
    `create unlogged table ${months} as
     select listing_id, date_trunc('month', day)::date as month, count(*)::integer as reviews from ${table} group by 1, 2`,
  );
  await command(client, `analyze ${months}`);
  const written = await mergeRows(client, {
    table: 'short_let_reviews',
    key: ['listing_id', 'month'],
    replaces: ['listing_id'],
    columns: ['listing_id', 'month', 'reviews', 'load_id'],
    select: (source) => `select s.listing_id, s.month, s.reviews, ${load_id} from ${source} s`,
    staging: months,
    rows,
    remove: staged.replace ? 'true' : undefined,
  });
  await command(client, `drop table ${months}`);
  return written;
}
