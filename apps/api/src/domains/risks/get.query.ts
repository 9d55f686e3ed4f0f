import { columnsOf, json, listOf, nation, orNull, query, type RowOf, sql, statement } from '@domesday/db';
import { inForce } from '../../designations/in-force.ts';

const PLACE = columnsOf('addresses', ['postcode', 'local_authority_code', 'position_source']);
const RISK_PLACE = {
  country: orNull(nation),
  /** `position_source` names the source of the position; `postcode` means the centroid of a postcode. */
  ...PLACE,
  placed: 'bool',
} as const;
export type RiskPlace = RowOf<typeof RISK_PLACE>;

/** Nation, authority and kind of position of a property; primary key of addresses. */
export const riskPlace = statement({
  name: 'risk-place',
  parameters: { uprn: 'int8' },
  row: RISK_PLACE,
  build: ({ uprn }) => sql`
    select country, ${listOf(PLACE)}, position is not null as placed from addresses where uprn = ${uprn}`,
});

const AREA = {
  ...columnsOf('area_datasets', ['dataset']),
  ...columnsOf('areas', ['kind', 'reference', 'name', 'band', 'level']),
  attributes: orNull(json<Record<string, string>>('jsonb')),
};
export type AreaRow = RowOf<typeof AREA>;

/**
 * The areas of these datasets that contain a property and are in force on a day: primary keys of the partitions of
 * area_members and of areas.
 */
export const areasOfUprn = statement({
  name: 'areas-of-uprn',
  parameters: { uprn: 'int8', datasets: '_text', today: 'date' },
  row: AREA,
  build: ({ uprn, datasets, today }) =>
    query
      .selectFrom('area_datasets as d')
      .innerJoin('area_members as m', (on) => on.onRef('m.dataset_no', '=', 'd.no').on('m.uprn', '=', uprn))
      .innerJoin('areas as a', 'a.id', 'm.area_id')
      .select(['d.dataset', 'a.kind', 'a.reference', 'a.name', 'a.band', 'a.level', 'a.attributes'])
      .$narrowType<{ attributes: Record<string, string> | null }>()
      .where('d.dataset', '=', sql<string>`any (${datasets})`)
      .where(inForce(today))
      .orderBy('d.dataset')
      .orderBy('a.kind')
      .orderBy('a.id'),
});

const COVERAGE = {
  dataset: 'text',
  kind: 'text',
  /** False if a source itself says that it is incomplete. */
  complete: 'bool',
} as const;
export type CoverageRow = RowOf<typeof COVERAGE>;

/**
 * Which kinds of area in these datasets cover a place. Only datasets whose members have been built count. Unique index
 * on area_datasets, index area_coverage_place.
 */
export const coverageAt = statement({
  name: 'area-coverage-at',
  parameters: { datasets: '_text', country: 'text?', local_authority_code: 'text?' },
  row: COVERAGE,
  build: ({ datasets, country, local_authority_code }) => sql`
    select d.dataset, c.kind, bool_or(c.complete) as complete
    from area_datasets d join area_coverage c on c.dataset_no = d.no
    where d.dataset = any (${datasets}) and d.built_at is not null
      and (c.country = ${country} or c.authority_code = ${local_authority_code})
    group by d.dataset, c.kind`,
});
