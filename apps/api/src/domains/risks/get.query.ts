import type { Queryable } from '@domesday/db';

export interface RiskPlace {
  country: 'England' | 'Wales' | 'Scotland' | null;
  local_authority_code: string | null;
  /** Where the position comes from; `postcode` is the middle of a postcode and no more. */
  position_source: string | null;
  placed: boolean;
}

/** Nation, authority and kind of position of a property; primary key of addresses. */
export async function riskPlace(db: Queryable, uprn: number): Promise<RiskPlace | null> {
  const { rows } = await db.query<RiskPlace>({
    name: 'risk-place',
    text: `select country, local_authority_code, position_source, position is not null as placed
           from addresses where uprn = $1`,
    values: [uprn],
  });
  return rows[0] ?? null;
}

export interface AreaRow {
  dataset: string;
  kind: string;
  reference: string | null;
  name: string | null;
  band: string | null;
  level: 'very_low' | 'low' | 'medium' | 'high' | null;
  attributes: Record<string, string> | null;
}

/**
 * The areas of some datasets that a property lies in and that have not ended: primary keys of the partitions of
 * area_members and of areas.
 */
export async function areasOfUprn(
  db: Queryable,
  uprn: number,
  datasets: string[],
  today: string,
): Promise<AreaRow[]> {
  const { rows } = await db.query<AreaRow>({
    name: 'areas-of-uprn',
    text: `select d.dataset, a.kind, a.reference, a.name, a.band, a.level, a.attributes
           from area_datasets d
           join area_members m on m.dataset_no = d.no and m.uprn = $1
           join areas a on a.id = m.area_id
           where d.dataset = any ($2) and (a.ended_on is null or a.ended_on > $3)
           order by d.dataset, a.kind, a.id`,
    values: [uprn, datasets, today],
  });
  return rows;
}

export interface CoverageRow {
  dataset: string;
  kind: string;
  /** False where a source says itself that it stopped early. */
  complete: boolean;
}

/**
 * Which kinds of area of some datasets are covered at a place, as far as the properties in them have been worked
 * out: unique index on area_datasets, index area_coverage_place.
 */
export async function coverageAt(
  db: Queryable,
  datasets: string[],
  country: string | null,
  local_authority_code: string | null,
): Promise<CoverageRow[]> {
  const { rows } = await db.query<CoverageRow>({
    name: 'area-coverage-at',
    text: `select d.dataset, c.kind, bool_or(c.complete) as complete
           from area_datasets d join area_coverage c on c.dataset_no = d.no
           where d.dataset = any ($1) and d.built_at is not null
             and (c.country = $2 or c.authority_code = $3)
           group by d.dataset, c.kind`,
    values: [datasets, country, local_authority_code],
  });
  return rows;
}
