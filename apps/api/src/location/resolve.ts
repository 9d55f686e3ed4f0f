import {
  normaliseOutcode,
  normalisePostcode,
  normaliseSector,
  outcodeOf,
  sectorOf,
} from '@domesday/addresses';
import { toDegrees, toGrid } from '@domesday/geography/grid';
import { authorityCodes } from '@domesday/loading/authority-codes';
import { POINT_RADIUS_M } from '../http/check/canonical-request.ts';
import { ApiError, notFound, unprocessable } from '../http/errors.ts';
import type { Context } from '../http/handler.ts';
import { releaseCache } from '../http/meta/release-cache.ts';
import { isOutside, outsideBritain } from './outside.ts';
import { authorityOf, type Country, type Place } from './place.ts';
import { middleOf, polygonOnGrid } from './polygon.ts';
import {
  authorityNames,
  authorityPlace,
  type CodeAreaRow,
  codeArea,
  nearestPostcode,
  type PostcodeRow,
  postcodeRow,
  uprnRow,
} from './resolve.query.ts';
import { unknownHome } from './unknown-home.ts';

/** The location parameters that area operations share, as validated. */
interface LocationQuery {
  uprn?: string | undefined;
  postcode?: string | undefined;
  outcode?: string | undefined;
  lat?: number | undefined;
  lng?: number | undefined;
  radius_m?: number | undefined;
  polygon?: unknown;
  /** Code of an authority. Not a parameter of the API: only the portal's own pages use it. */
  local_authority?: string | undefined;
}

interface LocationOptions {
  default_radius_m?: number;
  /**
   * Whether an outcode or a polygon is allowed, as in nearly all operations. Not if the operation concerns a single
   * home.
   */
  areas?: boolean;
}

/**
 * Metres within which a point belongs to the nation of its nearest postcode. A point farther away lies in no covered
 * nation.
 */
export function reachOf(country: Country | null): number {
  return country === 'Scotland' ? 25_000 : 5000;
}
const codeAreas = releaseCache<CodeAreaRow | null>();
const authorities = releaseCache<ReadonlyMap<string, string>>();

/**
 * Turns the one location input into a place. Throws 400 `location_required`, 422 `multiple_locations`, 404
 * `uprn_not_found`, `postcode_not_found`, `postcode_terminated`, `not_in_jurisdiction` or `source_not_loaded`.
 */
export async function resolveLocation(
  context: Context,
  query: LocationQuery,
  options: LocationOptions = {},
): Promise<Place> {
  const place = await placeOf(context, query, options);
  const names = await authorities(context, 'all', async () => {
    const rows = await authorityNames.rows(context.db);
    return new Map(rows.map(({ code, name }) => [code, name]));
  });
  const named = { ...place, local_authority_name: names.get(place.local_authority_code ?? '') ?? null };
  return place.level === 'local_authority' ? authorityOf(named) : named;
}

async function placeOf(context: Context, query: LocationQuery, options: LocationOptions): Promise<Place> {
  if (query.local_authority !== undefined) return placeOfAuthority(context, query.local_authority);
  checkExactlyOne(query, options);
  if (query.polygon !== undefined) context.ignore('radius_m', 'the polygon bounds the area');
  else if (query.lat === undefined && options.default_radius_m === undefined)
    context.ignore('radius_m', 'it is the radius around lat and lng');
  if (query.uprn !== undefined) return placeOfUprn(context, query.uprn);
  if (query.postcode !== undefined) return placeOfPostcode(context, query.postcode);
  if (query.outcode !== undefined) return placeOfOutcode(context, query.outcode);
  if (query.polygon !== undefined) return placeOfPolygon(context, query.polygon);
  return placeOfPoint(
    context,
    query.lat!,
    query.lng!,
    query.radius_m ?? options.default_radius_m ?? POINT_RADIUS_M,
  );
}

/** The same for an operation whose location is optional: null if none is given. */
export async function resolveOptionalLocation(context: Context, query: LocationQuery): Promise<Place | null> {
  if (givenInputs(query).length > 0) return resolveLocation(context, query);
  context.ignore('radius_m', 'no place is given');
  return null;
}

