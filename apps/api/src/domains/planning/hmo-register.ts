import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import { readCursor, writeCursor } from '../../http/check/cursor.ts';
import { notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { cachedRows } from '../../http/meta/release-cache.ts';
import { addressedPostcodes } from '../../location/authorities.query.ts';
import { UPRN_SOURCES } from '../../location/place.ts';
import { positionOf, shownDistance } from '../../location/placed.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { warnUnnamed } from '../../location/unnamed.ts';
import { warnUnplaced } from '../../location/unplaced.ts';
import { addDays, monthsBefore } from '../../statistics/dates.ts';
import { notCovered } from './applications.ts';
import { articleFourAt } from './article-four.ts';
import { authorityCoverageOf, coversOwn } from './authority-coverage.ts';
import {
  addressCount,
  type LicenceCount,
  type LicencePlace,
  type LicenceRow,
  licenceCounts,
  licencesIn,
  NOWHERE,
  type RegisterRow,
  registersOf,
  unplacedLicences,
} from './hmo-register.query.ts';
import { type PlanningArea, planningAreaOf } from './planning-area.ts';

/** Councils publish their registers at least once a year, so an older register has ended. */
const REGISTER_MONTHS = 12;

type Request = RequestOf<'planning.hmo_register'>;
type Response = ResponseOf<'planning.hmo_register'>;

const WHAT = 'registers of licensed shared houses';

/** The loaded addresses count as all homes of a place only if this share of its postcodes holds one. */
const FEWEST_ADDRESSED = 0.8;

/** Cached, because all places of an authority share the result. */
const registers = cachedRows(registersOf);
const licencesWithout = {
  postcode: cachedRows(unplacedLicences.postcode),
  position: cachedRows(unplacedLicences.position),
};

export async function hmoRegister(request: Request, context: Context): Promise<Response> {
  const { query } = request;
  const radius_m = query.radius_m ?? 1000;
  const limit = query.limit ?? 50;
  const after = readCursor<LicencePlace>(query);
  const place = await resolveLocation(context, query, { default_radius_m: radius_m });
  if (!context.loaded('hmo-register')) {
    throw notFound(
      'source_not_loaded',
      'No register of licensed shared houses is loaded: load hmo-register.',
      [{ field: null, issue: 'hmo-register is not loaded' }],
    );
  }
  const look = planningAreaOf(context, place, radius_m);
  let own: readonly RegisterRow[] = [];
  const reach = await authorityCoverageOf(context, look.area, {
    dataset: 'hmo-register',
    what: WHAT,
    loaded: async (codes) => {
      own = await registers(context, { codes, today: context.today });
      return own.map((row) => row.authority_code);
    },
  });
  if (reach.covered.length === 0) throw await notCovered(context, place, WHAT);
  const filter = {
    today: context.today,
    status: query.status ?? 'active',
    licence_type: query.licence_type ?? 'any',
    expires_by:
      query.expiring_within_days === undefined ? null : addDays(context.today, query.expiring_within_days),
  };
  const [rows, counts, [without], article_4] = await Promise.all([
    licencesIn(context.db, look.area, filter, look, { after, limit: limit + 1 }),
    licenceCounts.rows(context.db, look.area, filter),
    licencesWithout[look.unplaced](context, { ...filter, codes: reach.covered }),
    articleFourAt(context, place),
  ]);
  const unplaced = without!.n;
  const total = counts.reduce((sum, row) => sum + row.meeting, 0);
  if (total === 0 && !coversOwn(reach, place)) throw await notCovered(context, place, WHAT);
  const shownRows = rows.slice(0, limit);
  const last = rows.length > limit ? shownRows.at(-1) : undefined;
  context.warn(
    'not_proof_of_absence',
    null,
    'A home that is in no loaded register may still have a licence.',
  );
  warnUnplaced(context, unplaced, 'licences of the same authorities', 'summary.unplaced', look.unplaced);
  warnOldRegisters(context, own);
  if (filter.licence_type === 'any') warnSelective(context, counts);
  const by_status = byStatus(context, counts, filter.status);
  const results = shownRows.map(shown);
  const coverage = own.map(coverageOf);
  warnUnnamed(
    context,
    'authority.name',
    [...results, ...coverage].map(({ authority }) => authority),
  );
  const per_1000_dwellings = await perThousandDwellings(context, look, reach.partial, total);
  return {
    results,
    count: shownRows.length,
    total,
    next_cursor: last ? writeCursor(query, [last.distance_m ?? NOWHERE, last.row_key, last.copy]) : null,
    summary: {
      count: total,
      by_status,
      per_1000_dwellings,
      unplaced,
    },
    article_4,
    coverage,
    meta: context.meta({
      datasets: [
        'hmo-register',
        ...(article_4 === null ? [] : ['planning-data']),
        ...UPRN_SOURCES,
        // Homes whose address comes only from a certificate are counted too.
        ...(per_1000_dwellings === null ? [] : ['epc-domestic']),
        'onspd',
        'code-point-open',
      ],
      sample_size: total,
      basis: 'register',
      geography: look.geography,
      coverage: reach.coverage,
    }),
  };
}

function coverageOf(row: RegisterRow): Response['coverage'][number] {
  return {
    authority: { code: row.authority_code, name: row.authority_name },
    register: row.register,
    loaded: true,
    register_date: row.register_date,
    loaded_at: row.loaded_at.toISOString(),
    newest_licence: row.newest_licence,
  };
}

/**
 * Licences per thousand addresses of the place. Null, with a warning, if registers or addresses cover only a part of
 * it.
 */
async function perThousandDwellings(
  context: Context,
  look: PlanningArea,
  partial: boolean,
  licences: number,
): Promise<number | null> {
  const none = (reason: Schema<'NullReason'>, message: string) => {
    context.warn(reason, 'summary.per_1000_dwellings', message);
    return null;
  };
  if (partial) return none('not_covered', 'The place reaches into authorities without a loaded register.');
  const [{ postcodes, addressed }, { n: addresses }] = await Promise.all([
    addressedPostcodes.one(context.db, look.area, {}),
    addressCount.one(context.db, look.area, {}),
  ]);
  if (addresses === 0) return none('not_recorded', 'No addresses are known in this area.');
  if (addressed < postcodes * FEWEST_ADDRESSED) {
    return none(
      'not_covered',
      `The ${addresses} loaded addresses lie in ${addressed} of the ${postcodes} postcodes of the place: a rate needs nearly all of them.`,
    );
  }
  return Math.round((10_000 * licences) / addresses) / 10;
}

/** Warns of registers with nothing from the last year: licences granted since are missing from every count. */
function warnOldRegisters(context: Context, registers: readonly RegisterRow[]): void {
  const since = monthsBefore(context.today, REGISTER_MONTHS);
  for (const { authority_code, authority_name, register_date, newest_licence } of registers) {
    const known_to = [register_date, newest_licence]
      .filter((day) => day !== null)
      .sort()
      .at(-1);
    if (known_to === undefined || known_to >= since) continue;
    const message = `The loaded register of ${authority_name ?? authority_code} ends on ${known_to}: licences granted later are not known and are in no count.`;
    context.warn('ends_before_period', 'summary.by_status', message);
  }
}

/** Warns of selective licences, which any rented home may need, even one let to a single family. */
function warnSelective(context: Context, counts: LicenceCount[]): void {
  const selective = counts.reduce((sum, row) => sum + row.selective, 0);
  if (selective > 0)
    context.warn(
      'selective_licences',
      'summary',
      `Selective licences among those counted: ${selective}. They are of ordinary rented homes, not of houses in multiple occupation; licence_type=mandatory and licence_type=additional leave them out.`,
    );
}

/** Licences by status. Warns of ended licences that are left out, and of implausible days. */
function byStatus(context: Context, counts: LicenceCount[], asked: string): Response['summary']['by_status'] {
  const of = (status: string) => counts.find((row) => row.status === status)?.n ?? 0;
  const by_status = { active: of('active'), expired: of('expired'), pending: of('pending') };
  if (by_status.expired > 0 && (asked === 'active' || asked === 'pending'))
    context.warn(
      'expired_licences',
      'summary.by_status',
      `Licences of the place that have ended: ${by_status.expired}; status=any lists them too.`,
    );
  const implausible = counts.reduce((sum, row) => sum + row.implausible, 0);
  if (implausible > 0)
    context.warn(
      'implausible_date',
      'results',
      `Licences with a first or last day that is not plausible: ${implausible}. It is null, and issued_as_published or expires_as_published has it.`,
    );
  return by_status;
}

function shown(row: LicenceRow): Schema<'HmoLicence'> {
  const {
    row_key: _,
    copy: __,
    authority_code,
    authority_name,
    uprn,
    uprn_confidence,
    issued_plausible,
    expires_plausible,
    placed_by_postcode,
    ...rest
  } = row;
  return {
    ...rest,
    issued: issued_plausible ? row.issued : null,
    issued_as_published: issued_plausible ? null : row.issued,
    expires: expires_plausible ? row.expires : null,
    expires_as_published: expires_plausible ? null : row.expires,
    distance_m: row.distance_m === null ? null : shownDistance(row.distance_m, placed_by_postcode),
    position: positionOf(row.latitude !== null, placed_by_postcode),
    authority: { code: authority_code, name: authority_name },
    uprn: uprn === null ? null : String(uprn),
    uprn_confidence: uprn_confidence === null ? null : Math.round(uprn_confidence * 1000) / 1000,
  };
}
