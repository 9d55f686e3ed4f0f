import { type RowOf, sql, statement } from '@domesday/db';

const ARTICLE_4 = {
  /** True where the home lies in the area of an Article 4 direction. */
  inside: 'bool',
  /** True if the directions of its authority, or of the nation, are loaded completely. */
  complete: 'bool',
} as const;
export type Article4Row = RowOf<typeof ARTICLE_4>;

/** Article 4 directions that contain a home; primary key of area_members, index area_coverage_place. */
export const article4 = statement({
  name: 'article-4',
  parameters: { uprn: 'int8', country: 'text?', local_authority_code: 'text?' },
  row: ARTICLE_4,
  build: ({ uprn, country, local_authority_code }) => sql`
    with d as (select no from area_datasets where dataset = 'planning-data')
    select
      exists (select from d join area_members m on m.dataset_no = d.no and m.uprn = ${uprn}
                join areas a on a.id = m.area_id
               where a.kind = 'article-4-direction-area' and a.ended_on is null) as inside,
      exists (select from d join area_coverage c on c.dataset_no = d.no
               where c.kind = 'article-4-direction-area' and c.complete
                 and (c.authority_code = ${local_authority_code}
                   or (c.authority_code is null and c.country = ${country}))) as complete`,
});
