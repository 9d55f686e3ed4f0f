import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import { authorityCodes } from '@domesday/loading/authority-codes';
import { readCursor, writeCursor } from '../../http/check/cursor.ts';
import { escaped, patternsOf, wordsOf } from '../../http/check/free-text.ts';
import { notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import type { Place } from '../../location/place.ts';
import { positionOf, shownDistance } from '../../location/placed.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { warnUnplaced } from '../../location/unplaced.ts';
import { addDays } from '../../statistics/dates.ts';
import {
  type ApplicationRow,
  type ApplicationSummary,
  type AuthorityRow,
  applicationSummary,
  applicationsIn,
  authorityName,
  planningAuthorities,
  unplacedApplications,
} from './applications.query.ts';
import { authorityCoverageOf, coversOwn } from './authority-coverage.ts';
import { beginsAfter, hasEnded, lackOfAuthority, lackOfSource } from './completeness.ts';
import { planningAreaOf } from './planning-area.ts';

type Request = RequestOf<'planning.applications'>;
type Response = ResponseOf<'planning.applications'>;

const MINIMUM = 5;
const WHAT = 'planning applications';

export async function applications(request: Request, context: Context): Promise<Response> {
  const { query } = request;
  const radius_m = query.radius_m ?? 500;
  const limit = query.limit ?? 25;
  const after = readCursor<[day: string, source: string, id: string]>(query);
  const place = await resolveLocation(context, query, { default_radius_m: radius_m });
  if (!context.loaded('planning-applications')) {
    throw notFound('source_not_loaded', 'No planning applications are loaded: load planning-applications.', [
      { field: null, issue: 'planning-applications is not loaded' },
    ]);
  }
  const look = planningAreaOf(context, place, radius_m);
  let authorities: AuthorityRow[] = [];
  const reach = await authorityCoverageOf(context, look.area, {
    dataset: 'planning-applications',
    what: WHAT,
    loaded: async (codes) => {
      authorities = await planningAuthorities.rows(context.db, { codes });
      return authorities.map((row) => row.authority_code);
    },
    lackOf: (code) => (context.fictional ? null : lackOfAuthority(authorities, code, context.today)),
  });
  if (reach.covered.length === 0) throw await notCovered(context, place, WHAT);
  const filter = {
    since: addDays(context.today, -(query.days ?? 365)),
    status: query.status ?? null,
    category: query.type ?? null,
    decided_since: query.decided_since ?? null,
    words: patternsOf(wordsOf(query.q)),
    reference: referenceOf(query.q),
  };
  mustReachInto(context, filter.since, authorities, place);
  warnOfBeginnings(context, filter.since, authorities);
  const [rows, statuses, every, { n: unplaced }] = await Promise.all([
    applicationsIn.rows(context.db, look.area, {
      ...filter,
      easting: look.easting,
      northing: look.northing,
      after_day: after?.[0] ?? null,
      after_source: after?.[1] ?? null,
      after_id: after?.[2] ?? null,
      limit: limit + 1,
    }),
    applicationSummary.rows(context.db, look.area, filter),
    // The approval rate needs every status: among applications of one status it would be 0 or 100 per cent.
    filter.status === null
      ? null
      : applicationSummary.rows(context.db, look.area, { ...filter, status: null }),
    unplacedApplications[look.unplaced].one(context.db, { ...filter, codes: reach.covered }),
  ]);
  warnUnplaced(context, unplaced, 'applications of the same authorities', 'summary.unplaced', look.unplaced);
  const shownRows = rows.slice(0, limit);
  const last = rows.length > limit ? shownRows.at(-1) : undefined;
  const total = statuses.reduce((sum, row) => sum + row.n, 0);
  if (total === 0 && !coversOwn(reach, place)) throw await notCovered(context, place, WHAT);
  return {
    applications: shownRows.map(shown),
    count: shownRows.length,
    total,
    next_cursor: last ? writeCursor(query, [last.day, last.source, last.source_id]) : null,
    summary: { ...summaryOf(statuses, every ?? statuses, context), unplaced },
    coverage: authorities.map((row) => heldBy(row, context)),
    meta: context.meta({
      sample_size: total,
      minimum_sample: MINIMUM,
      basis: 'register',
      period: { from: filter.since, to: context.today },
      geography: look.geography,
      coverage: reach.coverage,
    }),
  };
}

/** Refuses a period about which nothing is known, because the loaded applications of the authority ended before it. */
function mustReachInto(
  context: Context,
  since: string,
  authorities: readonly AuthorityRow[],
  place: Place,
): void {
  const codes = authorityCodes(place.local_authority_code);
  const own = authorities.filter((row) => codes.includes(row.authority_code));
  const days = own.map((row) => (hasEnded(row, context.today) ? (row.newest_application ?? '') : since));
  const newest = days.sort().at(-1) ?? since;
  if (newest >= since) return;
  const name = own[0]!.authority_name ?? own[0]!.authority_code;
  throw notFound(
    'not_covered',
    `The newest application of ${name} that is loaded is of ${newest || 'no known day'}, before the period asked about. Ask for more days.`,
    [
      {
        field: 'days',
        issue: `the period begins on ${since}, after the newest loaded application of ${name}`,
      },
    ],
  );
}

/** Warns from which day the applications of an authority are known, if that is long after the period begins. */
function warnOfBeginnings(context: Context, since: string, authorities: readonly AuthorityRow[]): void {
  for (const code of new Set(authorities.map((row) => row.authority_code))) {
    const rows = authorities.filter((row) => row.authority_code === code);
    const oldest = beginsAfter(rows, since);
    if (oldest)
      context.warn(
        'begins_in_period',
        'summary.by_status',
        `The oldest application of ${rows[0]!.authority_name ?? code} that is loaded is of ${oldest}: earlier days are not known and are in no count.`,
      );
  }
}

function heldBy(row: AuthorityRow, context: Context): Schema<'AuthorityCoverage'> {
  const lack = context.fictional ? null : lackOfSource(row, context.today);
  return {
    authority: { code: row.authority_code, name: row.authority_name },
    source: row.source,
    source_checked_at: row.source_checked_at.toISOString(),
    newest_application: row.newest_application,
    status: lack ? 'partial' : 'covered',
    note: lack,
  };
}

/** A free 404 that names the authority whose data are not loaded. */
export async function notCovered(context: Context, { local_authority_code: code }: Place, what: string) {
  const name = code ? ((await authorityName.first(context.db, { code }))?.name ?? code) : null;
  return notFound(
    'not_covered',
    name
      ? `No ${what} of ${name} are loaded. The operator can load them from the authority.`
      : `The authority of this place is not known, so that no ${what} can be looked up: load onspd or code-point-open.`,
    [{ field: null, issue: `${name ?? 'the authority of the place'} is not covered` }],
  );
}

/** `every` counts the same applications without the filter by status. */
function summaryOf(
  statuses: ApplicationSummary[],
  every: ApplicationSummary[],
  context: Context,
): Omit<Response['summary'], 'unplaced'> {
  const count = (status: string) => every.find((row) => row.status === status)?.n ?? 0;
  const decisions = count('approved') + count('refused');
  const outcomes_unknown = count('unknown');
  if (outcomes_unknown > 0) {
    context.warn(
      'outcomes_unknown',
      'summary.approval_rate_pct',
      `Applications whose outcome is not read from their authority's word or code: ${outcomes_unknown}; the rate is without them.`,
    );
  }
  const median = statuses[0] && statuses[0].decided_n >= MINIMUM ? statuses[0].median_days : null;
  if (decisions < MINIMUM) {
    context.warn(
      'insufficient_sample',
      'summary.approval_rate_pct',
      `Decisions known: ${decisions}; needed: ${MINIMUM}.`,
    );
  }
  if (median === null) {
    context.warn(
      'insufficient_sample',
      'summary.median_decision_days',
      `Fewer than ${MINIMUM} applications have both dates.`,
    );
  }
  return {
    by_status: Object.fromEntries(statuses.map((row) => [row.status, row.n])),
    approval_rate_pct: decisions < MINIMUM ? null : Math.round((1000 * count('approved')) / decisions) / 10,
    outcomes_unknown,
    median_decision_days: median,
  };
}

function shown(row: ApplicationRow): Schema<'PlanningApplication'> {
  const position = positionOf(row.latitude !== null, row.placed_by_postcode);
  return {
    id: `${row.source}/${row.source_id}`,
    reference: row.reference,
    source: row.source,
    authority: { code: row.authority_code, name: row.authority_name },
    address: row.address,
    uprn: row.uprn === null ? null : String(row.uprn),
    description: row.description,
    type: row.type,
    category: row.category as Schema<'ApplicationCategory'>,
    status: row.status,
    native_status: row.native_status,
    decision: row.decision,
    received: row.received,
    validated: row.validated,
    decided: row.decided,
    appeal: row.appeal_status ? { status: row.appeal_status, decided: row.appeal_decided } : null,
    latitude: row.latitude,
    longitude: row.longitude,
    distance_m: row.distance_m === null ? null : shownDistance(row.distance_m, row.placed_by_postcode),
    position,
    position_is_postcode: position === 'postcode',
    url: row.url,
  };
}

/**
 * A text as the beginning of a reference; null if it is short enough to be a house number or a year, or has no digit.
 */
function referenceOf(q: string | undefined): string | null {
  const text = q?.trim() ?? '';
  return /^\S{5,}$/.test(text) && /\d/.test(text) ? `${escaped(text)}%` : null;
}
