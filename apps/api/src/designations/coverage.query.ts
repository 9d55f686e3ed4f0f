import { nation, orNull, type RowOf, sql, statement } from '@domesday/db';

const COVERAGE = { dataset: 'text', kind: 'text' } as const;
export type CoverageRow = RowOf<typeof COVERAGE>;

/**
 * Identifies the builds that coverage depends on, apart from the place: when the members of each dataset were built.
 * Reads `d`, a query of area_datasets.
 */
export const BUILT = sql`(select string_agg(concat(no, ' ', extract(epoch from built_at)), ' ' order by no) from d)`;

/**
 * Which kinds of area are covered completely at a place, in datasets whose members have been built: unique index on
 * area_datasets, index area_coverage_place.
 */
export const wholeAt = statement({
  name: 'area-coverage-whole-at',
  parameters: { country: orNull(nation), local_authority_code: 'text?' },
  row: COVERAGE,
  build: ({ country, local_authority_code }) => sql`
    select distinct d.dataset, c.kind
    from area_datasets d join area_coverage c on c.dataset_no = d.no
    where d.built_at is not null and c.complete
      and (c.country = ${country} or c.authority_code = ${local_authority_code})`,
});
