import { smallAreas } from '../country/areas.ts';
import type { Country } from '../country/model.ts';
import { csv, type Row } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

export const AREA_CHANGES_HEADER = [
  'LSOA11CD',
  'LSOA11NM',
  'LSOA21CD',
  'LSOA21NM',
  'CHGIND',
  'LAD22CD',
  'LAD22NM',
  'LAD22NMW',
  'ObjectId',
] as const;

/** Small areas of 2011 and their counterparts of 2021, England and Wales, with a byte order mark. */
export function areaChanges(country: Country): DatasetFiles[] {
  const rows: Row[] = smallAreas(country)
    .filter((area) => area.nation !== 'Scotland')
    .map((area, i) => [
      area.code,
      area.name,
      area.code,
      area.name,
      'U',
      area.authority.code,
      area.authority.name,
      '',
      i + 1,
    ]);
  const content = `\uFEFF${csv([AREA_CHANGES_HEADER, ...rows], '\r\n')}`;
  return [oneFile('area-changes', 'area-changes/LSOA11_LSOA21_LAD22_EW_LU.csv', content, rows.length)];
}
