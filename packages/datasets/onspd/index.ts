import { cleanText, numberOf } from '@domesday/files/values';
import { areApart, type Degrees, type GridPoint, onGrid, toDegrees } from '@domesday/geography/grid';
import { columnTable, exactWidth, type RowReader } from '@domesday/loading/columns';
import { goneAuthorities } from '@domesday/loading/gone-authorities.query';
import { movedPostcodes, outsideNation } from '@domesday/loading/moved-postcodes.query';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { areaCode, countryOfCode, postcodeOf, quoted } from '@domesday/loading/values';
import { publishOnspd, replacedRows } from './publish.query.ts';
import { source } from './source.ts';

const NO_GRID_REFERENCE = '9';
const COUNTRY = ['ctry', /^ctry\d\dcd$/, /^country_code/];

interface Postcode {
  postcode: string;
  country: string | null;
  point: (GridPoint & Degrees) | null;
}
type Before = 'lsoa_before' | 'msoa_before' | 'area_before';
type Row = Pick<RowReader<Before, undefined, Postcode>, 'raw' | 'made' | 'refuse'>;

/** The form of codes in Great Britain. Codes elsewhere have other forms, and some are older. */
const GREAT_BRITAIN_CODE = /^[EWS]\d{8}$/;
const AUTHORITY = /^(E0[6-9]|W06|S12)/;
const LSOA = /^.01/;
const MSOA = /^.02/;
const COUNTRIES = /^([ENSW]92|L93|M83)/;

/**
 * Makes a reader of an area code. Refuses the row if the code is of another kind of area: its values stand in the wrong
 * columns.
 */
const codeOf = (what: string, form: RegExp) => (text: string | undefined, row: Pick<Row, 'refuse'>) => {
  const code = areaCode(text);
  return code === null || form.test(code) || !GREAT_BRITAIN_CODE.test(code)
    ? code
    : row.refuse(`${quoted(text)} is not the code of ${what}.`);
};

/**
 * Makes a reader of a small area's code that falls back on the code of 2011 in Scotland: editions before 2024 lack the
 * Scottish areas of 2022.
 */
const either =
  (before: Before, read: (text: string | undefined, row: Row) => string | null) =>
  (text: string | undefined, row: Row) =>
    read(text, row) ?? (row.made.country === 'Scotland' ? read(row.raw(before), row) : null);

/**
 * The ONS Postcode Directory, by column name: the layout to 2024 (pcds, oslaua, oseast1m, ctry …) and the one whose
 * column names contain a year (lad25cd, east1m, ctry25cd …), and the portal's own export, whose columns have titles
 * (`Local Authority District Code (2025)`). It includes terminated postcodes. Codes such as S99999999
 * and the latitude 99.999999 mean that there is none. Postcodes of Northern Ireland, the Channel Islands and the Isle
 * of Man are stored without country and position: they lie outside Great Britain, and Northern Irish coordinates are
 * on another grid.
 */
