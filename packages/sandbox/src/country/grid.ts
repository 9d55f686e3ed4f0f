import proj4 from 'proj4';

/**
 * EPSG:27700 with the published seven-parameter Helmert shift; accurate to a few metres, like the open files.
 */
const BRITISH_NATIONAL_GRID =
  '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy ' +
  '+towgs84=446.448,-125.157,542.06,0.1502,0.247,0.8421,-20.4894 +units=m +no_defs';

const toDegrees = proj4(BRITISH_NATIONAL_GRID, 'WGS84');

/** Longitude and latitude in degrees of a point in British National Grid metres. */
export function toWgs84(easting: number, northing: number): { longitude: number; latitude: number } {
  const [longitude, latitude] = toDegrees.forward([easting, northing]) as [number, number];
  return { longitude: round(longitude, 7), latitude: round(latitude, 7) };
}

export function round(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}
