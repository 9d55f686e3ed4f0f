import { anyDate, cleanText } from '@domesday/files/values';
import { columnTable, exactWidth } from '@domesday/loading/columns';
import type { Head, Layout, Refusal, TableModule } from '@domesday/loading/types';
import { figureOf, quoted } from '@domesday/loading/values';
import { publishIndex } from './publish.query.ts';
import { source } from './source.ts';

const figure = (from: string[]) =>
  ({ type: 'double precision', from, optional: true, read: figureOf }) as const;
const volume = (from: string[]) => ({ type: 'integer', from, optional: true, read: wholeOf }) as const;

/** Names of the figures without a column in the file, separated by blanks: an export may contain only some measures. */
interface HpiFile {
  lacks: string;
}

/**
 * UK House Price Index: the full file (Date, RegionName, AreaCode, AveragePrice, Index, …, one group of columns
 * per property type) and the search tool's export with its long quoted names. The newest months have no
 * sales volume yet; small areas have no detached or semi-detached houses.
 */
const table = columnTable<HpiFile, { area: string; month: string }>()(
  {
    area_code: {
      type: 'text not null',
      from: ['AreaCode', 'Region GSS code'],
      read: (_, row) => row.made.area,
    },
    area_name: {
      type: 'text not null',
      from: ['RegionName', 'Name'],
      read: (text, row) => cleanText(text) ?? row.made.area,
    },
    month: {
      type: 'date not null',
      from: ['Date', 'Pivotable date', 'Period'],
      read: (_, row) => row.made.month,
    },
    all_price: {
      type: 'double precision',
      from: ['AveragePrice', 'Average price All property types'],
      read: figureOf,
    },
    all_index: figure(['Index', 'House price index All property types']),
    all_volume: volume(['SalesVolume', 'Sales volume']),
    detached_price: figure(['DetachedPrice', 'Average price Detached houses']),
    detached_index: figure(['DetachedIndex', 'House price index Detached houses']),
    detached_volume: { type: 'integer', read: () => null },
    semi_detached_price: figure(['SemiDetachedPrice', 'Average price Semi-detached houses']),
    semi_detached_index: figure(['SemiDetachedIndex', 'House price index Semi-detached houses']),
    semi_detached_volume: { type: 'integer', read: () => null },
    terraced_price: figure(['TerracedPrice', 'Average price Terraced houses']),
    terraced_index: figure(['TerracedIndex', 'House price index Terraced houses']),
    terraced_volume: { type: 'integer', read: () => null },
    flat_price: figure(['FlatPrice', 'Average price Flats and maisonettes']),
    flat_index: figure(['FlatIndex', 'House price index Flats and maisonettes']),
    flat_volume: { type: 'integer', read: () => null },
    new_build_price: figure(['NewPrice', 'Average price New build']),
    new_build_index: figure(['NewIndex', 'House price index New build']),
    new_build_volume: volume(['NewSalesVolume', 'Sales volume New build']),
    lacks: { type: 'text not null', staging_only: true, read: (_, row) => row.file.lacks },
  },
  (row) => {
    const area = row.raw('area_code')!.trim();
    if (!/^[A-Z]\d{8}$/.test(area)) return row.refuse(`${quoted(row.raw('area_code'))} is not an area code.`);
    const written = row.raw('month')!.trim();
    const date = anyDate(/^\d{4}-\d{2}$/.test(written) ? `${written}-01` : written);
    if (date === null) return row.refuse(`"${written}" is not a month.`);
    // Months are written as their first day. A day other than the first, as in 2/1/2005, is a February with the month
    // first.
    if (!date.endsWith('-01')) return row.refuse(`"${written}" is not the first day of a month.`);
    return { area, month: date };
  },
);

export const dataset: TableModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: false,
  comparedWhole: true,
  maxFieldChars: 2000,
  maxRecordChars: 20_000,
  staging: table.staging,
  nullRates: { all_price: 0.05 },
  recognise,
  dateColumn: 'month',
  publish: publishIndex,
};

function recognise(head: Head): Layout | Refusal {
  const found = table.find('the UK House Price Index', head);
  if ('refused' in found) return found;
  const { width, columns, at } = found;
  const figures = Object.keys(at) as (keyof typeof at)[];
  const lacks = figures.filter((name) => /_(price|index|volume)$/.test(name) && at[name] === -1).join(' ');
  return table.layout({
    name: columns.has('region_gss_code') ? 'search tool' : 'full file',
    ...found,
    file: { lacks },
    fits: exactWidth(width),
  });
}

function wholeOf(text: string | undefined, row: { refuse(reason: string): null }): number | null {
  const value = figureOf(text, row);
  return value === null ? null : Math.round(value);
}
