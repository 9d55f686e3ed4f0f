import { columnsOf, missingColumns, plainName, positionOf } from '@domesday/files/header';
import { headerWithin } from '@domesday/files/header-row';
import { cleanText, numberOf } from '@domesday/files/values';
import { brmaKey } from '@domesday/loading/kinds/rental-markets/key';
import {
  type CopyValue,
  type DatasetModule,
  type Head,
  type Layout,
  type MapOutcome,
  type Refusal,
  SKIP,
} from '@domesday/loading/types';
import { publishLhaRates } from './publish.query.ts';
import { source } from './source.ts';

/**
 * Local Housing Allowance rates as published for England (Valuation Office Agency), Wales (Rent Officers Wales)
 * and Scotland (Scottish Government): csv, ods or xlsx, one row for each broad rental market area, one column
 * for each category. Seen: `BRMA,CAT A … CAT E`, and `BRMA Name, 1 Bedroom Shared, 1 Bedroom, 2 Bedrooms,
 * 3 Bedrooms, 4 Bedrooms`; titles above the header are read for year and nation, else the names of sheet and
 * file, unless there are columns `year` and `country`. Tables by the month are told by the word; others are
 * pounds a week. Layouts as published on web pages and described by readers; met in made-up files only.
 */
const CATEGORIES: [category: string, column: RegExp][] = [
  ['A', /^cat(egory)?_?a$|shared|(^|_)(room|sar)(_|$)/],
  ['B', /^cat(egory)?_?b$|^(1|one)_?bed/],
  ['C', /^cat(egory)?_?c$|^(2|two)_?bed/],
  ['D', /^cat(egory)?_?d$|^(3|three)_?bed/],
  ['E', /^cat(egory)?_?e$|^(4|four)_?bed/],
];
const AREA = ['brma', 'brma_name', 'broad_rental_market_area', 'broad_rental_market_area_brma', 'area'];
const HIGHEST_WEEKLY = 2000;

export const dataset: DatasetModule = {
  id: source.id,
  snapshot: false,
  namesTell: true,
  maxFieldChars: 2000,
  staging: [
    { name: 'brma_key', type: 'text not null' },
    { name: 'brma_name', type: 'text not null' },
    { name: 'year', type: 'smallint not null' },
    { name: 'monthly_table', type: 'boolean not null' },
    { name: 'country', type: 'text' },
    ...CATEGORIES.map(([category]) => ({ name: `rate_${category.toLowerCase()}`, type: 'double precision' })),
  ],
  recognise,
  newestRecord: async ({ client, table }) => {
    const { rows } = await client.query(`select make_date(max(year), 4, 1) as newest from ${table}`);
    return rows[0].newest;
  },
  publish: publishLhaRates,
};

function recognise(head: Head): Layout | Refusal {
  const header = headerWithin(head.text, isHeader, 30);
  if (!header) return missingColumns('a table of Local Housing Allowance rates', ['BRMA', 'CAT A', 'CAT B']);
  const names = header.fields.map(plainName);
  const area = names.findIndex((name) => AREA.includes(name));
  const columns = CATEGORIES.map(([, is], i) =>
    names.findIndex((name) => is.test(name) && (i === 0 || !CATEGORIES[0]![1].test(name))),
  );
  const yearColumn = positionOf(columnsOf(header.fields), ['year']);
  const countryColumn = positionOf(columnsOf(header.fields), ['country', 'nation']);
  // The nearer to the figures, the likelier it speaks of them.
  const titles = [header.above, head.name, head.workbook ?? ''];
  const year = firstOf(titles, yearOf);
  if (year === null && yearColumn === -1) {
    return {
      refused:
        'it does not say for which year its rates are; put it into the name of the file, for instance lha-2026-27.csv.',
      missing: ['year'],
    };
  }
  const country = firstOf(titles, countryOf);
  const monthly = /month(ly)?\b/i.test(`${header.fields.join(' ')} ${head.name} ${header.above}`);

  function map(fields: string[], row: CopyValue[]): MapOutcome {
    const name = cleanText(fields[area]);
    const rates = columns.map((column) => numberOf(fields[column]?.replace('£', '')));
    // Titles, notes and blank lines around the table.
    if (name === null || columns.every((column) => cleanText(fields[column]) === null)) return SKIP;
    const bad = rates.findIndex(
      (rate) => rate === null || rate <= 0 || rate > HIGHEST_WEEKLY * (monthly ? 5 : 1),
    );
    if (bad !== -1)
      return `The rate "${fields[columns[bad]!]}" of category ${CATEGORIES[bad]![0]} is not one.`;
    const of = yearColumn === -1 ? year : (yearOf(fields[yearColumn]!) ?? numberOf(fields[yearColumn]));
    if (of === null || of < 2008 || of > 2100) return `The year "${fields[yearColumn]}" is not one.`;
    row[0] = brmaKey(name);
    row[1] = name;
    row[2] = of;
    row[3] = monthly;
    row[4] = countryOf(fields[countryColumn] ?? '') ?? country;
    for (const [i, rate] of rates.entries()) row[5 + i] = rate;
    return null;
  }
  const name = `${monthly ? 'monthly' : 'weekly'} rates`;
  return { name, dataOffset: header.end, firstLine: header.nextLine, map };
}

function isHeader(names: string[]): boolean {
  return (
    names.some((name) => AREA.includes(name)) &&
    CATEGORIES.every(([, is], i) =>
      names.some((name) => is.test(name) && (i === 0 || !CATEGORIES[0]![1].test(name))),
    )
  );
}

function firstOf<T>(texts: string[], read: (text: string) => T | null): T | null {
  for (const text of texts) {
    const found = read(text);
    if (found !== null) return found;
  }
  return null;
}

/** The April in which a year of rates begins: of `April 2016`, `2025-26`, `2025 to 2026`, `2025_2026`. */
function yearOf(text: string): number | null {
  const april = /april[ _-]*(20\d\d)/i.exec(text);
  if (april) return Number(april[1]);
  const pair = /(?<!\d)(20\d\d)[ _]*(?:-|–|\/|_|to)[ _]*(?:20)?(\d\d)(?!\d)/i.exec(text);
  return pair && (Number(pair[1]) + 1) % 100 === Number(pair[2]) ? Number(pair[1]) : null;
}

function countryOf(text: string): string | null {
  if (/england|english/i.test(text)) return 'England';
  if (/wales|welsh/i.test(text)) return 'Wales';
  return /scot(land|tish)/i.test(text) ? 'Scotland' : null;
}
