import {
  columnsOf,
  missingColumns,
  plainName,
  positionOf,
  recordAt,
  sampleRecords,
} from '@domesday/files/header';
import { isGuid, isoDate } from '@domesday/files/values';
import type { CopyValue, Head, Layout, Refusal } from '@domesday/loading/types';
import { postcodeOf } from '@domesday/loading/values';
import { saleKey } from './key.ts';

/**
 * Price Paid Data as HM Land Registry publishes it: the bulk files (complete, yearly, monthly) without a
 * header, 15 or 16 columns, PAON before SAON; and the search tool's export, SAON before PAON, bare
 * identifiers, with a header that is missing in some files and glued to the first row in others.
 */

const BULK = [
  'transaction_id',
  'price',
  'date',
  'postcode',
  'type',
  'new',
  'estate',
  'paon',
  'saon',
] as const;
const REST = ['street', 'locality', 'town', 'district', 'county', 'category'] as const;
type Column = (typeof BULK)[number] | (typeof REST)[number];

/** What each column is called in files that name it. */
const NAMES: Record<Column, string[]> = {
  transaction_id: ['unique_id', 'transaction_unique_identifier', 'transaction_id', 'tuid'],
  price: ['price_paid', 'price'],
  date: ['deed_date', 'date_of_transfer', 'date'],
  postcode: ['postcode'],
  type: ['property_type'],
  new: ['new_build', 'old_new'],
  estate: ['estate_type', 'duration'],
  paon: ['paon'],
  saon: ['saon'],
  street: ['street'],
  locality: ['locality'],
  town: ['town', 'town_city'],
  district: ['district'],
  county: ['county'],
  category: ['transaction_category', 'ppd_category_type', 'category'],
};
const STATUS_NAMES = ['record_status', 'status'];

const TYPES: Record<string, string> = {
  D: 'detached',
  S: 'semi_detached',
  T: 'terraced',
  F: 'flat',
  O: 'other',
};
const MAX_PRICE = 2_147_483_647;
const LAST_HEADER = 'linked_data_uri';

export function recognise(head: Head): Layout | Refusal {
  const { text } = head;
  const first = recordAt(text);
  if (!first) return { refused: 'Its first line is not CSV.', missing: [] };

  if (NAMES.transaction_id.includes(plainName(first.fields[0] ?? ''))) return withHeader(text, first);

  const sample = sampleRecords(text, 50);
  const votes = { bulk: 0, search: 0 };
  let width = 0;
  for (const fields of sample) {
    if ((fields.length !== 15 && fields.length !== 16) || !isGuid(fields[0]) || !isoDate(fields[2])) continue;
    width = fields.length;
    if (fields[15]?.startsWith('http')) votes.search++;
    else votes.bulk++;
  }
  if (votes.bulk + votes.search === 0) {
    const looksNamed = first.fields.some((f) => /^[A-Za-z_ ]+$/.test(f));
    const columns = columnsOf(first.fields);
    const missing = (Object.keys(NAMES) as Column[])
      .filter((c) => positionOf(columns, NAMES[c]) === -1)
      .map((c) => NAMES[c][0]!);
    if (looksNamed) return missingColumns('Price Paid Data', missing);
    return {
      refused: `it has ${first.fields.length} columns, where Price Paid Data has 15 or 16 that begin with a transaction identifier, a price and a date.`,
      missing,
    };
  }
  if (votes.search > votes.bulk) return layout('search tool, no header', positions(true), -1, 0, 1);
  return layout(`bulk, ${width} columns`, positions(false), 15, 0, 1);
}

function withHeader(
  text: string,
  first: { fields: string[]; end: number; nextLine: number },
): Layout | Refusal {
  // Seen in three of eight exports: the first row follows the header without a line end.
  const glued = first.fields.findIndex((f) => f.startsWith(`${LAST_HEADER}"`));
  const header = glued === -1 ? first.fields : [...first.fields.slice(0, glued), LAST_HEADER];
  const columns = columnsOf(header);
  const at = {} as Record<Column, number>;
  const missing: string[] = [];
  for (const column of Object.keys(NAMES) as Column[]) {
    at[column] = positionOf(columns, NAMES[column]);
    if (at[column] === -1) missing.push(NAMES[column][0]!);
  }
  if (missing.length > 0) return missingColumns('Price Paid Data', missing);
  const status = positionOf(columns, STATUS_NAMES);
  if (glued !== -1) {
    const offset = text.indexOf(`${LAST_HEADER}"`) + LAST_HEADER.length;
    return layout('search tool, header glued to the first row', at, status, offset, 1);
  }
  return layout('search tool', at, status, first.end, first.nextLine);
}

