import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import { notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import type { Place } from '../../location/place.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { notCovered } from './applications.ts';
import { readCursor, writeCursor } from './cursor.ts';
import {
  addressCount,
  articleFour,
  type LicenceRow,
  licenceCount,
  licencesIn,
  registersOf,
} from './hmo-register.query.ts';
import { lookIn } from './where.ts';

type Request = RequestOf<'planning.hmo_register'>;
type Response = ResponseOf<'planning.hmo_register'>;

const DAY_MS = 86_400_000;

export async function hmoRegister(request: Request, context: Context): Promise<Response> {
  const { query } = request;
  const radius_m = query.radius_m ?? 1000;
  const limit = query.limit ?? 50;
  const after = readCursor(query.cursor, 2);
  const place = await resolveLocation(context, query, { default_radius_m: radius_m });
  if (!context.loaded('hmo-register')) {
    throw notFound(
      'source_not_loaded',
      'No register of licensed shared houses is loaded: load hmo-register.',
      [{ field: null, issue: 'hmo-register is not loaded' }],
    );
  }
  const registers = place.local_authority_code
    ? await registersOf(context.db, place.local_authority_code)
    : [];
  if (registers.length === 0) {
    throw await notCovered(context, place.local_authority_code, 'registers of licensed shared houses');
  }
  const look = lookIn(context, place, radius_m);
  const filter = {
    today: context.today,
    status: query.status ?? 'active',
    licence_type: query.licence_type ?? 'any',
    expires_by:
      query.expiring_within_days === undefined
        ? null
        : new Date(Date.parse(context.today) + query.expiring_within_days * DAY_MS)
            .toISOString()
            .slice(0, 10),
  };
  const [rows, total, addresses, article_4] = await Promise.all([
    licencesIn(context.db, look.where, filter, look, { after, limit: limit + 1 }),
    licenceCount(context.db, look.where, filter),
    addressCount(context.db, look.where),
    articleFourAt(context, place),
  ]);
  const shownRows = rows.slice(0, limit);
  const last = rows.length > limit ? shownRows.at(-1) : undefined;
  context.warn(
    'not_proof_of_absence',
    null,
    'That a home is in no loaded register does not say that it is unlicensed.',
  );
  if (addresses === 0) {
    context.warn('not_recorded', 'summary.per_1000_dwellings', 'No addresses are known in this area.');
  }
  return {
    results: shownRows.map(shown),
    count: shownRows.length,
    total,
    next_cursor: last ? writeCursor([last.distance_m ?? 2147483647, last.id]) : null,
    summary: {
      count: total,
      per_1000_dwellings: addresses === 0 ? null : Math.round((10_000 * total) / addresses) / 10,
    },
    article_4,
    coverage: registers.map((row) => ({
      authority: { code: row.authority_code, name: row.authority_name },
      register: row.register,
      loaded: true as const,
      register_date: row.register_date,
      loaded_at: row.loaded_at.toISOString(),
      newest_licence: row.newest_licence,
    })),
    meta: context.meta({ sample_size: total, basis: 'register', geography: look.geography }),
  };
}

async function articleFourAt(context: Context, place: Place): Promise<boolean | null> {
  const warn = (reason: Schema<'NullReason'>, message: string) => {
    context.warn(reason, 'article_4', message);
    return null;
  };
  if (place.country !== 'England') {
    return warn('not_in_jurisdiction', 'Article 4 directions are mapped in England alone.');
  }
  if (!context.loaded('planning-data')) return warn('source_not_loaded', 'Load planning-data to know it.');
  if (place.uprn === null && place.postcode === null) {
    return warn('not_recorded', 'An area may lie in part under a direction: ask by uprn or postcode.');
  }
  const { inside, covered } = await articleFour(context.db, place, context.today);
  if (inside) return true;
  return covered
    ? false
    : warn('not_covered', 'The authority has no Article 4 areas in the loaded planning-data.');
}

function shown(row: LicenceRow): Schema<'HmoLicence'> {
  const { id: _, authority_code, authority_name, uprn, uprn_confidence, ...rest } = row;
  return {
    ...rest,
    authority: { code: authority_code, name: authority_name },
    uprn: uprn === null ? null : String(uprn),
    uprn_confidence: uprn_confidence === null ? null : Math.round(uprn_confidence * 1000) / 1000,
  };
}
