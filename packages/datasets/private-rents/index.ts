import { missingColumns, plainName } from '@domesday/files/header';
import { headerWithin } from '@domesday/files/header-row';
import { anyDate, numberOf } from '@domesday/files/values';
import { brmaKey } from '@domesday/loading/kinds/rental-markets/key';
import { newestDate } from '@domesday/loading/staging.query';
import {
  type CopyValue,
  type DatasetModule,
  type Head,
  type Layout,
  type MapOutcome,
  type Refusal,
  SKIP,
} from '@domesday/loading/types';
import { areaCode } from '@domesday/loading/values';
import { publishPrivateRents, replacedRows } from './publish.query.ts';
import { source } from './source.ts';

/**
 * Price Index of Private Rents, Office for National Statistics: a workbook whose sheet `Table 1` has its header
 * in the third row and one row for each month and area: `Time period`, `Area code`, `Area name`,
 * `Region or country name`, then `Index`, `Monthly change`, `Annual change` and `Rental price`, each alone and
 * with `one bed`, `two bed`, `three bed`, `four or more bed`, `detached`, `semidetached`, `terraced`,
 * `flat maisonette` behind it. `[x]` and other marks in brackets: no figure. England and Wales by local
 * authority, Scotland by broad rental market area (codes S33…). Means over all tenancies, not new ones alone.
 * The layout is as projects that read the workbook describe it; this loader has met made-up files only.
 */
const SEGMENTS: [segment: string, suffix: string][] = [
  ['all', ''],
  ['1', '_one_bed'],
  ['2', '_two_bed'],
  ['3', '_three_bed'],
  ['4', '_four_or_more_bed'],
  ['detached', '_detached'],
  ['semi_detached', '_semidetached'],
  ['terraced', '_terraced'],
  ['flat', '_flat_maisonette'],
];
const MEASURES = ['rental_price', 'index', 'annual_change'] as const;
const FIXED = 4;

export const dataset: DatasetModule = {
  id: source.id,
  snapshot: true,
  maxFieldChars: 1000,
  staging: [
    { name: 'area_code', type: 'text not null' },
    { name: 'area_name', type: 'text not null' },
    { name: 'brma_key', type: 'text' },
    { name: 'month', type: 'date not null' },
    ...SEGMENTS.flatMap(([segment]) => [
      { name: `rent_${segment}`, type: 'double precision' },
      { name: `index_${segment}`, type: 'double precision' },
      { name: `change_${segment}`, type: 'double precision' },
    ]),
  ],
  nullRates: { rent_all: 0.2 },
  recognise,
  replacedRows,
  newestRecord: ({ client, table }) => newestDate(client, table, 'month'),
  publish: (staged) =>
    publishPrivateRents(
      staged,
      SEGMENTS.map(([segment]) => segment),
    ),
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
  const at = (name: string) => names.indexOf(name);
  const [period, code, name] = [at('time_period'), at('area_code'), at('area_name')];
  const figures = SEGMENTS.flatMap(([, suffix]) => MEASURES.map((measure) => at(`${measure}${suffix}`)));

  function map(fields: string[], row: CopyValue[]): MapOutcome {
    // Notes may stand below the table.
    if ((fields[code] ?? '') === '') return SKIP;
    const month = monthOf(fields[period]);
    if (month === null) return `The time period "${fields[period]}" is not a month.`;
    const area = areaCode(fields[code]);
    if (area === null || !/^[A-Z]\d{8}$/.test(area)) return `"${fields[code]}" is not an area code.`;
    const area_name = fields[name]!.trim();
    row[0] = area;
    row[1] = area_name;
    row[2] = area.startsWith('S33') ? brmaKey(area_name) : null;
    row[3] = month;
    for (const [i, column] of figures.entries()) {
      const text = column === -1 ? '' : (fields[column] ?? '');
      row[FIXED + i] = /^(\[.*\]|[.:-]*)$/.test(text.trim()) ? null : numberOf(text);
    }
    return null;
  }
  return {
    name: head.workbook ? `sheet ${head.name}` : 'table',
    dataOffset: header.end,
    firstLine: header.nextLine,
    map,
  };
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** `2024-01-01`, `01/01/2024`, `Jan-2024`, `2024 JAN`: the first of the month. */
function monthOf(text: string | undefined): string | null {
  const date = anyDate(text);
  if (date) return `${date.slice(0, 7)}-01`;
  const word = /([a-z]{3})[a-z]*/i.exec(text ?? '')?.[1]?.toLowerCase();
  const year = /\b(?:19|20)\d\d\b/.exec(text ?? '')?.[0];
  const month = word ? MONTHS.indexOf(word) + 1 : 0;
  return year && month > 0 ? `${year}-${String(month).padStart(2, '0')}-01` : null;
}
