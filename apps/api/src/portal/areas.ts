import { normaliseOutcode } from '@domesday/addresses';
import { toDegrees } from '@domesday/geography/grid';
import { authorityCodes } from '@domesday/loading/authority-codes';
import express, { type Router } from 'express';
import { authorityName } from '../domains/planning/applications.query.ts';
import { notFound } from '../http/errors.ts';
import type { Clock } from '../http/handler.ts';
import { localsOf } from '../http/locals.ts';
import { BE_A_DISTRICT_CODE, isAuthorityCode, isDistrictCode } from '../location/authority-code.ts';
import { isOutside, outsideBritain } from '../location/outside.ts';
import {
  anySectorPrices,
  areaAccuracy,
  authorityIndex,
  authorityOutcodes,
  outcodeSummary,
  sectorPrices,
} from './areas.query.ts';

const YEARS = 10;

/**
 * Data that the page of an area needs besides the API's answers: the sectors of an outcode, or the outcodes and index
 * of an authority.
 */
export function areaRoutes(clock: Clock): Router {
  const router = express.Router({ caseSensitive: true });
  router.get('/areas/:code', async (req, res) => {
    const { db } = localsOf(res).source!;
    const code = String(req.params.code).toUpperCase();
    const outcode = normaliseOutcode(code);
    const { priced } = await anySectorPrices.one(db);
    if (outcode !== null) {
      if (isOutside(outcode)) throw outsideBritain(null);
      const [authorities, sectors] = await Promise.all([
        outcodeSummary.rows(db, { outcode }),
        sectorPrices.rows(db, { outcode }),
      ]);
      if (authorities.length === 0) throw unknown(code);
      return void res.json({
        kind: 'outcode',
        priced,
        authorities: authorities.map(({ code, name }) => ({ code, name })),
        centre: centreOf(authorities),
        bounds: boundsOf(sectors.map(({ position }) => position)),
        sectors: sectors.map(({ sector, n, median }) => ({ sector, n, median })),
      });
    }
    if (!isAuthorityCode(code)) throw unknown(code);
    const now = clock.now();
    const since = `${now.getUTCFullYear() - YEARS}-01-01`;
    const [name, outcodes, index] = await Promise.all([
      authorityName.first(db, { code }),
      authorityOutcodes.rows(db, { code }),
      authorityIndex.rows(db, { codes: authorityCodes(code), since }),
    ]);
    if (outcodes.length === 0 && index.length === 0) throw unknown(code);
    res.json({
      kind: 'authority',
      priced,
      name: name?.name ?? index[0]?.area_name ?? code,
      centre: centreOf(outcodes),
      bounds: boundsOf(
        outcodes.flatMap(({ easting: x, northing: y }) => (x === null || y === null ? [] : [{ x, y }])),
      ),
      outcodes: outcodes.map(({ outcode, postcodes, median, n }) => ({ outcode, postcodes, median, n })),
      index: index.map(({ area_name: _, ...row }) => row),
    });
  });
  router.get('/areas/:code/accuracy', async (req, res) => {
    const area = normaliseOutcode(String(req.params.code));
    if (area === null) throw notFound('unknown_path', 'Accuracy is measured by outcode.');
    const { fitted, found, accuracy } = await areaAccuracy.one(localsOf(res).source!.db, { area });
    const methods = Object.entries(accuracy ?? {});
    res.json({
      // An area fitted by an earlier version has settings without this measure; before any build no area has settings.
      measured: found ? accuracy !== null : fitted,
      methods: methods.map(([method, measured]) => ({ method, ...measured })),
    });
  });
  return router;
}

/** The centre of the first (largest) part that has a position; null if none has. */
function centreOf(parts: { easting: number | null; northing: number | null }[]): object | null {
  const part = parts.find(({ easting }) => easting !== null);
  if (!part) return null;
  const { latitude, longitude } = toDegrees(part.easting!, part.northing!);
  return { lat: latitude, lng: longitude };
}

/** South-west and north-east corners of the box around the points, in degrees; null without points. */
function boundsOf(points: { x: number; y: number }[]): [lng: number, lat: number][] | null {
  if (points.length === 0) return null;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return [Math.min, Math.max].map((most) => {
    const { latitude, longitude } = toDegrees(most(...xs), most(...ys));
    return [longitude, latitude];
  });
}

function unknown(code: string) {
  // No postcode has the code of a county, a region or a nation.
  if (isAuthorityCode(code) && !isDistrictCode(code))
    return notFound('unknown_path', `${code} is not ${BE_A_DISTRICT_CODE}.`);
  return notFound(
    'not_covered',
    `No loaded postcode lies in ${code}. Load a postcode dataset that covers it.`,
  );
}
