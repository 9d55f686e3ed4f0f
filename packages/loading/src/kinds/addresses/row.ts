import { numberOf } from '@domesday/files/values';
import { areApart, onGrid, toDegrees, toGrid } from '@domesday/geography/grid';
import { postcodeAtEnd } from '../../values.ts';

const NOWHERE = { easting: null, northing: null, latitude: null, longitude: null };

/**
 * A position in metres and in degrees, from whichever the file has. All four are null if it has neither, or has both
 * and they are of two places.
 */
export function placeOf(
  eastingText: string | undefined,
  northingText: string | undefined,
  latitudeText: string | undefined,
  longitudeText: string | undefined,
) {
  let easting = numberOf(eastingText);
  let northing = numberOf(northingText);
  let latitude = numberOf(latitudeText);
  let longitude = numberOf(longitudeText);
  if (!onGrid(easting, northing)) {
    easting = null;
    northing = null;
  }
  const inBritain =
    latitude !== null &&
    longitude !== null &&
    latitude > 49 &&
    latitude < 61.5 &&
    longitude > -9 &&
    longitude < 2.5;
  if (!inBritain) {
    latitude = null;
    longitude = null;
  }
  if (
    easting !== null &&
    latitude !== null &&
    areApart({ easting, northing: northing! }, { latitude, longitude: longitude! })
  )
    return NOWHERE;
  if (easting !== null && latitude === null) ({ latitude, longitude } = toDegrees(easting, northing!));
  if (easting !== null || latitude === null) return { easting, northing, latitude, longitude };
  const grid = toGrid(latitude, longitude!);
  return onGrid(grid.easting, grid.northing) ? { ...grid, latitude, longitude } : NOWHERE;
}

/** An address in capitals with its postcode at the end, the form of all stored addresses. */
export function withPostcode(text: string, postcode: string): string {
  const given = text.toUpperCase();
  if (given.length > postcode.length + 2 && given.endsWith(`, ${postcode}`)) return given;
  const end = postcodeAtEnd(given);
  const bare = end?.postcode === postcode ? end.before : given.replace(/(?<![\s,.])[\s,.]+$/, '');
  return bare === '' ? postcode : `${bare}, ${postcode}`;
}
