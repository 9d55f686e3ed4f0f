import { numberOf } from '@domesday/files/values';
import { columnTable } from '@domesday/loading/columns';
import { canBe } from '@domesday/loading/days';
import { brmaKey } from '@domesday/loading/kinds/rental-markets/key';
import { PART_COLUMN } from '@domesday/loading/repeated.query';
import type { TableModule } from '@domesday/loading/types';
import { notAmount, quoted } from '@domesday/loading/values';
import { findCopies, newestRecord, publishListOfRents, replacedRents } from './publish.query.ts';
import { source } from './source.ts';

const HIGHEST_WEEKLY = 20_000;

interface Rent {
  rent: number;
  year: number;
  category: string;
  area: { key: string; name: string };
}
/** Cache of the keys and readable names of areas. */
type Areas = Map<string, Rent['area']>;

/**
 * The list of rents behind Local Housing Allowance, net of services, new and renewed tenancies of the twelve months to
 * September: `weekly_rent,year,brma,lha_category,region`, one row for each rent, in any order. Categories: A a room in
 * shared accommodation, B to E one to four bedrooms. Names of areas are in upper case with underscores.
 */
const table = columnTable<Areas, Rent>()(
  {
    brma_key: {
      type: 'text not null',
      from: ['brma', 'brma_name'],
      read: (_, row) => row.made.area.key,
    },
    brma_name: { type: 'text not null', read: (_, row) => row.made.area.name },
    year: { type: 'smallint not null', from: ['year'], read: (_, row) => row.made.year },
    category: {
      type: 'text not null',
      from: ['lha_category', 'category', 'cat'],
      read: (_, row) => row.made.category,
    },
    weekly_rent: {
      type: 'double precision not null',
      from: ['weekly_rent', 'weekly rent', 'rent'],
      read: (_, row) => row.made.rent,
    },
    region: { type: 'text', from: ['region'], optional: true },
    ...PART_COLUMN,
  },
  (row) => {
    const rent = numberOf(row.raw('weekly_rent'));
    if (rent === null || rent <= 0 || rent > HIGHEST_WEEKLY)
      return row.refuse(`The weekly rent ${quoted(row.raw('weekly_rent'))} ${notAmount(HIGHEST_WEEKLY)}.`);
    const year = Number(row.raw('year'));
    if (!Number.isInteger(year) || year < 2000 || !canBe(`${year}-01-01`))
      return row.refuse(`The year ${quoted(row.raw('year'))} is not one from 2000 to this one.`);
    const category = row.raw('category')?.trim().toUpperCase() ?? '';
    if (!/^[A-E]$/.test(category))
      return row.refuse(`The category ${quoted(row.raw('category'))} is not one of A to E.`);
    const area = areaOf(row.text('brma_key') ?? '', row.file);
    return area.key === '' ? row.refuse('The row names no area.') : { rent, year, category, area };
  },
);

export const dataset: TableModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: false,
  comparedWhole: true,
  keyless: true,
  maxFieldChars: 500,
  staging: table.staging,
  recognise: (head) => {
    const found = table.find('the list of rents', head);
    if ('refused' in found) return found;
    return table.layout({ name: 'list of rents', ...found, width: undefined, file: new Map() });
  },
  newestRecord,
  replacedRows: replacedRents,
  check: async (staged) => {
    const copies = await findCopies(staged);
    if (copies.length === 0) return [];
    const shown = copies.slice(0, 3).join('; ');
    const detail = `${copies.length} groups of areas have the same rents, one by one, and are set aside: ${shown}${copies.length > 3 ? ' …' : ''}`;
    return [{ name: 'copied_rents', status: 'warn', detail }];
  },
  publish: publishListOfRents,
};

function areaOf(text: string, areas: Areas): Rent['area'] {
  let area = areas.get(text);
  if (area === undefined) {
    area = { key: brmaKey(text), name: readable(text) };
    areas.set(text, area);
  }
  return area;
}

/** `BARROW_IN_FURNESS` becomes `Barrow in Furness`. */
function readable(name: string): string {
  if (name !== name.toUpperCase()) return name.trim();
  return name
    .trim()
    .toLowerCase()
    .replaceAll('_', ' ')
    .replaceAll(/\b(?!(?:and|of|in|on)\b)[a-z]/g, (letter) => letter.toUpperCase());
}
