import type { Country } from '../country/model.ts';
import { titleCase } from '../country/names.ts';
import { schools, streetLine } from '../country/places.ts';
import { csv, underHeader } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

export const SCHOOLS_WALES_HEADER = [
  'LA Code',
  'LA Name',
  'School Number',
  'School Name',
  'Sector',
  'Governance - see notes',
  'Welsh Medium Type - see notes',
  'School Type',
  'Religious Character',
  'Address 1',
  'Address 2',
  'Address 3',
  'Address 4',
  'Postcode',
  'Phone Number',
  'Pupils - see notes',
] as const;

/**
 * The Welsh address list of schools. No published file was available; the columns are those that programs reading it
 * use.
 */
export function schoolsWales(country: Country): DatasetFiles[] {
  const records = schools(country)
    .filter((school) => school.settlement.nation === 'Wales')
    .map((school) => ({
      'LA Code': 699,
      'LA Name': school.settlement.authority.name,
      'School Number': 6_990_000 + school.serial,
      'School Name': school.name,
      Sector: school.phase,
      'Governance - see notes': 'Community',
      'Welsh Medium Type - see notes': school.phase === 'Primary' ? 'Welsh' : 'Dual stream',
      'School Type': school.phase === 'Primary' ? 'Infants & Juniors' : 'Secondary (ages 11-18)',
      'Religious Character': '---',
      'Address 1': streetLine(school),
      'Address 2': titleCase(school.settlement.town),
      Postcode: school.postcode.postcode,
      'Pupils - see notes': school.pupils,
    }));
  const content = csv(underHeader(SCHOOLS_WALES_HEADER, records), '\r\n');
  return [oneFile('schools-wales', 'schools-wales/address-list-schools.csv', content, records.length)];
}
