import { isRefused, namedColumns, wrongWidth } from '@domesday/files/named-columns';
import { cleanText, numberOf } from '@domesday/files/values';
import { onGrid, toGrid } from '@domesday/geography/grid';
import { publishRows, servedRows } from '@domesday/loading/publish-rows.query';
import type { CopyValue, DatasetModule, Head, Layout, MapOutcome, Refusal } from '@domesday/loading/types';
import { postcodeOf } from '@domesday/loading/values';
import { source } from './source.ts';

/**
 * Geolytix grocery retail points, by column name: `id,retailer,fascia,store_name,…,long_wgs,lat_wgs,bng_e,
 * bng_n,pqi,open_date,size_band`, with a county in later editions. The size band is text such as
 * `< 3,013 ft2 (280m2)`, commas and all; the smallest band is a convenience store.
 */
const REQUIRED = { id: ['id'], retailer: ['retailer'], name: ['store_name'] };
const OPTIONAL = {
  fascia: ['fascia'],
  postcode: ['postcode'],
  easting: ['bng_e'],
  northing: ['bng_n'],
  longitude: ['long_wgs'],
  latitude: ['lat_wgs'],
  size_band: ['size_band'],
};

const COLUMNS = [
  { name: 'id', type: 'text not null' },
  { name: 'name', type: 'text not null' },
  { name: 'kind', type: 'text not null' },
  { name: 'category', type: 'text not null' },
  { name: 'size_band', type: 'text' },
  { name: 'postcode', type: 'text' },
  { name: 'easting', type: 'double precision not null' },
  { name: 'northing', type: 'double precision not null' },
];

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  staging: COLUMNS,
  maxFieldChars: 2000,
  maxRecordChars: 16_000,
  recognise,
  replacedRows: (staged) => servedRows(staged, 'retail_points'),
  publish: (staged) =>
    publishRows(staged, {
      table: 'retail_points',
      key: ['id'],
      columns: COLUMNS.map((c) => c.name),
      remove: 'true',
    }),
};

function recognise(head: Head): Layout | Refusal {
  const found = namedColumns('Geolytix retail points', head, REQUIRED, OPTIONAL);
  if (isRefused(found)) return found;
  const { at, width, dataOffset, firstLine } = found;

  function map(fields: string[], row: CopyValue[]): MapOutcome {
    const wrong = wrongWidth(fields, width);
    if (wrong) return wrong;
    const text = (column: keyof typeof at) => (at[column] === -1 ? null : cleanText(fields[at[column]]));
    const number = (column: keyof typeof at) => numberOf(text(column) ?? undefined);
    const id = text('id');
    const retailer = text('retailer');
    if (!id || !retailer) return 'The store has no identifier or no retailer.';
    let [easting, northing] = [number('easting'), number('northing')];
    if (!onGrid(easting, northing)) {
      const [latitude, longitude] = [number('latitude'), number('longitude')];
      if (latitude === null || longitude === null) return 'The store has no position.';
      ({ easting, northing } = toGrid(latitude, longitude));
      if (!onGrid(easting, northing)) return 'The position lies outside Great Britain.';
    }
    const size_band = text('size_band');
    row[0] = id;
    row[1] = text('name') ?? text('fascia') ?? retailer;
    row[2] = size_band?.startsWith('<') ? 'convenience_store' : 'supermarket';
    row[3] = 'food';
    row[4] = size_band;
    row[5] = postcodeOf(text('postcode') ?? undefined);
    row[6] = easting;
    row[7] = northing;
    return null;
  }
  return { name: `${width} columns`, dataOffset, firstLine, map };
}
