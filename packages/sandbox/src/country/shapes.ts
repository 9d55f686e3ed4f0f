import { SETTLEMENTS, type Settlement } from './geography.ts';
import { round, toWgs84 } from './grid.ts';

/** A closed ring of British National Grid points. */
export type Ring = (readonly [easting: number, northing: number])[];

export function settlementOf(key: string): Settlement {
  return SETTLEMENTS.find((settlement) => settlement.key === key)!;
}

/** A point given in metres along and across the streets of a settlement. */
export function pointIn(settlement: Settlement, along: number, across: number): readonly [number, number] {
  const cos = Math.cos(settlement.bearing);
  const sin = Math.sin(settlement.bearing);
  return [
    round(settlement.easting + along * cos - across * sin, 2),
    round(settlement.northing + along * sin + across * cos, 2),
  ];
}

/** The box between two corners given along and across the streets, so that its edges cross streets. */
export function boxIn(
  settlement: Settlement,
  from: readonly [number, number],
  to: readonly [number, number],
): Ring {
  return [
    pointIn(settlement, from[0], from[1]),
    pointIn(settlement, to[0], from[1]),
    pointIn(settlement, to[0], to[1]),
    pointIn(settlement, from[0], to[1]),
    pointIn(settlement, from[0], from[1]),
  ];
}

/** Whether a point lies in a ring, by the even-odd rule. */
export function contains(ring: Ring, easting: number, northing: number): boolean {
  let within = false;
  for (let i = 1; i < ring.length; i += 1) {
    const [[x1, y1], [x2, y2]] = [ring[i - 1]!, ring[i]!];
    if (y1 > northing !== y2 > northing && easting < ((x2 - x1) * (northing - y1)) / (y2 - y1) + x1) {
      within = !within;
    }
  }
  return within;
}

export function degrees(ring: Ring): [number, number][] {
  return ring.map(([easting, northing]) => {
    const { longitude, latitude } = toWgs84(easting, northing);
    return [round(longitude, 6), round(latitude, 6)];
  });
}

/** Well-known text in longitude and latitude with six decimals. */
export function multiPolygonWkt(rings: readonly Ring[]): string {
  const polygons = rings.map(
    (ring) =>
      `((${degrees(ring)
        .map(([lon, lat]) => `${lon.toFixed(6)} ${lat.toFixed(6)}`)
        .join(',')}))`,
  );
  return `MULTIPOLYGON (${polygons.join(',')})`;
}

export function pointWkt(easting: number, northing: number): string {
  const { longitude, latitude } = toWgs84(easting, northing);
  return `POINT(${longitude.toFixed(6)} ${latitude.toFixed(6)})`;
}

export interface Feature {
  properties: Record<string, string | number | null>;
  /** Rings of a polygon; a point if there is only one pair. */
  ring: Ring;
}

/** GeoJSON in longitude and latitude, one feature to a line, as the publishers' exports are. */
export function featureCollection(features: readonly Feature[], name: string): string {
  const lines = features.map(({ properties, ring }) => {
    const coordinates = degrees(ring);
    const geometry =
      coordinates.length === 1
        ? { type: 'Point', coordinates: coordinates[0] }
        : { type: 'Polygon', coordinates: [coordinates] };
    return JSON.stringify({ type: 'Feature', properties, geometry });
  });
  const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } };
  return `{"type":"FeatureCollection","name":${JSON.stringify(name)},"crs":${JSON.stringify(crs)},"features":[\n${lines.join(',\n')}\n]}\n`;
}
