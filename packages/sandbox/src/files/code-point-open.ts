import { NATIONS } from '../country/geography.ts';
import type { Country, Postcode } from '../country/model.ts';
import { csv, type Row, typedCsv } from '../csv.ts';
import type { DatasetFiles, SandboxFile } from './file.ts';

export const CODE_POINT_HEADER = [
  ['PC', 'PQ', 'EA', 'NO', 'CY', 'RH', 'LH', 'CC', 'DC', 'WC'],
  [
    'Postcode',
    'Positional_quality_indicator',
    'Eastings',
    'Northings',
    'Country_code',
    'NHS_regional_HA_code',
    'NHS_HA_code',
    'Admin_county_code',
    'Admin_district_code',
    'Admin_ward_code',
  ],
] as const;

/** A folder with one headerless file per postcode area, and the column names in a file beside them. */
export function codePointOpen(country: Country): DatasetFiles[] {
  const live = country.postcodes.filter((entry) => entry.terminated === null);
  const files: SandboxFile[] = ['xe', 'xs', 'xw'].map((area) => {
    const rows = live
      .filter((entry) => entry.postcode.toLowerCase().startsWith(area))
      .sort((a, b) => (a.postcode < b.postcode ? -1 : 1))
      .map(fields);
    return { path: `code-point-open/Data/CSV/${area}.csv`, content: typedCsv(rows), rows: rows.length };
  });
  files.push({
    path: 'code-point-open/Doc/Code-Point_Open_Column_Headers.csv',
    content: csv(CODE_POINT_HEADER),
    rows: 0,
  });
  return [{ dataset: 'code-point-open', path: 'code-point-open', files }];
}

/** Quality 90 means that there is no position, and both coordinates are then 0. */
function fields(entry: Postcode): Row {
  const { authority, nation } = entry.settlement;
  const england = nation === 'England';
  return [
    entry.postcode,
    entry.hasPosition ? 10 : 90,
    entry.hasPosition ? entry.easting : 0,
    entry.hasPosition ? entry.northing : 0,
    NATIONS[nation].code,
    england ? 'E19999001' : '',
    england ? 'E18999001' : `${NATIONS[nation].letter}${nation === 'Wales' ? '11' : '08'}999001`,
    '',
    authority.code,
    authority.wardCode,
  ];
}