function positions(saonFirst: boolean): Record<Column, number> {
  const order: Column[] = [...BULK, ...REST];
  if (saonFirst) [order[7], order[8]] = ['saon', 'paon'];
  return Object.fromEntries(order.map((column, i) => [column, i])) as Record<Column, number>;
}

export const staging = [
  { name: 'transaction_id', type: 'uuid not null' },
  { name: 'price', type: 'integer' },
  { name: 'date', type: 'date' },
  { name: 'postcode', type: 'text' },
  { name: 'property_type', type: 'text' },
  { name: 'new_build', type: 'boolean' },
  { name: 'tenure', type: 'text' },
  { name: 'saon', type: 'text' },
  { name: 'paon', type: 'text' },
  { name: 'street', type: 'text' },
  { name: 'locality', type: 'text' },
  { name: 'town', type: 'text' },
  { name: 'district', type: 'text' },
  { name: 'county', type: 'text' },
  { name: 'category', type: 'text' },
  { name: 'removed', type: 'boolean not null' },
  { name: 'address_key', type: 'text' },
];

function layout(
  name: string,
  at: Record<Column, number>,
  status: number,
  dataOffset: number,
  firstLine: number,
): Layout {
  const width = Math.max(...Object.values(at)) + 1;

  function map(fields: string[], row: CopyValue[]): string | null {
    if (fields.length < width || fields.length > 16) {
      return `The row has ${fields.length} columns, not ${width === 15 ? '15 or 16' : width}.`;
    }
    const id = fields[at.transaction_id]!;
    if (!isGuid(id)) return 'The transaction identifier is not a GUID.';
    row[0] = id;
    const state = status === -1 ? 'A' : fields[status] || 'A';
    if (state === 'D') {
      row.fill(null, 1);
      row[15] = true;
      return null;
    }
    if (state !== 'A' && state !== 'C') return `The record status ${quoted(state)} is not A, C or D.`;

    const price = Number(fields[at.price]);
    if (!Number.isInteger(price) || price < 1 || price > MAX_PRICE) {
      return `The price ${quoted(fields[at.price])} is not a whole number of pounds.`;
    }
    const date = isoDate(fields[at.date]);
    if (date === null) return `The date ${quoted(fields[at.date])} is not a day.`;
    const type = TYPES[fields[at.type]!];
    if (type === undefined)
      return `The property type ${quoted(fields[at.type])} is not one of D, S, T, F, O.`;
    const build = fields[at.new]!;
    if (build !== 'Y' && build !== 'N') return `The new-build flag ${quoted(build)} is not Y or N.`;
    const category = fields[at.category]!;
    if (category !== 'A' && category !== 'B') return `The category ${quoted(category)} is not A or B.`;
    const estate = fields[at.estate]!;

    row[1] = price;
    row[2] = date;
    row[3] = postcodeOf(fields[at.postcode]);
    row[4] = type;
    row[5] = build === 'Y';
    // U in bulk files and no_value in the search tool: the register does not say.
    row[6] = estate === 'F' ? 'Freehold' : estate === 'L' ? 'Leasehold' : null;
    const saon = fields[at.saon]! || null;
    const paon = fields[at.paon]! || null;
    const street = fields[at.street]! || null;
    row[7] = saon;
    row[8] = paon;
    row[9] = street;
    row[10] = fields[at.locality]! || null;
    row[11] = fields[at.town]! || null;
    row[12] = fields[at.district]! || null;
    row[13] = fields[at.county]! || null;
    row[14] = category === 'A' ? 'standard' : 'additional';
    row[15] = false;
    row[16] = saleKey(saon, paon, street);
    return null;
  }
  return { name, dataOffset, firstLine, map };
}

function quoted(text: string | undefined): string {
  return `"${(text ?? '').slice(0, 40)}"`;
}
