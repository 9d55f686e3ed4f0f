import type { Country } from '../country/model.ts';
import { titleCase } from '../country/names.ts';
import { schools, streetLine } from '../country/places.ts';
import { csv, underHeader } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

export const SCHOOLS_SCOTLAND_HEADER = [
  'SeedCode',
  'SchoolName',
  'LAName',
  'CentreType',
  'SchoolType',
  'Address1',
  'Address2',
  'Address3',
  'PostCode',
  'Denomination',
  'PupilRoll',
  'XCoord',
  'YCoord',
] as const;

/**
 * The Scottish school roll with locations. A school with several departments has a row for each under one code. No
 * published file was available; the columns are those that programs reading it use.
 */
export function schoolsScotland(country: Country): DatasetFiles[] {
  const records = schools(country)
    .filter((school) => school.settlement.nation === 'Scotland')
    .flatMap((school) => {
      const row = {
        SeedCode: 9_980_000 + school.serial,
        SchoolName: school.name,
        LAName: school.settlement.authority.name,
        CentreType: 'Local Authority',
        SchoolType: school.phase,
        Address1: streetLine(school),
        Address2: titleCase(school.settlement.town),
        PostCode: school.postcode.postcode,
        Denomination: 'Non Denominational',
        PupilRoll: school.serial % 4 === 0 ? '*' : school.pupils,
        XCoord: Math.round(school.easting),
        YCoord: Math.round(school.northing),
      };
      return school.phase === 'Secondary' ? [row, { ...row, SchoolType: 'Special', PupilRoll: 24 }] : [row];
    });
  const content = csv(underHeader(SCHOOLS_SCOTLAND_HEADER, records), '\r\n');
  return [
    oneFile('schools-scotland', 'schools-scotland/school-roll-and-locations.csv', content, records.length),
  ];
}
