import { missingColumns, plainName } from '@domesday/files/header';
import { headerWithin } from '@domesday/files/header-row';
import { anyDate } from '@domesday/files/values';
import { columnTable } from '@domesday/loading/columns';
import { MONTHS } from '@domesday/loading/dates';
import { brmaKey } from '@domesday/loading/kinds/rental-markets/key';
import { PART_COLUMN } from '@domesday/loading/repeated.query';
import { newestDate } from '@domesday/loading/staging.query';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { areaCode, figureOf, quoted } from '@domesday/loading/values';
import { publishPrivateRents, replacedRows } from './publish.query.ts';
import { source } from './source.ts';

const SEGMENTS = {
  all: '',
  '1': '_one_bed',
  '2': '_two_bed',
  '3': '_three_bed',
  '4': '_four_or_more_bed',
  detached: '_detached',
  semi_detached: '_semidetached',
  terraced: '_terraced',
  flat: '_flat_maisonette',
};
type Segment = keyof typeof SEGMENTS;
const MEASURES = { rent: 'rental_price', index: 'index', change: 'annual_change' };
type Figure = `${keyof typeof MEASURES}_${Segment}`;

/** A column for each segment and measure. Marks in brackets mean that there is no figure. */
const FIGURES = Object.fromEntries(
  Object.entries(SEGMENTS).flatMap(([segment, suffix]) =>
    Object.entries(MEASURES).map(([short, measure]) => [
      `${short}_${segment}`,
      { type: 'double precision', from: [`${measure}${suffix}`], optional: true, read: readFigure },
    ]),
  ),
) as Record<Figure, { type: string; from: string[]; optional: true; read: typeof readFigure }>;

/**
 * Price Index of Private Rents, Office for National Statistics: a workbook whose sheet `Table 1` has its header in the
 * third row and one row for each month and area: `Time period`, `Area code`, `Area name`, `Region or country name`,
 * then `Index`, `Monthly change`, `Annual change` and `Rental price`, each alone and followed by `one bed`, `two bed`,
 * `three bed`, `four or more bed`, `detached`, `semidetached`, `terraced`, `flat maisonette`. `[x]` and other marks in
 * brackets: no figure, or no code of an area in Northern Ireland. England and Wales by local authority, Scotland by
 * broad rental market area (codes S33…). Means over all tenancies, not only new ones. The layout is taken from projects
 * that read the workbook; tested with made-up files only.
 */
const table = columnTable<undefined, { area: string; name: string; month: string }>()(
  {
    area_code: { type: 'text not null', from: ['area_code'], read: (_, row) => row.made.area },
    area_name: { type: 'text not null', from: ['area_name'], read: (_, row) => row.made.name },
    brma_key: {
      type: 'text',
      read: (_, { made }) => (made.area.startsWith('S33') ? brmaKey(made.name) : null),
    },
    month: { type: 'date not null', from: ['time_period'], read: (_, row) => row.made.month },
    ...FIGURES,
    ...PART_COLUMN,
  },
  (row) => {
    // Notes may follow the table.
    if ((row.raw('area_code') ?? '') === '') return row.skip();
    // Market areas of Northern Ireland have a mark in place of the code.
    if (/^\[.*\]$/.test(row.raw('area_code')!.trim())) return row.skip('The area has no code.');
    const month = monthOf(row.raw('month'));
    if (month === null) return row.refuse(`The time period ${quoted(row.raw('month'))} is not a month.`);
    const area = areaCode(row.raw('area_code'));
    if (area === null || !/^[A-Z]\d{8}$/.test(area))
      return row.refuse(`${quoted(row.raw('area_code'))} is not an area code.`);
    const name = row.text('area_name');
    return name === null ? row.refuse('The area has no name.') : { area, name, month };
  },
);

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  wholeFile: { key: ['area_code', 'month'] },
  comparedWhole: true,
  maxFieldChars: 1000,
  staging: table.staging,
  nullRates: { rent_all: 0.2 },
  recognise,
  replacedRows,
  newestRecord: ({ client, table }) => newestDate(client, table, 'month'),
  publish: (staged) => publishPrivateRents(staged, Object.keys(SEGMENTS)),
};

function recognise(head: Head): Layout | Refusal {
  const header = headerWithin(head.text, (names) => names.includes('time_period'), 12);
  const names = header?.fields.map(plainName) ?? [];
  const needed = ['time_period', 'area_code', 'area_name', 'rental_price', 'index'];
  const missing = needed.filter((name) => !names.includes(name));
  if (!header || missing.length > 0) {
    return missingColumns(
      'the Price Index of Private Rents',
      header ? missing.map((name) => name.replaceAll('_', ' ')) : ['Time period'],
    );
  }
  const rest = { ...head, text: head.text.slice(header.above.length) };
  const found = table.find('the Price Index of Private Rents', rest);
  if ('refused' in found) return found;
  return table.layout({
    name: head.workbook ? `sheet ${head.name}` : 'table',
    at: found.at,
    dataOffset: header.end,
    firstLine: header.nextLine,
    delimiter: header.delimiter,
    file: undefined,
  });
}

/** A figure; null for `[x]` and the like. */
function readFigure(text: string | undefined, row: { refuse(reason: string): null }): number | null {
  return /^(\[.*\]|[.:-]*)$/.test((text ?? '').trim()) ? null : figureOf(text, row);
}

/** `2024-01-01`, `01/01/2024`, `Jan-2024`, `2024 JAN`: the first of the month. */
function monthOf(text: string | undefined): string | null {
  const date = anyDate(text);
  // In a date with slashes, a day other than the first shows that the month stands first.
  if (date && text!.includes('/') && !date.endsWith('-01')) return null;
  if (date) return `${date.slice(0, 7)}-01`;
  const word = /([a-z]{3})[a-z]*/i.exec(text ?? '')?.[1]?.toLowerCase();
  const year = /\b(?:19|20)\d\d\b/.exec(text ?? '')?.[0];
  const month = word ? MONTHS.indexOf(word) + 1 : 0;
  return year && month > 0 ? `${year}-${String(month).padStart(2, '0')}-01` : null;
}
