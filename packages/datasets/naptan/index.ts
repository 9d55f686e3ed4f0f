import { entryOf, numberOf } from '@domesday/files/values';
import { areApart, type GridPoint, onGrid, POSITIONS_DIFFER, toGrid } from '@domesday/geography/grid';
import { columnTable } from '@domesday/loading/columns';
import { publishRows, servedRows } from '@domesday/loading/publish-rows.query';
import { PART_COLUMN } from '@domesday/loading/repeated.query';
import type { DatasetModule } from '@domesday/loading/types';
import { isRounded, quoted, roundedKey } from '@domesday/loading/values';
import { source } from './source.ts';

/** The kind of place by NaPTAN's stop type. Types for parts of a place, such as platforms, are not listed. */
const KINDS: Record<string, string> = {
  BCT: 'bus_stop',
  // Each bay of a bus station is a stop; only the access area is the station.
  BCS: 'bus_stop',
  BCQ: 'bus_stop',
  BST: 'bus_station',
  RLY: 'rail_station',
  MET: 'metro_station',
  FER: 'ferry_terminal',
  FTD: 'ferry_terminal',
  GAT: 'airport',
  LCB: 'cable_car',
};

/** The entrance of a ferry terminal. It stands for the terminal only if no access area is within NEAR_M. */
const ENTRANCE = 'FTD';
const NEAR_M = 500;

interface Stop extends GridPoint {
  id: string;
  name: string;
  kind: string;
}

/**
 * NaPTAN `Stops.csv` of the Department for Transport, by column name (43 columns). Deleted and inactive stops are left
 * out, since their positions are obsolete, as are entrances and platforms of a station whose access area is listed. The
 * entrance of a ferry terminal without an access area stands for the terminal. ATCO codes keep their leading zeros;
 * their first three digits are the area, and a file of some areas replaces only those.
 */
const table = columnTable<undefined, Stop>()(
  {
    id: { type: 'text not null', from: ['ATCOCode'], read: (_, row) => row.made.id },
    name: {
      type: 'text not null',
      from: ['CommonName'],
      read: (_, row) => {
        const indicator = row.made.kind === 'bus_stop' ? row.text('indicator') : null;
        return indicator ? `${row.made.name} (${indicator})` : row.made.name;
      },
    },
    kind: { type: 'text not null', from: ['StopType'], read: (_, row) => row.made.kind },
    entrance: {
      type: 'boolean not null',
      staging_only: true,
      read: (_, row) => row.raw('kind')?.trim() === ENTRANCE,
    },
    area: { type: 'text not null', read: (_, row) => row.made.id.slice(0, 3) },
    easting: {
      type: 'double precision not null',
      from: ['Easting'],
      optional: true,
      read: (_, row) => row.made.easting,
    },
    northing: {
      type: 'double precision not null',
      from: ['Northing'],
      optional: true,
      read: (_, row) => row.made.northing,
    },
    ...PART_COLUMN,
    status: { from: ['Status'] },
    indicator: { from: ['Indicator'], optional: true },
    longitude: { from: ['Longitude'], optional: true },
    latitude: { from: ['Latitude'], optional: true },
    modification: { from: ['Modification'], optional: true },
    grid: { from: ['GridType'], optional: true },
    administered_by: { from: ['AdministrativeAreaCode'], optional: true },
  },
  (row) => {
    const id = row.text('id');
    if (!id) return row.refuse('The stop has no ATCO code.');
    if (isRounded(id)) return row.refuse(roundedKey(id));
    const administered_by = row.text('administered_by');
    if (administered_by !== null && /^\d{1,2}$/.test(administered_by))
      return row.refuse(
        `The administrative area ${quoted(administered_by)} has lost its zeros, and so may have the ATCO code: save both columns as text.`,
      );
    // `act` and `del` in older files, `active` and `inactive` in newer ones.
    if (!/^act/i.test(row.text('status') ?? '') || /^del/i.test(row.text('modification') ?? ''))
      return row.skip('The stop is not in use.');
    const kind = entryOf(KINDS, row.text('kind') ?? '');
    if (!kind) return row.skip('It is a part of a stop, or no stop of public transport.');
    if (/^i/i.test(row.text('grid') ?? '')) return row.skip('The stop lies in Ireland.');
    const name = row.text('name');
    if (!name) return row.refuse('The stop has no name.');
    const [easting, northing] = [numberOf(row.raw('easting')), numberOf(row.raw('northing'))];
    const [latitude, longitude] = [numberOf(row.raw('latitude')), numberOf(row.raw('longitude'))];
    if (onGrid(easting, northing)) {
      const point = { easting: easting!, northing: northing! };
      if (latitude !== null && longitude !== null && areApart(point, { latitude, longitude }))
        return row.refuse(POSITIONS_DIFFER);
      return { id, name, kind, ...point };
    }
    if (latitude === null || longitude === null) return row.refuse('The stop has no position.');
    const point = toGrid(latitude, longitude);
    if (!onGrid(point.easting, point.northing)) return row.refuse('The position lies outside Great Britain.');
    return { id, name, kind, ...point };
  },
);

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  wholeFile: { key: ['id'] },
  staging: table.staging,
  maxFieldChars: 4000,
  maxRecordChars: 32_000,
  recognise: (head) => {
    const found = table.find('NaPTAN', head);
    if ('refused' in found) return found;
    return table.layout({ name: `${found.width} columns`, ...found, file: undefined });
  },
  replacedRows: (staged) => servedRows(staged, 'transport_stops', ofAreas(staged.table)),
  publish: (staged) =>
    publishRows(staged, {
      table: 'transport_stops',
      key: ['id'],
      columns: table.served,
      remove: ofAreas(staged.table),
      gathered: withoutEntrances,
    }),
};

/**
 * SQL of the stops without surplus entrances: those near an access area, and all but the first of several entrances of
 * one terminal.
 */
function withoutEntrances(staging: string): string {
  return `with terminals as materialized (
      select id, entrance, point(easting, northing) as place from ${staging} where kind = 'ferry_terminal')
    select s.* from ${staging} s
     where not (s.entrance and exists (
       select from terminals t
        where (not t.entrance or t.id < s.id) and t.place <-> point(s.easting, s.northing) <= ${NEAR_M}))`;
}

function ofAreas(staging: string): string {
  return `t.area in (select a.area from ${staging} a)`;
}