const table = columnTable<undefined, Postcode>()(
  {
    postcode: {
      type: 'text not null',
      from: ['pcds', 'pcd8', 'pcd2', 'pcd7', 'pcd', 'Postcode (e-GIF)', 'Postcode (8 char)'],
      read: (_, row) => row.made.postcode,
    },
    introduced_on: { type: 'date', from: ['dointr', 'Date of Introduction'], read: firstOfMonth },
    terminated_on: {
      type: 'date',
      from: ['doterm', 'Date of Termination'],
      read: (text, row) => {
        const terminated = firstOfMonth(text);
        // Without its end date a terminated postcode would be served as live.
        if (terminated === null && cleanText(text) !== null)
          return row.refuse(`${quoted(text)} is not the month in which a postcode ended.`);
        return terminated;
      },
    },
    easting: {
      type: 'integer',
      from: ['oseast1m', 'east1m', 'National Grid Reference (Easting)'],
      read: (_, row) => row.made.point?.easting ?? null,
    },
    northing: {
      type: 'integer',
      from: ['osnrth1m', 'north1m', 'National Grid Reference (Northing)'],
      read: (_, row) => row.made.point?.northing ?? null,
    },
    country: { type: 'text', from: COUNTRY, read: (_, row) => row.made.country },
    country_code: {
      type: 'text',
      staging_only: true,
      from: COUNTRY,
      optional: true,
      read: codeOf('a nation', COUNTRIES),
    },
    local_authority_code: {
      type: 'text',
      from: ['oslaua', /^lad\d\dcd$/, 'laua', /^local_authority_district_code/],
      read: codeOf('an authority', AUTHORITY),
    },
    region_code: {
      type: 'text',
      from: ['rgn', 'gor', /^rgn\d\dcd$/, /^region_code/],
      optional: true,
      read: areaCode,
    },
    lsoa_code: {
      type: 'text',
      from: ['lsoa21', 'lsoa21cd', 'Lower layer Super Output Area Code (2021)'],
      optional: true,
      read: either('lsoa_before', codeOf('an LSOA or data zone', LSOA)),
    },
    msoa_code: {
      type: 'text',
      from: ['msoa21', 'msoa21cd', 'Middle layer Super Output Area Code (2021)'],
      optional: true,
      read: either('msoa_before', codeOf('an MSOA or intermediate zone', MSOA)),
    },
    lsoa_2011_code: { type: 'text', read: (_, row) => areaCode(row.raw('lsoa_before')) },
    msoa_2011_code: { type: 'text', read: (_, row) => areaCode(row.raw('msoa_before')) },
    output_area_code: {
      type: 'text',
      from: ['oa21', 'oa21cd', 'Output Area Code (2021)'],
      optional: true,
      read: either('area_before', areaCode),
    },
    latitude: {
      type: 'double precision',
      from: ['lat', 'Latitude'],
      optional: true,
      read: (_, row) => row.made.point?.latitude ?? null,
    },
    longitude: {
      type: 'double precision',
      from: ['long', 'Longitude'],
      optional: true,
      read: (_, row) => row.made.point?.longitude ?? null,
    },
    police_area_code: {
      type: 'text',
      from: ['pfa', /^pfa\d\dcd$/, /^police_force_area_code/],
      optional: true,
      read: areaCode,
    },
    quality: { from: ['osgrdind', 'gridind', 'Grid Reference Positional Quality Indicator'], optional: true },
    lsoa_before: {
      from: ['lsoa11', 'lsoa11cd', 'Lower layer Super Output Area Code (2011)'],
      optional: true,
    },
    msoa_before: {
      from: ['msoa11', 'msoa11cd', 'Middle layer Super Output Area Code (2011)'],
      optional: true,
    },
    area_before: { from: ['oa11', 'oa11cd', 'Output Area Code (2011)'], optional: true },
  },
  (row) => {
    const postcode = postcodeOf(row.raw('postcode'));
    if (postcode === null) return row.refuse(`${quoted(row.raw('postcode'))} is not a postcode.`);
    const country = countryOfCode(row.raw('country'));
    const [easting, northing] = [numberOf(row.raw('easting')), numberOf(row.raw('northing'))];
    const placed =
      country !== null &&
      onGrid(easting, northing) &&
      row.text('quality') !== NO_GRID_REFERENCE &&
      !row.text('latitude')?.startsWith('99.99');
    if (!placed) return { postcode, country, point: null };
    const grid = { easting: Math.round(easting!), northing: Math.round(northing!) };
    const [latitude, longitude] = [numberOf(row.raw('latitude')), numberOf(row.raw('longitude'))];
    if (latitude !== null && longitude !== null && areApart(grid, { latitude, longitude }))
      return { postcode, country, point: null };
    return { postcode, country, point: { ...grid, ...toDegrees(easting!, northing!) } };
  },
);

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  comparedWhole: true,
  maxFieldChars: 1000,
  maxRecordChars: 20_000,
  staging: table.staging,
  nullRates: { easting: 0.05, country: 0.05, local_authority_code: 0.05 },
  recognise,
  replacedRows,
  check: async (staged) => [
    ...(await goneAuthorities(staged, { table: 'onspd_postcodes', column: 'local_authority_code' })),
    ...(await movedPostcodes(staged)),
    ...(await outsideNation(staged)),
  ],
  publish: (staged) => publishOnspd(staged, table.served),
};

function recognise(head: Head): Layout | Refusal {
  const found = table.find('the ONS Postcode Directory', head);
  if ('refused' in found) return found;
  const { width, columns } = found;
  return table.layout({
    name: columns.has('oslaua') ? 'named columns, to 2024' : 'named columns, with years',
    ...found,
    file: undefined,
    fits: exactWidth(width),
  });
}

/** `198001` as a date, also as a program saved it (`198001.0`, `1980-01-01`); null if blank or not a month. */
function firstOfMonth(text: string | undefined): string | null {
  const found = /^(\d{4})[-/]?(0[1-9]|1[0-2])(?:\.0+|[-/]\d\d(?:[ T].*)?)?$/.exec(cleanText(text) ?? '');
  return found ? `${found[1]}-${found[2]}-01` : null;
}
