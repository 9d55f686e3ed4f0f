import { columnsOf, listOf, namesOf, query, type RowOf, sql, statement } from '@domesday/db';
import { areaStatement } from '../../location/area-statement.ts';

const RECORD = columnsOf('planning_applications', [
  'source',
  'source_id',
  'reference',
  'authority_code',
  'authority_name',
  'address',
  'uprn',
  'description',
  'type',
  'category',
  'status',
  'native_status',
  'decision',
  'received',
  'validated',
  'decided',
  'appeal_status',
  'appeal_decided',
  'day',
  'latitude',
  'longitude',
  'placed_by_postcode',
  'url',
]);
const APPLICATION = { ...RECORD, distance_m: 'int4?' } as const;
export type ApplicationRow = RowOf<typeof APPLICATION>;

/** Filters; null if not asked for. `words` are regular expressions, `reference` is a pattern for `ilike`. */
const FILTER = {
  since: 'date',
  status: 'text?',
  category: 'text?',
  decided_since: 'date?',
  words: '_text',
  reference: 'text?',
} as const;
type ApplicationFilter = RowOf<typeof FILTER>;

const PLACED = { postcode: 'postcode', position: 'position' };

const meets = (v: ApplicationFilter) => sql`
  day >= ${v.since} and (${v.status}::text is null or status = ${v.status})
  and (${v.category}::text is null or category = ${v.category})
  and (${v.decided_since}::date is null or decided >= ${v.decided_since})
  and (concat_ws(' ', description, address) ~* all (${v.words}) or reference ilike ${v.reference})`;

/**
 * One page of applications in a place, newest first, then by key. Index planning_applications_position, or
 * planning_applications_postcode if the place is given by a code.
 */
export const applicationsIn = areaStatement({
  name: 'planning-applications-in',
  parameters: {
    ...FILTER,
    easting: 'float8?',
    northing: 'float8?',
    after_day: 'date?',
    after_source: 'text?',
    after_id: 'text?',
    limit: 'int8',
  },
  row: APPLICATION,
  columns: PLACED,
  build: (v, inArea) => sql`
    select ${listOf(RECORD)}, round(position <-> point(${v.easting}, ${v.northing}))::int as distance_m
      from planning_applications
     where ${inArea} and ${meets(v)}
       and (${v.after_day}::date is null
         or (day, source, source_id) < (${v.after_day}::date, ${v.after_source}::text, ${v.after_id}::text))
     order by day desc, source desc, source_id desc limit ${v.limit}`,
});

const SUMMARY = {
  ...columnsOf('planning_applications', ['status']),
  n: 'int8',
  decided_n: 'int8',
  median_days: 'float8?',
} as const;
export type ApplicationSummary = RowOf<typeof SUMMARY>;

/** Number of applications by status, and the median number of days to a decision over all; the same indexes. */
export const applicationSummary = areaStatement({
  name: 'planning-summary',
  parameters: FILTER,
  row: SUMMARY,
  columns: PLACED,
  build: (v, inArea) => sql`
    with found as (select status, decided - coalesce(validated, received) as days
                     from planning_applications where ${inArea} and ${meets(v)})
    select status, count(*) as n,
           (select count(*) from found where days >= 0) as decided_n,
           (select percentile_cont(0.5) within group (order by days) from found where days >= 0) as median_days
      from found group by status order by status`,
});

const unplacedBy = (column: 'postcode' | 'position') =>
  statement({
    name: `planning-without-${column}`,
    parameters: { ...FILTER, codes: '_text' },
    row: { n: 'int8' },
    build: ({ codes, ...filter }) => sql`
      select count(*) as n from planning_applications
       where ${sql.ref(column)} is null and (authority_code is null or authority_code = any (${codes}))
         and ${meets(filter)}`,
  });
/**
 * Applications of these authorities, or of an unknown one, that match the filters but lack the attribute by which the
 * place finds records; a scan of the records that lack it.
 */
export const unplacedApplications = { postcode: unplacedBy('postcode'), position: unplacedBy('position') };

const AUTHORITY = columnsOf('planning_authorities', [
  'authority_code',
  'authority_name',
  'source',
  'applications',
  'oldest_application',
  'newest_application',
  'source_checked_at',
  'stated',
  'held',
  'parts',
]);
export type AuthorityRow = RowOf<typeof AUTHORITY>;

/** What is loaded of authorities; primary key of planning_authorities. */
export const planningAuthorities = statement({
  name: 'planning-authorities',
  parameters: { codes: '_text' },
  row: AUTHORITY,
  build: ({ codes }) =>
    query
      .selectFrom('planning_authorities')
      .select(namesOf(AUTHORITY))
      .where('authority_code', '=', sql<string>`any (${codes})`)
      .orderBy('authority_code')
      .orderBy('source'),
});

/** Name of an authority; primary key of local_authorities. */
export const authorityName = statement({
  name: 'authority-name',
  parameters: { code: 'text' },
  row: columnsOf('local_authorities', ['name']),
  build: ({ code }) => query.selectFrom('local_authorities').select('name').where('code', '=', code),
});
