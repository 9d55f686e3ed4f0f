import type { Country } from '../country/model.ts';
import { csv, type Row } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

export const OS_OPEN_UPRN_HEADER = ['UPRN', 'X_COORDINATE', 'Y_COORDINATE', 'LATITUDE', 'LONGITUDE'] as const;

/** Ordnance Survey's points, by UPRN, with a byte order mark. Flats have their building's point. */
export function osOpenUprn(country: Country): DatasetFiles[] {
  const rows: Row[] = [...country.homes, ...country.buildings]
    .sort((a, b) => a.uprn - b.uprn)
    .map((place) => [place.uprn, place.easting, place.northing, place.latitude, place.longitude]);
  const stamp = country.today.slice(0, 7).replace('-', '');
  const content = `\uFEFF${csv([OS_OPEN_UPRN_HEADER, ...rows], '\r\n')}`;
  return [oneFile('os-open-uprn', `os-open-uprn/osopenuprn_${stamp}.csv`, content, rows.length)];
}
