import type { Queryable } from '@domesday/db';

export interface Article4Row {
  /** True where the home lies in the area of an Article 4 direction. */
  inside: boolean;
  /** True where the directions of its authority, or of the nation, are loaded whole. */
  complete: boolean;
}

/** Article 4 directions about a home; primary key of area_members, index area_coverage_place. */
export async function article4(
  db: Queryable,
  uprn: number,
  place: { country: string | null; local_authority_code: string | null },
): Promise<Article4Row> {
  const { rows } = await db.query<Article4Row>({
    name: 'article-4',
    text: `with d as (select no from area_datasets where dataset = 'planning-data')
           select
             exists (select from d join area_members m on m.dataset_no = d.no and m.uprn = $1
                       join areas a on a.id = m.area_id
                      where a.kind = 'article-4-direction-area' and a.ended_on is null) as inside,
             exists (select from d join area_coverage c on c.dataset_no = d.no
                      where c.kind = 'article-4-direction-area' and c.complete
                        and (c.authority_code = $3 or (c.authority_code is null and c.country = $2))) as complete`,
    values: [uprn, place.country, place.local_authority_code],
  });
  return rows[0]!;
}
