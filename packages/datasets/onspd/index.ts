import { columnsOf, missingColumns, recordAt } from '@domesday/files/header';
import { numberOf } from '@domesday/files/values';
import { onGrid, toDegrees } from '@domesday/geography/grid';
import type { CopyValue, DatasetModule, Head, Layout, MapOutcome, Refusal } from '@domesday/loading/types';
import { areaCode, countryOfCode, postcodeOf } from '@domesday/loading/values';
import { publishOnspd, replacedRows } from './publish.query.ts';
import { source } from './source.ts';

/**
 * The ONS Postcode Directory, by column name: the layout to 2024 (pcds, oslaua, oseast1m, ctry …) and the one
 * whose names bear a year (lad25cd, east1m, ctry25cd …). Terminated postcodes are in it. Codes such as
 * S99999999 and the latitude 99.999999 say that there is none. Postcodes of Northern Ireland, the Channel
 * Islands and the Isle of Man are kept without country and position: they lie outside Great Britain, and
 * those of Northern Ireland have coordinates on another grid.
 */
const NAMES = {
  postcode: /^(pcds|pcd8|pcd2|pcd7|pcd)$/,
  introduced: /^dointr$/,
  terminated: /^doterm$/,
  easting: /^(oseast1m|east1m)$/,
  northing: /^(osnrth1m|north1m)$/,
  country: /^ctry(\d\dcd)?$/,
  authority: /^(oslaua|lad\d\dcd|laua)$/,
};
const OPTIONAL = {
  quality: /^(osgrdind|gridind)$/,
  region: /^(rgn|gor|rgn\d\dcd)$/,
  lsoa: /^(lsoa21|lsoa21cd)$/,
  lsoa_before: /^(lsoa11|lsoa11cd)$/,
  msoa: /^(msoa21|msoa21cd)$/,
  msoa_before: /^(msoa11|msoa11cd)$/,
  area: /^(oa21|oa21cd)$/,
  area_before: /^(oa11|oa11cd)$/,
  latitude: /^lat$/,
};
const SHOWN: Record<keyof typeof NAMES, string> = {
  postcode: 'pcds',
  introduced: 'dointr',
  terminated: 'doterm',
  easting: 'oseast1m',
  northing: 'osnrth1m',
  country: 'ctry',
  authority: 'oslaua',
};
const NO_GRID_REFERENCE = '9';

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  maxFieldChars: 1000,
  maxRecordChars: 20_000,
  staging: [
    { name: 'postcode', type: 'text not null' },
    { name: 'introduced_on', type: 'date' },
    { name: 'terminated_on', type: 'date' },
    { name: 'easting', type: 'integer' },
    { name: 'northing', type: 'integer' },
    { name: 'country', type: 'text' },
    { name: 'local_authority_code', type: 'text' },
    { name: 'region_code', type: 'text' },
    { name: 'lsoa_code', type: 'text' },
    { name: 'msoa_code', type: 'text' },
    { name: 'output_area_code', type: 'text' },
    { name: 'latitude', type: 'double precision' },
    { name: 'longitude', type: 'double precision' },
  ],
  nullRates: { easting: 0.05, country: 0.05, local_authority_code: 0.05 },
  recognise,
  replacedRows,
  publish: publishOnspd,
};

function recognise(head: Head): Layout | Refusal {
  const first = recordAt(head.text);
  if (!first) return { refused: 'its first line is not CSV.', missing: Object.values(SHOWN) };
  const columns = columnsOf(first.fields);
  const find = (pattern: RegExp) => {
    for (const [name, position] of columns) if (pattern.test(name)) return position;
    return -1;
  };
  const at = Object.fromEntries(
    Object.entries({ ...NAMES, ...OPTIONAL }).map(([key, pattern]) => [key, find(pattern)]),
  ) as Record<keyof typeof NAMES | keyof typeof OPTIONAL, number>;
  const missing = (Object.keys(NAMES) as (keyof typeof NAMES)[])
    .filter((k) => at[k] === -1)
    .map((k) => SHOWN[k]);
  if (missing.length > 0) return missingColumns('the ONS Postcode Directory', missing);

  const width = first.fields.length;
  const map = (fields: string[], row: CopyValue[]): MapOutcome => {
    if (fields.length !== width) return `The row has ${fields.length} columns, not ${width}.`;
    const postcode = postcodeOf(fields[at.postcode]);
    if (postcode === null) return `"${fields[at.postcode]}" is not a postcode.`;
    const country = countryOfCode(fields[at.country]);
    const easting = numberOf(fields[at.easting]);
    const northing = numberOf(fields[at.northing]);
    const placed =
      country !== null &&
      onGrid(easting, northing) &&
      fields[at.quality] !== NO_GRID_REFERENCE &&
      !fields[at.latitude]?.startsWith('99.99');
    const degrees = placed ? toDegrees(easting!, northing!) : null;
    // Scotland keeps the areas of its 2011 census until those of 2022 are out.
    const either = (now: number, before: number) =>
      areaCode(fields[now]) ?? (country === 'Scotland' ? areaCode(fields[before]) : null);
    row[0] = postcode;
    row[1] = firstOfMonth(fields[at.introduced]);
    row[2] = firstOfMonth(fields[at.terminated]);
    row[3] = placed ? Math.round(easting!) : null;
    row[4] = placed ? Math.round(northing!) : null;
    row[5] = country;
    row[6] = areaCode(fields[at.authority]);
    row[7] = areaCode(fields[at.region]);
    row[8] = either(at.lsoa, at.lsoa_before);
    row[9] = either(at.msoa, at.msoa_before);
    row[10] = either(at.area, at.area_before);
    row[11] = degrees?.latitude ?? null;
    row[12] = degrees?.longitude ?? null;
    return null;
  };
  const name = columns.has('oslaua') ? 'named columns, to 2024' : 'named columns, with years';
  return { name, dataOffset: first.end, firstLine: first.nextLine, map };
}

/** `198001` as a date; null where it is blank or no month. */
function firstOfMonth(text: string | undefined): string | null {
  const found = /^(\d{4})(0[1-9]|1[0-2])$/.exec(text ?? '');
  return found ? `${found[1]}-${found[2]}-01` : null;
}