function givenInputs(query: LocationQuery): string[] {
  const given: string[] = [];
  for (const name of ['uprn', 'postcode', 'outcode', 'polygon'] as const)
    if (query[name] !== undefined) given.push(name);
  if (query.lat !== undefined || query.lng !== undefined) given.push('lat and lng');
  return given;
}

function checkExactlyOne(query: LocationQuery, { areas = true }: LocationOptions): void {
  const given = givenInputs(query);
  if (given.length === 0) {
    throw new ApiError(
      400,
      'location_required',
      areas
        ? 'Give exactly one location: uprn, postcode, outcode, lat with lng, or polygon.'
        : 'Give exactly one location: uprn, postcode, or lat with lng.',
      {
        details: [{ field: null, issue: 'no location is given' }],
      },
    );
  }
  if (given.length > 1) {
    throw unprocessable(
      'multiple_locations',
      `Give exactly one location, not ${given.join(' and ')}.`,
      given.map((name) => ({ field: name, issue: 'is one of several locations' })),
    );
  }
  if ((query.lat === undefined) !== (query.lng === undefined)) {
    const field = query.lat === undefined ? 'lat' : 'lng';
    throw new ApiError(
      400,
      'missing_parameter',
      `The parameter "${field}" is required with the other coordinate.`,
      {
        details: [{ field, issue: 'is required with the other coordinate' }],
      },
    );
  }
}

async function placeOfUprn(context: Context, text: string): Promise<Place> {
  const uprn = Number(text);
  const row = await uprnRow.first(context.db, { uprn });
  if (!row) {
    throw await unknownHome(context.db, uprn);
  }
  if (isOutside(row.postcode)) throw outsideBritain('uprn');
  const { position_source, ...home } = row;
  if (position_source === 'postcode')
    context.warn(
      'measured_from_middle',
      null,
      `No loaded source gives the position of UPRN ${uprn}: areas and distances are measured from the middle of its postcode ${row.postcode}.`,
    );
  return {
    ...nowhere,
    ...home,
    level: 'uprn',
    label: `UPRN ${uprn}`,
    sector: sectorOf(row.postcode),
    outcode: outcodeOf(row.postcode),
  };
}

async function placeOfPostcode(context: Context, text: string): Promise<Place> {
  const postcode = normalisePostcode(text);
  if (!postcode) return placeOfPart(context, text);
  if (isOutside(postcode)) throw outsideBritain('postcode');
  const row = await postcodeRow.first(context.db, { postcode });
  if (!row) throw await unknownPostcode(context, postcode, 'postcode');
  if (row.terminated_on) {
    throw notFound(
      'postcode_terminated',
      `The postcode ${postcode} was withdrawn on ${row.terminated_on}. Use its successor, or coordinates.`,
      [{ field: 'postcode', issue: `was withdrawn on ${row.terminated_on}` }],
    );
  }
  return { ...nowhere, ...row, level: 'postcode', label: postcode };
}

/**
 * An outcode or a sector given as a postcode. Without a space it is tried as an outcode first, since SE15 usually
 * means the outcode; if it could be a sector as well, a warning says which was taken.
 */
async function placeOfPart(context: Context, text: string): Promise<Place> {
  const outcode = normaliseOutcode(text);
  const sector = normaliseSector(text);
  const known = async (code: string, of: string | null) =>
    (await codeAreas(context, of ?? code, () => codeArea(context.db, code, of))) !== null;
  if (outcode && (await known(outcode, null))) {
    if (sector && (await known(sector.split(' ')[0]!, sector))) {
      context.warn(
        'read_as_outcode',
        'postcode',
        `${outcode} was read as the outcode. The sector is postcode=${sector}, with its space.`,
      );
    }
    return placeOfCode(context, outcode, null, 'postcode');
  }
  if (sector) return placeOfCode(context, sector.split(' ')[0]!, sector, 'postcode');
  if (outcode) return placeOfCode(context, outcode, null, 'postcode');
  throw unprocessable(
    'invalid_parameter',
    'The postcode has not the form of a UK postcode or a part of one.',
    [
      {
        field: 'postcode',
        issue: 'must be a postcode such as XE1 2AB, a sector such as XE1 2 or an outcode',
      },
    ],
  );
}

