import type { Country } from '../country/model.ts';
import { placeIn, streetLine } from '../country/places.ts';
import { randomFor } from '../country/random.ts';
import { settlementOf } from '../country/shapes.ts';
import { quotedCsv, type Row } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

/** Settlement, name, status (A active, C closed, D dormant, P proposed) and prescribing setting (4 = GP practice). */
const PRACTICES: readonly (readonly [string, string, string, string])[] = [
  ['xanbury-centre', 'HARBOUR SURGERY', 'A', '4'],
  ['xanbury-centre', 'THRAXEL MEDICAL CENTRE', 'A', '4'],
  ['xanbury-centre', 'OLD NETLOFT SURGERY', 'C', '4'],
  ['xanbury-centre', 'XANBURY OUT OF HOURS', 'A', '1'],
  ['xanbury-north', 'MIXHOLT HEALTH CENTRE', 'A', '4'],
  ['xanbury-north', 'XANBURY NORTH WALK-IN', 'A', '2'],
  ['xelford', 'KEXBARN PRACTICE', 'A', '4'],
  ['xelford', 'XELFORD MARSH SURGERY', 'D', '4'],
  ['trexwyn', 'MEDDYGFA TREXWYN', 'A', '4'],
  ['llanxeri', 'MEDDYGFA LLANXERI', 'A', '4'],
];

/** General practices of England and Wales: 27 quoted columns, no header, no coordinates, capital letters. */
export function nhsOds(country: Country): DatasetFiles[] {
  const rows: Row[] = PRACTICES.map(([key, name, status, setting], i) => {
    const random = randomFor('practice', name);
    const place = placeIn(country, settlementOf(key), random.int(-500, 600), random.int(-220, 240));
    const wales = place.settlement.nation === 'Wales';
    // Real codes beginning with P end below 98.
    const commissioner = wales ? '7X9' : 'X9X';
    const row = Array.from({ length: 27 }, () => '');
    row[0] = `${wales ? 'W' : 'P'}998${String(i + 1).padStart(2, '0')}`;
    row[1] = name;
    row[2] = wales ? 'W00' : 'Y99';
    row[3] = wales ? 'Q99' : 'QX9';
    row[4] = 'THE HEALTH CENTRE';
    row[5] = streetLine(place).toUpperCase();
    row[6] = place.settlement.town;
    row[7] = place.settlement.authority.county;
    row[9] = place.postcode.postcode;
    row[10] = '19740401';
    row[11] = status === 'C' ? '20190331' : '';
    row[12] = status;
    row[13] = 'B';
    row[14] = commissioner;
    row[15] = '20130401';
    row[21] = '0';
    row[23] = commissioner;
    row[25] = setting;
    return row;
  });
  return [oneFile('nhs-ods', 'nhs-ods/epraccur.csv', quotedCsv(rows), rows.length)];
}
