import { cleanText, numberOf } from '@domesday/files/values';
import { areApart, type GridPoint, onGrid, POSITIONS_DIFFER, toGrid } from '@domesday/geography/grid';
import { columnTable } from '@domesday/loading/columns';
import { publishRows, servedRows } from '@domesday/loading/publish-rows.query';
import { PART_COLUMN } from '@domesday/loading/repeated.query';
import type { DatasetModule } from '@domesday/loading/types';
import { postcodeOf } from '@domesday/loading/values';
import { source } from './source.ts';

/**
 * Geolytix grocery retail points, by column name: `id,retailer,fascia,store_name,…,long_wgs,lat_wgs,bng_e,
 * bng_n,pqi,open_date,size_band`, with a county in later editions. The size band is text such as `< 3,013 ft2
 * (280m2)`, including commas; the smallest band is a convenience store.
 */
const table = columnTable<undefined, GridPoint & { id: string; retailer: string }>()(
  {
    id: { type: 'text not null', from: ['id'], read: (_, row) => row.made.id },
    name: {
      type: 'text not null',
      from: ['store_name'],
      read: (text, row) => cleanText(text) ?? row.text('fascia') ?? row.made.retailer,
    },
    kind: {
      type: 'text not null',
      read: (_, row) => (row.text('size_band')?.startsWith('<') ? 'convenience_store' : 'supermarket'),
    },
    category: { type: 'text not null', read: () => 'food' },
    size_band: { type: 'text', from: ['size_band'], optional: true },
    postcode: { type: 'text', from: ['postcode'], optional: true, read: postcodeOf },
    easting: {
      type: 'double precision not null',
      from: ['bng_e'],
      optional: true,
      read: (_, row) => row.made.easting,
    },
    northing: {
      type: 'double precision not null',
      from: ['bng_n'],
      optional: true,
      read: (_, row) => row.made.northing,
    },
    ...PART_COLUMN,
    retailer: { from: ['retailer'] },
    fascia: { from: ['fascia'], optional: true },
    longitude: { from: ['long_wgs'], optional: true },
    latitude: { from: ['lat_wgs'], optional: true },
  },
  (row) => {
    const [id, retailer] = [row.text('id'), row.text('retailer')];
    if (!id || !retailer) return row.refuse('The store has no identifier or no retailer.');
    const [easting, northing] = [numberOf(row.raw('easting')), numberOf(row.raw('northing'))];
    const [latitude, longitude] = [numberOf(row.raw('latitude')), numberOf(row.raw('longitude'))];
    if (onGrid(easting, northing)) {
      const point = { easting: easting!, northing: northing! };
      if (latitude !== null && longitude !== null && areApart(point, { latitude, longitude }))
        return row.refuse(POSITIONS_DIFFER);
      return { id, retailer, ...point };
    }
    if (latitude === null || longitude === null) return row.refuse('The store has no position.');
    const point = toGrid(latitude, longitude);
    if (!onGrid(point.easting, point.northing)) return row.refuse('The position lies outside Great Britain.');
    return { id, retailer, ...point };
  },
);

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  wholeFile: { key: ['id'] },
  staging: table.staging,
  maxFieldChars: 2000,
  maxRecordChars: 16_000,
  recognise: (head) => {
    const found = table.find('Geolytix retail points', head);
    if ('refused' in found) return found;
    return table.layout({ name: `${found.width} columns`, ...found, file: undefined });
  },
  replacedRows: (staged) => servedRows(staged, 'retail_points'),
  publish: (staged) =>
    publishRows(staged, { table: 'retail_points', key: ['id'], columns: table.served, remove: 'true' }),
};
