import { sampleRecords } from '@domesday/files/header';
import { numberOf } from '@domesday/files/values';
import { onGrid, toDegrees } from '@domesday/geography/grid';
import {
  type DatasetModule,
  type Head,
  type Layout,
  type MapOutcome,
  type Refusal,
  SKIP,
} from '@domesday/loading/types';
import { areaCode, countryOfCode, postcodeOf } from '@domesday/loading/values';
import { publishCodePoint, replacedRows } from './publish.query.ts';
import { source } from './source.ts';

/**
 * Code-Point Open: a folder or archive of one file per postcode area, without headers (they lie in Doc/), ten
 * columns: Postcode (seven characters, padded in the middle), Positional_quality_indicator, Eastings,
 * Northings, Country_code, NHS_regional_HA_code, NHS_HA_code, Admin_county_code, Admin_district_code,
 * Admin_ward_code. Quality 90 with coordinates 0 means that there is no position.
 */
const COLUMNS = [
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
];
const NO_POSITION = 90;

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  maxFieldChars: 200,
  maxRecordChars: 2000,
  staging: [
    { name: 'postcode', type: 'text not null' },
    { name: 'quality', type: 'smallint not null' },
    { name: 'easting', type: 'integer' },
    { name: 'northing', type: 'integer' },
    { name: 'country', type: 'text' },
    { name: 'district_code', type: 'text' },
    { name: 'latitude', type: 'double precision' },
    { name: 'longitude', type: 'double precision' },
  ],
  nullRates: { easting: 0.02, country: 0.001, district_code: 0.02 },
  recognise,
  replacedRows,
  publish: publishCodePoint,
};

function recognise(head: Head): Layout | Refusal {
  const sample = sampleRecords(head.text, 20);
  if (sample.some(isRow)) return { name: 'ten columns, no header', dataOffset: 0, firstLine: 1, map };
  return {
    refused: `it has ${sample[0]?.length ?? 0} columns, where Code-Point Open has the ten columns ${COLUMNS.join(', ')}, without a header.`,
    missing: COLUMNS,
  };
}

function isRow(fields: string[]): boolean {
  return (
    fields.length === COLUMNS.length && postcodeOf(fields[0]) !== null && /^\d{1,2}$/.test(fields[1] ?? '')
  );
}

function map(fields: string[], row: (string | number | null | boolean)[]): MapOutcome {
  // Some redistributors put the header of Doc/ on top of the data.
  if (/^(PC|Postcode)$/i.test(fields[0]!)) return SKIP;
  if (fields.length !== COLUMNS.length) return `The row has ${fields.length} columns, not ${COLUMNS.length}.`;
  const postcode = postcodeOf(fields[0]);
  if (postcode === null) return `"${fields[0]}" is not a postcode.`;
  const quality = numberOf(fields[1]);
  if (quality === null || !Number.isInteger(quality) || quality < 0 || quality > 99) {
    return `The positional quality "${fields[1]}" is not a number of two digits.`;
  }
  const easting = numberOf(fields[2]);
  const northing = numberOf(fields[3]);
  if (easting === null || northing === null) return 'The coordinates are not numbers.';
  const placed = quality !== NO_POSITION && onGrid(easting, northing);
  const degrees = placed ? toDegrees(easting, northing) : null;
  row[0] = postcode;
  row[1] = quality;
  row[2] = placed ? Math.round(easting) : null;
  row[3] = placed ? Math.round(northing) : null;
  row[4] = countryOfCode(fields[4]);
  row[5] = areaCode(fields[8]);
  row[6] = degrees?.latitude ?? null;
  row[7] = degrees?.longitude ?? null;
  return null;
}
