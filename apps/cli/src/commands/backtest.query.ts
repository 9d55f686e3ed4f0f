import type { Queryable } from '@domesday/db';

/** Postcodes of an outcode in which anything was sold; one pass over the postcodes of sales. */
export async function postcodesSold(db: Queryable, outcode: string): Promise<string[]> {
  const { rows } = await db.query<{ postcode: string }>(
    `select distinct postcode from sales where split_part(postcode, ' ', 1) = $1`,
    [outcode],
  );
  return rows.map((row) => row.postcode);
}
