import type { Country } from '../country/model.ts';
import { placeIn, streetLine } from '../country/places.ts';
import { settlementOf } from '../country/shapes.ts';
import { csv, type Row } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

export const SCOTTISH_PRACTICES_HEADER = [
  'PracticeCode',
  'GPPracticeName',
  'PracticeListSize',
  'AddressLine1',
  'AddressLine2',
  'AddressLine3',
  'AddressLine4',
  'Postcode',
  'PracticeType',
  'GPCluster',
] as const;
export const SCOTTISH_HOSPITALS_HEADER = [
  'HospitalCode',
  'HospitalName',
  'AddressLine1',
  'AddressLine2',
  'Postcode',
  'HealthBoard',
] as const;

/** General practices and hospitals of Public Health Scotland, located only by postcode. */
export function nhsScotland(country: Country): DatasetFiles[] {
  const row = (key: string, along: number): [string, string] => {
    const place = placeIn(country, settlementOf(key), along, 0);
    return [streetLine(place), place.postcode.postcode];
  };
  const practices: Row[] = (
    [
      ['99801', 'Xarrick Medical Practice', 'xarrick', -200],
      ['99802', 'Thraxgate Surgery', 'xarrick', 300],
      ['99803', 'Inverxan Health Centre', 'inverxan', 0],
    ] as const
  ).map(([code, name, key, along], i) => {
    const [street, postcode] = row(key, along);
    return [code, name, 3100 + i * 900, name, street, '', '', postcode, '17J', 'X'];
  });
  const [street, postcode] = row('xarrick', 500);
  const hospitals: Row[] = [['X998H', 'Xarrick Cottage Hospital', street, 'Xarrick', postcode, 'S08999001']];
  return [
    oneFile(
      'nhs-scotland',
      'nhs-scotland/practice_contactdetails.csv',
      csv([SCOTTISH_PRACTICES_HEADER, ...practices]),
      practices.length,
    ),
    oneFile(
      'nhs-scotland',
      'nhs-scotland/current-hospitals.csv',
      csv([SCOTTISH_HOSPITALS_HEADER, ...hospitals]),
      hospitals.length,
    ),
  ];
}
