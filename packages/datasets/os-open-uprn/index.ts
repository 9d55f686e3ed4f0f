import { missingColumns } from '@domesday/files/header';
import { numberOf } from '@domesday/files/values';
import {
  areApart,
  type Degrees,
  type GridPoint,
  onGrid,
  POSITIONS_DIFFER,
  toDegrees,
  toGrid,
} from '@domesday/geography/grid';
import { columnTable, exactWidth } from '@domesday/loading/columns';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { notUprn, uprnOf } from '@domesday/loading/values';
import { publishPoints } from './publish.query.ts';
import { source } from './source.ts';

interface Point extends GridPoint, Degrees {
  uprn: number;
}

/**
 * OS Open UPRN: UPRN, X_COORDINATE, Y_COORDINATE, LATITUDE, LONGITUDE after a byte order mark. Extracts with only
 * metres or only degrees are read too. Flats of one block share one point.
 */
const table = columnTable<undefined, Point>()(
  {
    uprn: { type: 'bigint not null', from: ['UPRN'], read: (_, row) => row.made.uprn },
    easting: {
      type: 'double precision not null',
      from: ['X_COORDINATE', 'EASTING'],
      optional: true,
      read: (_, row) => row.made.easting,
    },
    northing: {
      type: 'double precision not null',
      from: ['Y_COORDINATE', 'NORTHING'],
      optional: true,
      read: (_, row) => row.made.northing,
    },
    latitude: {
      type: 'double precision not null',
      from: ['LATITUDE'],
      optional: true,
      read: (_, row) => row.made.latitude,
    },
    longitude: {
      type: 'double precision not null',
      from: ['LONGITUDE'],
      optional: true,
      read: (_, row) => row.made.longitude,
    },
    address: { from: ['ADDRESS', 'SINGLE_LINE_ADDRESS'], optional: true },
  },
  (row) => {
    const uprn = uprnOf(row.raw('uprn'));
    if (uprn === null) return row.refuse(notUprn(row.raw('uprn')));
    const [latitude, longitude] = [numberOf(row.raw('latitude')), numberOf(row.raw('longitude'))];
    const [easting, northing] = [numberOf(row.raw('easting')), numberOf(row.raw('northing'))];
    const metres = onGrid(easting, northing);
    const degrees =
      latitude !== null &&
      longitude !== null &&
      latitude > 49 &&
      latitude < 61.5 &&
      longitude > -9 &&
      longitude < 2.5;
    const grid = metres
      ? { easting: easting!, northing: northing! }
      : degrees
        ? toGrid(latitude, longitude)
        : null;
    if (grid === null || !onGrid(grid.easting, grid.northing))
      return row.refuse('The position is not in Great Britain.');
    if (metres && degrees && areApart(grid, { latitude, longitude })) return row.refuse(POSITIONS_DIFFER);
    return {
      uprn,
      ...grid,
      ...(degrees ? { latitude, longitude } : toDegrees(easting!, northing!)),
    };
  },
);

export const dataset: DatasetModule = {
  id: source.id,
  snapshot: false,
  maxFieldChars: 200,
  maxRecordChars: 2000,
  staging: table.staging,
  recognise,
  withholds: {},
  publish: (staged) => publishPoints(staged, table.served),
};

/**
 * The most columns of a list of points. Registers of schools or buildings, which also have UPRNs and positions, have
 * more.
 */
const MOST_COLUMNS = 10;

function recognise(head: Head): Layout | Refusal {
  const found = table.find('OS Open UPRN', head);
  if ('refused' in found) return found;
  const { at, width } = found;
  // A list with addresses has these columns too; loaded here it would lose its addresses.
  if (at.address !== -1) return { refused: 'it holds addresses; load it as address-list.', missing: [] };
  if (width > MOST_COLUMNS) {
    const refused = `it has ${width} columns: a table of something else that has UPRNs and positions too.`;
    return { refused, missing: [] };
  }
  const metres = at.easting !== -1 && at.northing !== -1;
  const degrees = at.latitude !== -1 && at.longitude !== -1;
  if (!(metres || degrees)) return missingOf(at);
  const name = metres && degrees ? 'five columns' : metres ? 'metres only' : 'degrees only';
  return table.layout({
    name,
    ...found,
    file: undefined,
    fits: exactWidth(width),
  });
}

function missingOf(at: Record<'easting' | 'northing' | 'latitude' | 'longitude', number>): Refusal {
  const names = {
    easting: 'X_COORDINATE',
    northing: 'Y_COORDINATE',
    latitude: 'LATITUDE',
    longitude: 'LONGITUDE',
  };
  const missing = (Object.keys(names) as (keyof typeof names)[]).filter((column) => at[column] === -1);
  return missingColumns(
    'OS Open UPRN',
    missing.map((column) => names[column]),
  );
}
