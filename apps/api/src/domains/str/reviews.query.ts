import type { Queryable } from '@domesday/db';

/** Reviews of some listings by month of the year, of whole months only; the primary key of short_let_reviews. */
export async function reviewsByMonth(
  db: Queryable,
  listings: readonly number[],
  from: string,
  to: string,
): Promise<{ month: number; reviews: number }[]> {
  const { rows } = await db.query<{ month: number; reviews: number }>({
    name: 'reviews-by-month',
    text: `select extract(month from month)::integer as month, sum(reviews)::integer as reviews from short_let_reviews
           where listing_id = any ($1) and month >= $2 and month < $3 group by 1 order by 1`,
    values: [listings, from, to],
  });
  return rows;
}
