import {
  delimiterOf,
  missingColumns,
  noRecords,
  plainName,
  recordAt,
  sampleRecords,
} from '@domesday/files/header';
import { anyDate, isGuid } from '@domesday/files/values';
import type { FoundColumns } from '@domesday/loading/columns';
import type { Head, Layout, Refusal } from '@domesday/loading/types';
import { quoted } from '@domesday/loading/values';
import { otherOrder } from './column-order.ts';
import { DAYS, removals, table } from './columns.ts';

/**
 * Price Paid Data as HM Land Registry publishes it: the bulk files (complete, yearly, monthly) without a
 * header, 15 or 16 columns, PAON before SAON; and the search tool's export, SAON before PAON, bare
 * identifiers, with a header that is missing in some files and glued to the first row in others.
 */
type At = FoundColumns<
  Parameters<typeof table.layout>[0]['at'] extends Record<infer K, number> ? K : never
>['at'];

/** Column positions of a file without a header; the search tool puts SAON first. */
function positions(saonFirst: boolean): At {
  return {
    transaction_id: 0,
    price: 1,
    date: 2,
    postcode: 3,
    property_type: 4,
    new_build: 5,
    tenure: 6,
    paon: saonFirst ? 8 : 7,
    saon: saonFirst ? 7 : 8,
    street: 9,
    locality: 10,
    town: 11,
    district: 12,
    county: 13,
    category: 14,
    removed: saonFirst ? -1 : 15,
    corrects: saonFirst ? -1 : 15,
    address_key: -1,
  };
}

const WHAT = 'Price Paid Data';
const LAYOUT =
  'Price Paid Data has 15 or 16 columns that begin with a transaction identifier, a price and a date.';
const IDENTIFIERS = ['unique_id', 'transaction_unique_identifier', 'transaction_id', 'tuid'];
const LAST_HEADER = 'linked_data_uri';
const MOST_SAMPLED = 500;
const NAME_THEM =
  "If each column is known, put a first line above them with their names, as in the search tool's export: columns with names may stand in any order.";

export function recognise(head: Head): Layout | Refusal {
  const { text } = head;
  const delimiter = delimiterOf(text);
  const first = recordAt(text, 0, 1, delimiter);
  if (!first) return noRecords(text, [], LAYOUT, []);
  if (first.fields.some((name) => IDENTIFIERS.includes(plainName(name))))
    return withHeader(head, first.fields);

  const votes = { bulk: 0, search: 0 };
  const sales: string[][] = [];
  let width = 0;
  let undated: string | undefined;
  for (const fields of sampleRecords(text, MOST_SAMPLED, delimiter)) {
    if ((fields.length !== 15 && fields.length !== 16) || !isGuid(fields[0])) continue;
    if (!anyDate(fields[2])) {
      undated ??= fields[2];
      continue;
    }
    width = fields.length;
    sales.push(fields);
    if (fields[15]?.startsWith('http')) votes.search++;
    else votes.bulk++;
  }
  if (votes.bulk + votes.search === 0)
    return undated === undefined ? noSales(head, first.fields) : noDays(undated);
  const of_search = votes.search > votes.bulk;
  const at = positions(of_search);
  const wrong = otherOrder(sales, at);
  if (wrong !== null) return { refused: `${wrong} ${NAME_THEM}`, missing: [] };
  const name = of_search ? 'search tool, no header' : `bulk, ${width} columns`;
  return layout(name, { at, dataOffset: 0, firstLine: 1, delimiter });
}

/** The refusal of rows that are sales except that their days have an unknown form. */
function noDays(example: string): Refusal {
  return { refused: `its dates, such as ${quoted(example)}, are not days. ${DAYS}`, missing: [] };
}

function noSales(head: Head, fields: string[]): Refusal {
  const found = table.find(WHAT, head);
  const missing = 'refused' in found ? found.missing : [];
  // The town of a sale could be taken for the name of a column.
  if (!isGuid(fields[0]?.trim()) && fields.some((f) => /^[A-Za-z_ ]+$/.test(f)))
    return missingColumns(WHAT, missing);
  return noRecords(head.text, [15, 16], LAYOUT, missing, fields.length);
}

function withHeader(head: Head, fields: string[]): Layout | Refusal {
  const { text } = head;
  // Seen in three of eight exports: no line end between header and first row.
  const glued = fields.some((f) => f.startsWith(`${LAST_HEADER}"`));
  const end = text.indexOf(`${LAST_HEADER}"`) + LAST_HEADER.length;
  const found = table.find(WHAT, glued ? { ...head, text: `${text.slice(0, end)}"\n` } : head);
  if ('refused' in found) return found;
  if (glued)
    return layout('search tool, header glued to the first row', { ...found, dataOffset: end, firstLine: 1 });
  return layout('search tool', found);
}

type Found = Pick<FoundColumns<keyof At>, 'at' | 'dataOffset' | 'firstLine' | 'delimiter'>;

function layout(name: string, { at, dataOffset, firstLine, delimiter }: Found): Layout {
  const { removed, corrects: _, ...always } = at;
  const width = Math.max(...Object.values(always)) + 1;
  const expected = width === 15 ? '15 or 16' : width;
  const fits = (fields: string[]) =>
    fields.length < width || fields.length > 16
      ? `The row has ${fields.length} columns, not ${expected}.`
      : null;
  const sales = table.layout({ name, at, dataOffset, firstLine, delimiter, file: undefined, fits });
  const gone = removals.layout({ name, at, dataOffset, firstLine, delimiter, file: undefined, fits });
  if (removed === -1) return sales;
  const map: Layout['map'] = (fields, row) => (fields[removed] === 'D' ? gone : sales).map(fields, row);
  return { ...sales, map };
}
