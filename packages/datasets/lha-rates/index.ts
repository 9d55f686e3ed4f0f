import { columnsOf, missingColumns, plainName, positionOf, sampleRecords } from '@domesday/files/header';
import { headerWithin } from '@domesday/files/header-row';
import { numberOf, poundsOf } from '@domesday/files/values';
import { columnTable, exactWidth } from '@domesday/loading/columns';
import { canBe } from '@domesday/loading/days';
import { brmaKey } from '@domesday/loading/kinds/rental-markets/key';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { notAmount, quoted } from '@domesday/loading/values';
import { findContradictions, newestRecord, publishLhaRates } from './publish.query.ts';
import { source } from './source.ts';

type Rate = 'rate_a' | 'rate_b' | 'rate_c' | 'rate_d' | 'rate_e';
const SHARED = /^cat(egory)?_?a$|shared|(^|_)(room|sar)(_|$)/;
/** Rates by category: a room in shared accommodation, then one to four bedrooms. */
const RATES: Record<Rate, RegExp> = {
  rate_a: SHARED,
  rate_b: /^cat(egory)?_?b$|^(1|one)_?bed/,
  rate_c: /^cat(egory)?_?c$|^(2|two)_?bed/,
  rate_d: /^cat(egory)?_?d$|^(3|three)_?bed/,
  rate_e: /^cat(egory)?_?e$|^(4|four)_?bed/,
};
const NAMES = Object.keys(RATES) as Rate[];
const AREA = ['brma', 'brma_name', 'broad_rental_market_area', 'broad_rental_market_area_brma', 'area'];
const HIGHEST_WEEKLY = 2000;
/**
 * How many rows of a file without a header are examined. The first MUST_BE_ROWS must be rates; notes may follow later.
 */
const MOST_SAMPLED = 200;
const MUST_BE_ROWS = 5;
/** Titles of other tables: the rents from which the rates are calculated, and the ceilings of the rates. */
const NO_RATES = /percentile|maximum/i;

/** What the titles and file names say about all rates of a table. */
interface RateTable {
  year: number | null;
  country: string | null;
  monthly: boolean;
}
interface RateRow {
  name: string;
  year: number;
  rates: Record<Rate, number | null>;
}

/**
 * Local Housing Allowance rates as published for England (Valuation Office Agency), Wales (Rent Officers Wales) and
 * Scotland (Scottish Government): csv, ods or xlsx, one row for each broad rental market area, one column for each
 * category. Known headers: `BRMA,CAT A … CAT E`; `BRMA,Room,1 Bed,2 Bed,3 Bed,4 Bed`; `BRMA Name, 1 Bedroom Shared, 1
 * Bedroom, 2 Bedrooms …`; `BRMA,Monthly UC LHA rates 2026 to 2027 - SAR,1 Bed 2026 to 2027 …`. Year and nation come
 * from columns `year` and `country`, else from titles above the header, else from the header and the names of sheet and
 * file. A table is monthly if its titles say so, else weekly.
 *
 * England's workbook has the rates of an earlier April, the 30th percentile of rents, the ceilings and the new rates,
 * in tables of the same columns: only rates are read. The files of Universal Credit (`england-rates-2022-to-2023.csv`)
 * hold monthly rates, some without a header.
 */
const table = columnTable<RateTable, RateRow>()(
  {
    brma_key: { type: 'text not null', read: (_, row) => brmaKey(row.made.name) },
    brma_name: { type: 'text not null', read: (_, row) => row.made.name },
    year: { type: 'smallint not null', read: (_, row) => row.made.year },
    monthly_table: { type: 'boolean not null', read: (_, row) => row.file.monthly },
    country: { type: 'text', read: (text, row) => countryOf(text ?? '') ?? row.file.country },
    rate_a: { type: 'double precision', read: (_, row) => row.made.rates.rate_a },
    rate_b: { type: 'double precision', read: (_, row) => row.made.rates.rate_b },
    rate_c: { type: 'double precision', read: (_, row) => row.made.rates.rate_c },
    rate_d: { type: 'double precision', read: (_, row) => row.made.rates.rate_d },
    rate_e: { type: 'double precision', read: (_, row) => row.made.rates.rate_e },
  },
  (row) => {
    const { monthly } = row.file;
    // Some tables of Wales have the number of the area before its name.
    const name = row.text('brma_name')?.replace(/^\d{1,5} (?=\D)/, '') ?? null;
    // Titles, notes and blank lines around the table.
    if (name === null || NAMES.every((rate) => row.text(rate) === null)) return row.skip();
    if (/^(average|mean)$/i.test(name)) return row.skip('The row is an average of the areas.');
    const rates = Object.fromEntries(
      NAMES.map((rate) => [rate, numberOf(row.raw(rate)?.replace('£', ''))]),
    ) as RateRow['rates'];
    const most = HIGHEST_WEEKLY * (monthly ? 5 : 1);
    const bad = NAMES.find((rate) => {
      const value = rates[rate];
      return value === null || value <= 0 || value > most;
    });
    if (bad) {
      const category = bad.slice(-1).toUpperCase();
      return row.refuse(`The rate ${quoted(row.raw(bad))} of category ${category} ${notAmount(most)}.`);
    }
    const year_text = row.raw('year');
    const year = year_text === undefined ? row.file.year : (yearOf(year_text) ?? numberOf(year_text));
    if (year === null || year < 2008 || !canBe(`${year}-01-01`, 366))
      return row.refuse(`The year ${quoted(year_text)} is not between 2008 and next year.`);
    return { name, year, rates };
  },
);

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: false,
  comparedWhole: true,
  namesTell: true,
  maxFieldChars: 2000,
  staging: table.staging,
  recognise,
  newestRecord,
  check: async (staged) => {
    const contradictions = await findContradictions(staged);
    if (contradictions.length === 0) return [];
    const detail = `two tables have different rates of the same year for ${contradictions.join(', ')}; save the table of the rates that are paid as a file of its own.`;
    return [{ name: 'contradictory_rates', status: 'fail', detail }];
  },
  publish: publishLhaRates,
};

