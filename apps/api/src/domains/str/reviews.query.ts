import { sql, statement } from '@domesday/db';

/** Reviews of these listings by calendar month, whole months only; primary key of short_let_reviews. */
export const reviewsByMonth = statement({
  name: 'reviews-by-month',
  parameters: { listings: '_text', from: 'date', to: 'date' },
  row: { month: 'int4', reviews: 'int4' },
  build: ({ listings, from, to }) => sql`
    select extract(month from month)::integer as month, sum(reviews)::integer as reviews from short_let_reviews
    where listing_id = any (${listings}::text[]::bigint[]) and month >= ${from} and month < ${to} group by 1 order by 1`,
});
