import { columnsOf, missingColumns, positionOf, recordAt } from '@domesday/files/header';
import { numberOf } from '@domesday/files/values';
import { onGrid, toDegrees, toGrid } from '@domesday/geography/grid';
import type { CopyValue, DatasetModule, Head, Layout, MapOutcome, Refusal } from '@domesday/loading/types';
import { uprnOf } from '@domesday/loading/values';
import { publishPoints } from './publish.query.ts';
import { source } from './source.ts';

/**
 * OS Open UPRN: UPRN, X_COORDINATE, Y_COORDINATE, LATITUDE, LONGITUDE behind a byte order mark. Cut-outs that
 * hold only metres or only degrees are read too. Flats of one block share one point.
 */
const NAMES = {
  uprn: ['UPRN'],
  easting: ['X_COORDINATE', 'EASTING'],
  northing: ['Y_COORDINATE', 'NORTHING'],
  latitude: ['LATITUDE'],
  longitude: ['LONGITUDE'],
};

export const dataset: DatasetModule = {
  id: source.id,
  snapshot: false,
  maxFieldChars: 200,
  maxRecordChars: 2000,
  staging: [
    { name: 'uprn', type: 'bigint not null' },
    { name: 'easting', type: 'double precision not null' },
    { name: 'northing', type: 'double precision not null' },
    { name: 'latitude', type: 'double precision not null' },
    { name: 'longitude', type: 'double precision not null' },
  ],
  recognise,
  publish: publishPoints,
};

function recognise(head: Head): Layout | Refusal {
  const first = recordAt(head.text);
  const columns = columnsOf(first?.fields ?? []);
  const at = Object.fromEntries(
    Object.entries(NAMES).map(([k, names]) => [k, positionOf(columns, names)]),
  ) as Record<keyof typeof NAMES, number>;
  const metres = at.easting !== -1 && at.northing !== -1;
  const degrees = at.latitude !== -1 && at.longitude !== -1;
  // A list with addresses has these columns too, and would lose its addresses here.
  const addresses = positionOf(columns, ['ADDRESS', 'SINGLE_LINE_ADDRESS']) !== -1;
  if (addresses) {
    return { refused: 'it holds addresses; load it as address-list.', missing: [] };
  }
  if (!first || at.uprn === -1 || !(metres || degrees)) {
    const missing = (Object.keys(NAMES) as (keyof typeof NAMES)[]).filter((k) => at[k] === -1);
    return missingColumns(
      'OS Open UPRN',
      missing.map((k) => NAMES[k][0]!),
    );
  }
  const width = first.fields.length;
  const map = (fields: string[], row: CopyValue[]): MapOutcome => {
    if (fields.length !== width) return `The row has ${fields.length} columns, not ${width}.`;
    const uprn = uprnOf(fields[at.uprn]);
    if (uprn === null) return `"${fields[at.uprn]}" is not a UPRN.`;
    const latitude = numberOf(fields[at.latitude]);
    const longitude = numberOf(fields[at.longitude]);
    const easting = numberOf(fields[at.easting]);
    const northing = numberOf(fields[at.northing]);
    const inDegrees =
      latitude !== null &&
      longitude !== null &&
      latitude > 49 &&
      latitude < 61.5 &&
      longitude > -9 &&
      longitude < 2.5;
    if (!onGrid(easting, northing) && !inDegrees) return 'The position is not in Great Britain.';
    const grid = onGrid(easting, northing) ? { easting, northing } : toGrid(latitude!, longitude!);
    const degree = inDegrees ? { latitude, longitude } : toDegrees(easting!, northing!);
    row[0] = uprn;
    row[1] = grid.easting;
    row[2] = grid.northing;
    row[3] = degree.latitude;
    row[4] = degree.longitude;
    return null;
  };
  const name = metres && degrees ? 'five columns' : metres ? 'metres only' : 'degrees only';
  return { name, dataOffset: first.end, firstLine: first.nextLine, map };
}