function recognise(head: Head): Layout | Refusal {
  const header = headerWithin(head.text, isHeader, 30);
  if (!header) return withoutHeader(head);
  if (NO_RATES.test(`${header.above} ${head.name}`)) {
    return {
      refused: 'by its title it holds rents or ceilings, not the rates that are paid.',
      missing: [],
    };
  }
  const names = header.fields.map(plainName);
  const columns = columnsOf(header.fields);
  const year = positionOf(columns, ['year']);
  const column_names = header.fields.join(' ');
  // The title nearest to the figures is the most likely to describe them.
  const titles = [header.above, column_names, head.name, head.workbook ?? ''];
  const file = {
    year: firstOf(titles, yearOf),
    country: firstOf(titles, countryOf),
    monthly: /month(ly)?\b/i.test(`${column_names} ${head.name} ${header.above}`),
  };
  if (file.year === null && year === -1) return NO_YEAR;
  const rates = Object.fromEntries(NAMES.map((rate) => [rate, rateColumn(names, rate)])) as Record<
    Rate,
    number
  >;
  return table.layout({
    name: `${file.monthly ? 'monthly' : 'weekly'} rates`,
    at: {
      brma_key: -1,
      brma_name: names.findIndex((name) => AREA.includes(name)),
      year,
      monthly_table: -1,
      country: positionOf(columns, ['country', 'nation']),
      ...rates,
    },
    dataOffset: header.end,
    firstLine: header.nextLine,
    delimiter: header.delimiter,
    file,
  });
}

const NO_YEAR: Refusal = {
  refused:
    'it does not say for which year its rates are; put it into the name of the file, for instance lha-2026-27.csv.',
  missing: ['year'],
};

const NOT_RISING: Refusal = {
  refused:
    'its columns have no names, and their amounts do not rise from a room to four bedrooms in most rows: the columns may stand in another order. Put a first line above them, such as BRMA,CAT A,CAT B,CAT C,CAT D,CAT E.',
  missing: [],
};

/** Recognises a file of Universal Credit without a header: areas with five amounts in pounds a month. */
function withoutHeader(head: Head): Layout | Refusal {
  const rows = sampleRecords(head.text, MOST_SAMPLED);
  const isRow = (fields: string[]) =>
    exactWidth(NAMES.length + 1)(fields) === null &&
    fields.slice(1, 6).every((field) => /^\s*£\s*[\d,]+\.\d\d\s*$/.test(field));
  if (rows.length === 0 || !rows.slice(0, MUST_BE_ROWS).every(isRow))
    return missingColumns('a table of Local Housing Allowance rates', ['BRMA', 'CAT A', 'CAT B']);
  const amounts = rows.filter(isRow).map((fields) => fields.slice(1, 6).map(poundsOf));
  const falls = (i: number) => amounts.filter((row) => row[i + 1]! < row[i]!).length > amounts.length / 2;
  if ([0, 1, 2, 3].some(falls)) return NOT_RISING;
  const titles = [head.name, head.workbook ?? ''];
  const year = firstOf(titles, yearOf);
  if (year === null) return NO_YEAR;
  const rates = Object.fromEntries(NAMES.map((rate, i) => [rate, i + 1])) as Record<Rate, number>;
  return table.layout({
    name: 'monthly rates without a header',
    at: { brma_key: -1, brma_name: 0, year: -1, monthly_table: -1, country: -1, ...rates },
    dataOffset: 0,
    firstLine: 1,
    file: { year, country: firstOf(titles, countryOf), monthly: true },
  });
}

/** The column of a category; `1 Bedroom Shared` only counts as the shared room. */
function rateColumn(names: string[], rate: Rate): number {
  return names.findIndex((name) => RATES[rate].test(name) && (rate === 'rate_a' || !SHARED.test(name)));
}

function isHeader(names: string[]): boolean {
  return names.some((name) => AREA.includes(name)) && NAMES.every((rate) => rateColumn(names, rate) !== -1);
}

function firstOf<T>(texts: string[], read: (text: string) => T | null): T | null {
  for (const text of texts) {
    const found = read(text);
    if (found !== null) return found;
  }
  return null;
}

/** The April in which a year of rates begins: `April 2016`, `2025-26`, `2025 to 2026`, `2025-to-2026`. */
function yearOf(text: string): number | null {
  const april = /april[ _-]*(20\d\d)/i.exec(text);
  if (april) return Number(april[1]);
  const pair = /(?<!\d)(20\d\d)[ _]*(?:-to-|-|–|\/|_|to)[ _]*(?:20)?(\d\d)(?!\d)/i.exec(text);
  return pair && (Number(pair[1]) + 1) % 100 === Number(pair[2]) ? Number(pair[1]) : null;
}

function countryOf(text: string): string | null {
  if (/england|english/i.test(text)) return 'England';
  if (/wales|welsh/i.test(text)) return 'Wales';
  return /scot(land|tish)/i.test(text) ? 'Scotland' : null;
}
