import { columnsOf, type RowOf, sql, statement } from '@domesday/db';
import { areaStatement } from './area-statement.ts';
import { TAUGHT_PHASES } from './taught-phases.query.ts';

/** Outcodes of the live postcodes of an area; index of postcodes by code or position. */
export const outcodesIn = areaStatement({
  name: 'outcodes-in',
  row: columnsOf('postcodes', ['outcode']),
  columns: { postcode: 'p.postcode', position: 'p.position' },
  also: ['market_area'],
  build: (_, inArea) => sql`
    select distinct p.outcode from postcodes p where p.terminated_on is null and ${inArea}`,
});

/** Where a record that a search cannot find may lie. `outcodes` are those that the area overlaps. */
export const REACHED = { lacks_postcode: 'bool', outcodes: '_text' } as const;

/**
 * Whether a record cannot be found in an area but may lie in it. In areas given by codes: it has no postcode. In other
 * areas: it has no position, and its outcode, if known, is one of the area's.
 */
export const mayLieIn = (
  columns: { postcode: string; position: string },
  v: { lacks_postcode: unknown; outcodes: unknown },
) => {
  const [postcode, position] = [sql.ref(columns.postcode), sql.ref(columns.position)];
  return sql`case when ${v.lacks_postcode} then ${postcode} is null
    else ${position} is null
     and (${postcode} is null or split_part(${postcode}, ' ', 1) = any (${v.outcodes}::text[])) end`;
};

const SITE = {
  source: 'text',
  phase: 'text?',
  /** Phases that a school teaches. */
  taught: '_text?',
  sector: 'text?',
  country: 'text',
  outcode: 'text?',
  /** For a health site, the day on which it closes. */
  closes_on: 'date?',
  n: 'int8',
} as const;
export type SiteRow = RowOf<typeof SITE>;

/**
 * Number of schools and health sites without a position, by their attributes and where they may lie; reads all of both
 * tables.
 */
export const unplacedSites = statement({
  name: 'unplaced-sites',
  row: SITE,
  build: () => sql`
    select case s.id_scheme when 'urn' then 'gias' when 'seed' then 'schools-scotland' else 'schools-wales' end as source,
           s.phase, ${TAUGHT_PHASES} as taught, s.sector, s.country, split_part(s.postcode, ' ', 1) as outcode,
           null::date as closes_on, count(*) as n
      from schools s left join postcodes p on p.postcode = s.postcode
     where coalesce(s.easting, p.easting) is null group by 1, 2, 3, 4, 5, 6
    union all
    select h.dataset, null, null, null, h.country, split_part(h.postcode, ' ', 1), h.closes_on, count(*)
      from health_sites h left join postcodes p on p.postcode = h.postcode
     where p.easting is null group by 1, 5, 6, 7`,
});
