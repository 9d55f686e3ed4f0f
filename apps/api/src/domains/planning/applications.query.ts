import type { Queryable } from '@domesday/db';
import type { Predicate } from '../../location/area.ts';

export interface ApplicationRow {
  source: string;
  source_id: string;
  reference: string;
  authority_code: string | null;
  authority_name: string;
  address: string | null;
  uprn: number | null;
  description: string;
  type: string | null;
  category: string;
  status: 'pending' | 'approved' | 'refused' | 'withdrawn' | 'appeal' | 'other';
  native_status: string | null;
  decision: string | null;
  received: string | null;
  validated: string | null;
  decided: string | null;
  appeal_status: string | null;
  appeal_decided: string | null;
  day: string | null;
  latitude: number | null;
  longitude: number | null;
  placed_by_postcode: boolean;
  url: string | null;
  distance_m: number | null;
}

export interface ApplicationFilter {
  since: string;
  status: string | null;
  category: string | null;
  decided_since: string | null;
  words: string | null;
}

function conditions(where: Predicate, filter: ApplicationFilter): { sql: string; values: unknown[] } {
  const n = where.values.length;
  return {
    sql: `${where.sql} and day >= $${n + 1} and ($${n + 2}::text is null or status = $${n + 2})
      and ($${n + 3}::text is null or category = $${n + 3}) and ($${n + 4}::date is null or decided >= $${n + 4})
      and ($${n + 5}::text is null or description ilike $${n + 5} or address ilike $${n + 5})`,
    values: [
      ...where.values,
      filter.since,
      filter.status,
      filter.category,
      filter.decided_since,
      filter.words === null ? null : `%${filter.words.replace(/[\\%_]/g, '\\$&')}%`,
    ],
  };
}

/**
 * One page of applications in a place, newest first, then by key. Index: planning_applications_position, or
 * planning_applications_postcode for codes.
 */
export async function applicationsIn(
  db: Queryable,
  where: Predicate,
  filter: ApplicationFilter,
  from: { easting: number | null; northing: number | null },
  page: { after: (string | number | null)[] | null; limit: number },
): Promise<ApplicationRow[]> {
  const { sql, values } = conditions(where, filter);
  const n = values.length;
  const { rows } = await db.query<ApplicationRow>(
    `select source, source_id, reference, authority_code, authority_name, address, uprn, description, type, category,
            status, native_status, decision, received, validated, decided, appeal_status, appeal_decided, day,
            latitude, longitude, placed_by_postcode, url,
            round(position <-> point($${n + 1}, $${n + 2}))::int as distance_m
       from planning_applications
      where ${sql}
        and ($${n + 3}::date is null or (day, source, source_id) < ($${n + 3}::date, $${n + 4}::text, $${n + 5}::text))
      order by day desc, source desc, source_id desc limit $${n + 6}`,
    [
      ...values,
      from.easting,
      from.northing,
      page.after?.[0] ?? null,
      page.after?.[1] ?? null,
      page.after?.[2] ?? null,
      page.limit,
    ],
  );
  return rows;
}

export interface ApplicationSummary {
  status: ApplicationRow['status'];
  n: number;
  decided_n: number;
  median_days: number | null;
}

/** Number of applications by status, and the median of days to a decision over all; same indexes. */
export async function applicationSummary(
  db: Queryable,
  where: Predicate,
  filter: ApplicationFilter,
): Promise<ApplicationSummary[]> {
  const { sql, values } = conditions(where, filter);
  const { rows } = await db.query<ApplicationSummary>(
    `with found as (select status, decided - coalesce(validated, received) as days
                      from planning_applications where ${sql})
     select status, count(*) as n,
            (select count(*) from found where days >= 0) as decided_n,
            (select percentile_cont(0.5) within group (order by days) from found where days >= 0) as median_days
       from found group by status order by status`,
    values,
  );
  return rows;
}

/**
 * Applications of some authorities, or of none that is known, that meet a request and that no place can find; a scan
 * of the records without a position or postcode.
 */
export async function unplacedApplications(
  db: Queryable,
  unplaced: string,
  codes: string[],
  filter: ApplicationFilter,
): Promise<number> {
  const where = {
    sql: `${unplaced} and (authority_code is null or authority_code = any ($1))`,
    values: [codes],
  };
  const { sql, values } = conditions(where, filter);
  const { rows } = await db.query<{ n: number }>(
    `select count(*) as n from planning_applications where ${sql}`,
    values,
  );
  return rows[0]!.n;
}

export interface AuthorityRow {
  authority_code: string;
  authority_name: string;
  source: string;
  newest_application: string | null;
  source_checked_at: Date;
}

/** What is loaded of authorities; primary key of planning_authorities. */
export async function planningAuthorities(db: Queryable, codes: string[]): Promise<AuthorityRow[]> {
  const { rows } = await db.query<AuthorityRow>({
    name: 'planning-authorities',
    text: `select authority_code, authority_name, source, newest_application, source_checked_at
           from planning_authorities where authority_code = any ($1) order by authority_code, source`,
    values: [codes],
  });
  return rows;
}

/** Name of an authority; primary key of local_authorities. */
export async function authorityName(db: Queryable, code: string): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>({
    name: 'authority-name',
    text: 'select name from local_authorities where code = $1',
    values: [code],
  });
  return rows[0]?.name ?? null;
}
