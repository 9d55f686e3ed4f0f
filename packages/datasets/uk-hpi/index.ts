import { columnsOf, missingColumns, positionOf, recordAt } from '@domesday/files/header';
import { anyDate, cleanText, numberOf } from '@domesday/files/values';
import type { CopyValue, DatasetModule, Head, Layout, MapOutcome, Refusal } from '@domesday/loading/types';
import { PROPERTY_TYPES, type PropertyType, publishIndex } from './publish.query.ts';
import { source } from './source.ts';

/**
 * UK House Price Index: the full file (Date, RegionName, AreaCode, AveragePrice, Index, …, one group of columns
 * per property type) and the search tool's export with its long quoted names. The newest months have no
 * sales volume yet; small areas have no detached or semi-detached houses.
 */
interface Names {
  price: string[];
  index: string[];
  volume?: string[];
}

const AREA = {
  code: ['AreaCode', 'Region GSS code'],
  name: ['RegionName', 'Name'],
  month: ['Date', 'Pivotable date', 'Period'],
};

const GROUPS: Record<PropertyType, Names> = {
  all: {
    price: ['AveragePrice', 'Average price All property types'],
    index: ['Index', 'House price index All property types'],
    volume: ['SalesVolume', 'Sales volume'],
  },
  detached: {
    price: ['DetachedPrice', 'Average price Detached houses'],
    index: ['DetachedIndex', 'House price index Detached houses'],
  },
  semi_detached: {
    price: ['SemiDetachedPrice', 'Average price Semi-detached houses'],
    index: ['SemiDetachedIndex', 'House price index Semi-detached houses'],
  },
  terraced: {
    price: ['TerracedPrice', 'Average price Terraced houses'],
    index: ['TerracedIndex', 'House price index Terraced houses'],
  },
  flat: {
    price: ['FlatPrice', 'Average price Flats and maisonettes'],
    index: ['FlatIndex', 'House price index Flats and maisonettes'],
  },
  new_build: {
    price: ['NewPrice', 'Average price New build'],
    index: ['NewIndex', 'House price index New build'],
    volume: ['NewSalesVolume', 'Sales volume New build'],
  },
};

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: false,
  maxFieldChars: 2000,
  maxRecordChars: 20_000,
  staging: [
    { name: 'area_code', type: 'text not null' },
    { name: 'area_name', type: 'text not null' },
    { name: 'month', type: 'date not null' },
    ...PROPERTY_TYPES.flatMap((type) => [
      { name: `${type}_price`, type: 'double precision' },
      { name: `${type}_index`, type: 'double precision' },
      { name: `${type}_volume`, type: 'integer' },
    ]),
  ],
  nullRates: { all_price: 0.05 },
  recognise,
  dateColumn: 'month',
  publish: publishIndex,
};

function recognise(head: Head): Layout | Refusal {
  const first = recordAt(head.text);
  const columns = columnsOf(first?.fields ?? []);
  const code = positionOf(columns, AREA.code);
  const name = positionOf(columns, AREA.name);
  const month = positionOf(columns, AREA.month);
  const groups = PROPERTY_TYPES.map((type) => ({
    price: positionOf(columns, GROUPS[type].price),
    index: positionOf(columns, GROUPS[type].index),
    volume: positionOf(columns, GROUPS[type].volume ?? []),
  }));
  const missing: string[] = [];
  if (month === -1) missing.push(AREA.month[0]!);
  if (name === -1) missing.push(AREA.name[0]!);
  if (code === -1) missing.push(AREA.code[0]!);
  if (groups[0]!.price === -1) missing.push(GROUPS.all.price[0]!);
  if (!first || missing.length > 0) return missingColumns('the UK House Price Index', missing);
  const width = first.fields.length;

  const map = (fields: string[], row: CopyValue[]): MapOutcome => {
    if (fields.length !== width) return `The row has ${fields.length} columns, not ${width}.`;
    const area = fields[code]!.trim();
    if (!/^[A-Z]\d{8}$/.test(area)) return `"${fields[code]}" is not an area code.`;
    const written = fields[month]!.trim();
    const date = anyDate(/^\d{4}-\d{2}$/.test(written) ? `${written}-01` : written);
    if (date === null) return `"${written}" is not a month.`;
    row[0] = area;
    row[1] = cleanText(fields[name]) ?? area;
    row[2] = `${date.slice(0, 8)}01`;
    groups.forEach((at, i) => {
      row[3 + i * 3] = numberOf(fields[at.price]);
      row[4 + i * 3] = numberOf(fields[at.index]);
      const volume = numberOf(fields[at.volume]);
      row[5 + i * 3] = volume === null ? null : Math.round(volume);
    });
    return null;
  };
  const layout = columns.has('region_gss_code') ? 'search tool' : 'full file';
  return { name: layout, dataOffset: first.end, firstLine: first.nextLine, map };
}