async function placeOfOutcode(context: Context, text: string): Promise<Place> {
  const outcode = normaliseOutcode(text);
  if (!outcode) {
    throw unprocessable(
      'invalid_parameter',
      'The outcode has not the form of the first half of a postcode.',
      [{ field: 'outcode', issue: 'must be an outcode such as XE1' }],
    );
  }
  return placeOfCode(context, outcode, null, 'outcode');
}

async function placeOfCode(
  context: Context,
  outcode: string,
  sector: string | null,
  field: string,
): Promise<Place> {
  if (isOutside(outcode)) throw outsideBritain(field);
  const area = await codeAreas(context, sector ?? outcode, () => codeArea(context.db, outcode, sector));
  if (!area) throw await unknownPostcode(context, sector ?? outcode, field);
  return {
    ...nowhere,
    ...area,
    level: sector ? 'sector' : 'outcode',
    label: sector ?? outcode,
    outcode,
    sector,
  };
}

async function placeOfAuthority(context: Context, code: string): Promise<Place> {
  for (const own of [code, ...authorityCodes(code).filter((other) => other !== code)]) {
    const area = await authorityPlace.first(context.db, { code: own });
    if (!area) continue;
    const { postcodes: _, ...place } = area;
    return { ...nowhere, ...place, level: 'local_authority', label: own, local_authority_code: own };
  }
  throw await unknownPostcode(context, code, null);
}

async function placeOfPolygon(context: Context, polygon: unknown): Promise<Place> {
  const rings = polygonOnGrid((polygon as { coordinates: number[][][] }).coordinates);
  const [easting, northing] = middleOf(rings[0]!);
  return { ...(await placeAround(context, easting, northing)), level: 'polygon', label: 'polygon', rings };
}

async function placeOfPoint(context: Context, lat: number, lng: number, radius_m: number): Promise<Place> {
  const { easting, northing } = toGrid(lat, lng);
  const place = await placeAround(context, easting, northing);
  return {
    ...place,
    latitude: lat,
    longitude: lng,
    level: 'radius',
    label: `${radius_m} m around ${lat}, ${lng}`,
    radius_m,
  };
}

/**
 * A point with the nation and authority of its nearest postcode; both null if no postcodes are loaded. Throws 404
 * `not_in_jurisdiction` if that postcode is too far away: the point lies at sea, abroad, or where no postcodes are
 * loaded.
 */
async function placeAround(context: Context, easting: number, northing: number): Promise<Place> {
  const nearest = await nearestPostcode.first(context.db, { easting, northing });
  if (nearest) mustBeNear(nearest, easting, northing);
  return {
    ...nowhere,
    country: nearest?.country ?? null,
    local_authority_code: nearest?.local_authority_code ?? null,
    sector: nearest?.sector ?? null,
    outcode: nearest?.outcode ?? null,
    ...toDegrees(easting, northing),
    easting,
    northing,
  };
}

function mustBeNear(near: PostcodeRow, easting: number, northing: number): void {
  if (isOutside(near.postcode)) throw outsideBritain(null);
  const distance_m = Math.hypot(near.easting! - easting, near.northing! - northing);
  const reach_m = reachOf(near.country);
  if (distance_m <= reach_m) return;
  throw notFound(
    'not_in_jurisdiction',
    `The place lies ${Math.round(distance_m / 1000)} km from ${near.postcode}, the nearest postcode that is loaded: at sea, outside England, Wales and Scotland, or where the operator has loaded no postcodes.`,
    [{ field: null, issue: `the place is farther than ${reach_m / 1000} km from any loaded postcode` }],
  );
}

const nowhere: Place = {
  level: 'postcode',
  label: '',
  country: null,
  uprn: null,
  postcode: null,
  sector: null,
  outcode: null,
  local_authority_code: null,
  local_authority_name: null,
  easting: null,
  northing: null,
  latitude: null,
  longitude: null,
  radius_m: null,
  rings: null,
};

async function unknownPostcode(context: Context, code: string, field: string | null): Promise<ApiError> {
  if (!context.loaded('code-point-open') && !context.loaded('onspd')) {
    return notFound('source_not_loaded', 'No postcode directory is loaded: load code-point-open or onspd.', [
      { field, issue: 'cannot be looked up' },
    ]);
  }
  return notFound('postcode_not_found', `${code} is in no loaded postcode directory.`, [
    { field, issue: 'is not known here' },
  ]);
}
