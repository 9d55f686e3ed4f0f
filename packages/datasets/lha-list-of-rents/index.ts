import { columnsOf, missingColumns, positionOf, recordAt } from '@domesday/files/header';
import { cleanText, numberOf } from '@domesday/files/values';
import { brmaKey } from '@domesday/loading/kinds/rental-markets/key';
import type { CopyValue, DatasetModule, Head, Layout, MapOutcome, Refusal } from '@domesday/loading/types';
import { publishListOfRents } from './publish.query.ts';
import { source } from './source.ts';

/**
 * The rents behind Local Housing Allowance, net of services, new and renewed tenancies of the twelve months to
 * September: `weekly_rent,year,brma,lha_category,region`, one row for each rent, in whatever order. Categories:
 * A a room in shared accommodation, B to E one to four bedrooms. Names of areas in upper case with underscores.
 */
const COLUMNS = {
  weekly_rent: ['weekly_rent', 'weekly rent', 'rent'],
  year: ['year'],
  brma: ['brma', 'brma_name'],
  category: ['lha_category', 'category', 'cat'],
} as const;
const HIGHEST_WEEKLY = 20_000;

export const dataset: DatasetModule = {
  id: source.id,
  snapshot: false,
  maxFieldChars: 500,
  staging: [
    { name: 'brma_key', type: 'text not null' },
    { name: 'brma_name', type: 'text not null' },
    { name: 'year', type: 'smallint not null' },
    { name: 'category', type: 'text not null' },
    { name: 'weekly_rent', type: 'double precision not null' },
    { name: 'region', type: 'text' },
  ],
  recognise,
  newestRecord: async ({ client, table }) => {
    const { rows } = await client.query(`select make_date(max(year), 9, 30) as newest from ${table}`);
    return rows[0].newest;
  },
  publish: publishListOfRents,
};

function recognise(head: Head): Layout | Refusal {
  const first = recordAt(head.text);
  const columns = columnsOf(first?.fields ?? []);
  const at = Object.fromEntries(
    Object.entries(COLUMNS).map(([name, names]) => [name, positionOf(columns, [...names])]),
  ) as Record<keyof typeof COLUMNS, number>;
  const missing = Object.entries(COLUMNS)
    .filter(([name]) => at[name as keyof typeof COLUMNS] === -1)
    .map(([, names]) => names[0]);
  if (!first || missing.length > 0) return missingColumns('the list of rents', missing);
  const region = positionOf(columns, ['region']);
  const keys = new Map<string, string>();
  const names = new Map<string, string>();

  function map(fields: string[], row: CopyValue[]): MapOutcome {
    const rent = numberOf(fields[at.weekly_rent]);
    if (rent === null || rent <= 0 || rent > HIGHEST_WEEKLY) {
      return `The weekly rent "${fields[at.weekly_rent]}" is not one.`;
    }
    const year = Number(fields[at.year]);
    if (!Number.isInteger(year) || year < 2000 || year > 2100)
      return `The year "${fields[at.year]}" is not one.`;
    const category = fields[at.category]?.trim().toUpperCase() ?? '';
    if (!/^[A-E]$/.test(category)) return `The category "${fields[at.category]}" is not one of A to E.`;
    const brma = fields[at.brma] ?? '';
    let key = keys.get(brma);
    if (key === undefined) {
      key = brmaKey(brma);
      keys.set(brma, key);
      names.set(brma, readable(brma));
    }
    if (key === '') return 'The row names no area.';
    row[0] = key;
    row[1] = names.get(brma)!;
    row[2] = year;
    row[3] = category;
    row[4] = rent;
    row[5] = region === -1 ? null : cleanText(fields[region]);
    return null;
  }
  return { name: 'list of rents', dataOffset: first.end, firstLine: first.nextLine, map };
}

/** `BARROW_IN_FURNESS` as `Barrow in Furness`. */
function readable(name: string): string {
  if (name !== name.toUpperCase()) return name.trim();
  return name
    .trim()
    .toLowerCase()
    .replaceAll('_', ' ')
    .replaceAll(/\b(?!(?:and|of|in|on)\b)[a-z]/g, (letter) => letter.toUpperCase());
}
