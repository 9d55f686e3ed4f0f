import { isRefused, namedColumns, wrongWidth } from '@domesday/files/named-columns';
import { cleanText, numberOf } from '@domesday/files/values';
import { onGrid, toGrid } from '@domesday/geography/grid';
import { publishRows, servedRows } from '@domesday/loading/publish-rows.query';
import {
  type CopyValue,
  type DatasetModule,
  type Head,
  type Layout,
  type MapOutcome,
  type Refusal,
  SKIP,
} from '@domesday/loading/types';
import { source } from './source.ts';

/**
 * NaPTAN `Stops.csv` of the Department for Transport, by column name (43 columns). Stops that are deleted or
 * inactive are in the file with positions that no longer hold, and are left out, as are the entrances and
 * platforms of a station whose access area is listed. ATCO codes keep their leading zeros; the first three
 * digits are the area, and a file of some areas replaces those alone.
 */
const REQUIRED = { id: ['ATCOCode'], name: ['CommonName'], type: ['StopType'], status: ['Status'] };
const OPTIONAL = {
  indicator: ['Indicator'],
  easting: ['Easting'],
  northing: ['Northing'],
  longitude: ['Longitude'],
  latitude: ['Latitude'],
  modification: ['Modification'],
  grid: ['GridType'],
};

/** Stop types as the schema guide of NaPTAN lists them; one kind for each sort of place, not for its parts. */
const KINDS: Record<string, string> = {
  BCT: 'bus_stop',
  BCS: 'bus_station',
  BCQ: 'bus_station',
  BST: 'bus_station',
  RLY: 'rail_station',
  MET: 'metro_station',
  FER: 'ferry_terminal',
  FTD: 'ferry_terminal',
  GAT: 'airport',
  LCB: 'cable_car',
};

const COLUMNS = [
  { name: 'id', type: 'text not null' },
  { name: 'name', type: 'text not null' },
  { name: 'kind', type: 'text not null' },
  { name: 'area', type: 'text not null' },
  { name: 'easting', type: 'double precision not null' },
  { name: 'northing', type: 'double precision not null' },
];

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  staging: COLUMNS,
  maxFieldChars: 4000,
  maxRecordChars: 32_000,
  recognise,
  replacedRows: (staged) => servedRows(staged, 'transport_stops', ofAreas(staged.table)),
  publish: (staged) =>
    publishRows(staged, {
      table: 'transport_stops',
      key: ['id'],
      columns: COLUMNS.map((c) => c.name),
      remove: ofAreas(staged.table),
    }),
};

function ofAreas(staging: string): string {
  return `t.area in (select a.area from ${staging} a)`;
}

function recognise(head: Head): Layout | Refusal {
  const found = namedColumns('NaPTAN', head, REQUIRED, OPTIONAL);
  if (isRefused(found)) return found;
  const { at, width, dataOffset, firstLine } = found;

  function map(fields: string[], row: CopyValue[]): MapOutcome {
    const wrong = wrongWidth(fields, width);
    if (wrong) return wrong;
    const text = (column: keyof typeof at) => (at[column] === -1 ? null : cleanText(fields[at[column]]));
    const id = text('id');
    if (!id) return 'The stop has no ATCO code.';
    // `act` and `del` in older files, `active` and `inactive` in newer ones.
    if (!/^act/i.test(text('status') ?? '') || /^del/i.test(text('modification') ?? '')) return SKIP;
    const kind = KINDS[text('type') ?? ''];
    // Irish grid positions are stops across the border.
    if (!kind || /^i/i.test(text('grid') ?? '')) return SKIP;
    const name = text('name');
    if (!name) return 'The stop has no name.';
    let easting = numberOf(text('easting') ?? undefined);
    let northing = numberOf(text('northing') ?? undefined);
    if (!onGrid(easting, northing)) {
      const latitude = numberOf(text('latitude') ?? undefined);
      const longitude = numberOf(text('longitude') ?? undefined);
      if (latitude === null || longitude === null) return 'The stop has no position.';
      ({ easting, northing } = toGrid(latitude, longitude));
      if (!onGrid(easting, northing)) return 'The position lies outside Great Britain.';
    }
    const indicator = kind === 'bus_stop' ? text('indicator') : null;
    row[0] = id;
    row[1] = indicator ? `${name} (${indicator})` : name;
    row[2] = kind;
    row[3] = id.slice(0, 3);
    row[4] = easting;
    row[5] = northing;
    return null;
  }
  return { name: `${width} columns`, dataOffset, firstLine, map };
}
