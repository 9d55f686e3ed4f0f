import type { Country } from '../country/model.ts';
import { titleCase } from '../country/names.ts';
import { schools, streetLine } from '../country/places.ts';
import { csv, underHeader } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

export const SCHOOLS_SCOTLAND_HEADER = [
  'Seed Code',
  'LA Name',
  'Centre Type',
  'School Name',
  'Address Line 1',
  'Address Line 2',
  'Address Line 3',
  'Postcode',
  'Denomination',
  'Primary School',
  'Secondary School',
  'Special School',
  'Pupil roll',
  'Grid Easting',
  'Grid Northing',
] as const;

/** Scottish school contacts. No published file was at hand; the columns are those that its readers name. */
export function schoolsScotland(country: Country): DatasetFiles[] {
  const records = schools(country)
    .filter((school) => school.settlement.nation === 'Scotland')
    .map((school) => ({
      'Seed Code': 9_980_000 + school.serial,
      'LA Name': school.settlement.authority.name,
      'Centre Type': 'Local Authority',
      'School Name': school.name,
      'Address Line 1': streetLine(school),
      'Address Line 2': titleCase(school.settlement.town),
      Postcode: school.postcode.postcode,
      Denomination: 'Non Denominational',
      'Primary School': school.phase === 'Primary' ? 'Yes' : 'No',
      'Secondary School': school.phase === 'Secondary' ? 'Yes' : 'No',
      'Special School': 'No',
      'Pupil roll': school.serial % 4 === 0 ? '*' : school.pupils,
      'Grid Easting': Math.round(school.easting),
      'Grid Northing': Math.round(school.northing),
    }));
  const content = csv(underHeader(SCHOOLS_SCOTLAND_HEADER, records), '\r\n');
  return [
    oneFile('schools-scotland', 'schools-scotland/school-contact-details.csv', content, records.length),
  ];
}
