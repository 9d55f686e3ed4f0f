import proj4 from 'proj4';
import { byCells } from './cells.ts';

/** EPSG:27700 with the seven Helmert parameters of EPSG 1314: accurate to about five metres. */
const BRITISH_NATIONAL_GRID =
  '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy ' +
  '+towgs84=446.448,-125.157,542.06,0.1502,0.247,0.8421,-20.4894 +units=m +no_defs';

const converter = proj4(BRITISH_NATIONAL_GRID, 'WGS84');

/** Longitude and latitude of grid metres, not rounded. */
export function degreesOf(easting: number, northing: number): [longitude: number, latitude: number] {
  return converter.forward([easting, northing]) as [number, number];
}

/** Grid metres of a longitude and latitude, not rounded. */
export function metresOf(longitude: number, latitude: number): [easting: number, northing: number] {
  return converter.inverse([longitude, latitude]) as [number, number];
}

/** `degreesOf` for the many corners of the shapes of a load: see `byCells`. */
export const degreesOfCorner = byCells(
  degreesOf,
  { minX: 0, minY: 0, maxX: 700_000, maxY: 1_300_000 },
  { width: 1000, height: 1000 },
);

/** `metresOf` for the many corners of the shapes of a load: see `byCells`. */
export const metresOfCorner = byCells(
  metresOf,
  { minX: -10, minY: 49, maxX: 3, maxY: 62 },
  { width: 0.015, height: 0.01 },
);

export interface Degrees {
  latitude: number;
  longitude: number;
}

/** British National Grid metres. */
export interface GridPoint {
  easting: number;
  northing: number;
}

/** WGS84 degrees of a point in British National Grid metres, to six decimals (a tenth of a metre). */
export function toDegrees(easting: number, northing: number): Degrees {
  const [longitude, latitude] = converter.forward([easting, northing]) as [number, number];
  return { latitude: sixDecimals(latitude), longitude: sixDecimals(longitude) };
}

/** British National Grid metres, to a tenth, of a point in WGS84 degrees. */
export function toGrid(latitude: number, longitude: number): GridPoint {
  const [easting, northing] = converter.inverse([longitude, latitude]) as [number, number];
  return { easting: Math.round(easting * 10) / 10, northing: Math.round(northing * 10) / 10 };
}

/** The grid's false origin lies in open sea, so a point this near to it stands for an unknown position. */
const NO_POSITION_WITHIN_M = 1000;

/** Whether a point lies within the grid's 700 by 1300 kilometres, away from its false origin. */
export function onGrid(easting: number | null, northing: number | null): boolean {
  if (easting === null || northing === null) return false;
  if (Math.abs(easting) < NO_POSITION_WITHIN_M && Math.abs(northing) < NO_POSITION_WITHIN_M) return false;
  return easting >= 0 && easting <= 700_000 && northing >= 0 && northing <= 1_300_000;
}

/**
 * Grid positions and degrees farther apart are two places. Rounding to three decimals or an older datum moves a point
 * by less.
 */
const ANOTHER_PLACE_M = 500;
/** A rougher conversion with larger cells: exact to centimetres, and Britain has few such cells. */
const roughMetresOf = byCells(
  metresOf,
  { minX: -10, minY: 49, maxX: 3, maxY: 62 },
  { width: 0.15, height: 0.1 },
);

/** Whether the grid position and the degrees of a record are two places, so that its position is not known. */
export function areApart(metres: GridPoint, degrees: Degrees): boolean {
  const [easting, northing] = roughMetresOf(degrees.longitude, degrees.latitude);
  return Math.hypot(easting - metres.easting, northing - metres.northing) > ANOTHER_PLACE_M;
}

/** The reason for refusing a record that is useless without a position. */
export const POSITIONS_DIFFER =
  'The easting and northing lie more than 500 metres from the latitude and longitude.';

function sixDecimals(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
