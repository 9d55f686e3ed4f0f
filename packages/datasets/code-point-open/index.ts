import { delimiterOf, noRecords, sampleRecords } from '@domesday/files/header';
import { numberOf } from '@domesday/files/values';
import { type Degrees, type GridPoint, onGrid, toDegrees } from '@domesday/geography/grid';
import { columnTable, exactWidth } from '@domesday/loading/columns';
import { goneAuthorities } from '@domesday/loading/gone-authorities.query';
import { movedPostcodes, offGrid, outsideNation } from '@domesday/loading/moved-postcodes.query';
import { PART_COLUMN } from '@domesday/loading/repeated.query';
import { type DatasetModule, type Head, type Layout, type Refusal, SKIP } from '@domesday/loading/types';
import { areaCode, countryOfCode, postcodeOf, quoted } from '@domesday/loading/values';
import { publishCodePoint, replacedRows } from './publish.query.ts';
import { source } from './source.ts';

/** The ten columns of a file, which has no header. The publisher gives them in Doc/. */
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
const at = (column: string) => COLUMNS.indexOf(column);
const NO_POSITION = 90;
/** Codes of nations. Neighbouring columns hold codes of counties, wards and the health service. */
const NATION = /^[A-Z]92\d{6}$/;
const DISTRICT = /^[A-Z](0[6-9]|12)\d{6}$/;

/** Makes a reader of an area code: null for a blank; refuses the row if the code is of another kind of area. */
const codeOf =
  (what: string, form: RegExp) => (text: string | undefined, row: { refuse(reason: string): null }) => {
    const code = areaCode(text);
    return code === null || form.test(code)
      ? code
      : row.refuse(`${quoted(text)} is not the code of ${what}.`);
  };

interface Postcode {
  postcode: string;
  quality: number;
  point: (GridPoint & Degrees) | null;
}

/**
 * Code-Point Open: a folder or archive of one file per postcode area, without headers, ten columns: the postcode
 * of seven characters, padded in the middle. Quality 90 with coordinates 0 means that there is no position.
 */
const table = columnTable<undefined, Postcode>()(
  {
    postcode: { type: 'text not null', read: (_, row) => row.made.postcode },
    quality: { type: 'smallint not null', read: (_, row) => row.made.quality },
    easting: { type: 'integer', read: (_, row) => row.made.point?.easting ?? null },
    northing: { type: 'integer', read: (_, row) => row.made.point?.northing ?? null },
    country: { type: 'text', read: countryOfCode },
    country_code: { type: 'text', staging_only: true, read: codeOf('a nation', NATION) },
    district_code: { type: 'text', read: codeOf('a district', DISTRICT) },
    latitude: { type: 'double precision', read: (_, row) => row.made.point?.latitude ?? null },
    longitude: { type: 'double precision', read: (_, row) => row.made.point?.longitude ?? null },
    ...PART_COLUMN,
  },
  (row) => {
    const text = row.raw('postcode')!;
    const postcode = postcodeOf(text);
    if (postcode === null) return row.refuse(`"${text}" is not a postcode.`);
    const quality = numberOf(row.raw('quality'));
    if (quality === null || !Number.isInteger(quality) || quality < 0 || quality > 99)
      return row.refuse(
        `The positional quality ${quoted(row.raw('quality'))} is not a number of two digits.`,
      );
    const [easting, northing] = [numberOf(row.raw('easting')), numberOf(row.raw('northing'))];
    if (easting === null || northing === null) return row.refuse('The coordinates are not numbers.');
    const placed = quality !== NO_POSITION && onGrid(easting, northing);
    const point = placed
      ? { easting: Math.round(easting), northing: Math.round(northing), ...toDegrees(easting, northing) }
      : null;
    return { postcode, quality, point };
  },
);

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  comparedWhole: true,
  wholeFile: { key: ['postcode'] },
  maxFieldChars: 200,
  maxRecordChars: 2000,
  staging: table.staging,
  nullRates: { easting: 0.02, country: 0.001, district_code: 0.02 },
  recognise,
  replacedRows,
  check: async (staged) => [
    ...(await goneAuthorities(staged, { table: 'code_point_postcodes', column: 'district_code' })),
    ...(await offGrid(staged, NO_POSITION)),
    ...(await movedPostcodes(staged)),
    ...(await outsideNation(staged)),
  ],
  publish: (staged) => publishCodePoint(staged, table.served),
};

function recognise(head: Head): Layout | Refusal {
  const delimiter = delimiterOf(head.text);
  const sample = sampleRecords(head.text, 20, delimiter);
  if (!sample.some(isRow)) {
    const layout = `Code-Point Open has the ten columns ${COLUMNS.join(', ')}, without a header.`;
    return noRecords(head.text, [COLUMNS.length], layout, COLUMNS);
  }
  const layout = table.layout({
    name: 'ten columns, no header',
    at: {
      postcode: at('Postcode'),
      quality: at('Positional_quality_indicator'),
      easting: at('Eastings'),
      northing: at('Northings'),
      country: at('Country_code'),
      country_code: at('Country_code'),
      district_code: at('Admin_district_code'),
      latitude: -1,
      longitude: -1,
      part: -1,
    },
    dataOffset: 0,
    firstLine: 1,
    delimiter,
    file: undefined,
    fits: exactWidth(COLUMNS.length),
  });
  // Some redistributors add the header of Doc/ to the data.
  const map: Layout['map'] = (fields, row) =>
    /^(PC|Postcode)$/i.test(fields[0]!) ? SKIP : layout.map(fields, row);
  return { ...layout, map };
}

function isRow(fields: string[]): boolean {
  return (
    fields.length === COLUMNS.length && postcodeOf(fields[0]) !== null && /^\d{1,2}$/.test(fields[1] ?? '')
  );
}
