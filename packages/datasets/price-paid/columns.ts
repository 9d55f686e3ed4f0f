import { anyDate, entryOf, isGuid, textOrNull } from '@domesday/files/values';
import { type Column, columnTable } from '@domesday/loading/columns';
import { postcodeOf, quoted } from '@domesday/loading/values';
import { saleKey } from './key.ts';

const TYPES: Record<string, string> = {
  D: 'detached',
  S: 'semi_detached',
  T: 'terraced',
  F: 'flat',
  O: 'other',
};
const TENURES: Record<string, string> = { F: 'Freehold', L: 'Leasehold' };
/** An unknown tenure: U in bulk files, no_value in the search tool. */
const UNKNOWN = /^(U|no_value)?$/;
const MAX_PRICE = 2_147_483_647;
/** Advice for days that a spreadsheet wrote in another form. */
export const DAYS = 'Write days as 2024-02-28 or 28/02/2024.';

/**
 * The columns of Price Paid Data, under the names in the search tool's export and in the guide to the bulk files.
 */
export const table = columnTable()({
  transaction_id: {
    type: 'uuid not null',
    from: ['unique_id', 'transaction_unique_identifier', 'transaction_id', 'tuid'],
    read: identifier,
  },
  price: {
    type: 'integer',
    from: ['price_paid', 'price'],
    read: (text, row) => {
      const price = Number(text);
      if (Number.isInteger(price) && price >= 1 && price <= MAX_PRICE) return price;
      return row.refuse(`The price ${quoted(text)} is not a whole number of pounds.`);
    },
  },
  date: {
    type: 'date',
    from: ['deed_date', 'date_of_transfer', 'date'],
    read: (text, row) => anyDate(text) ?? row.refuse(`The date ${quoted(text)} is not a day. ${DAYS}`),
  },
  postcode: { type: 'text', from: ['postcode'], read: postcodeOf },
  property_type: {
    type: 'text',
    from: ['property_type'],
    read: (text, row) =>
      entryOf(TYPES, text!) ?? row.refuse(`The property type ${quoted(text)} is not one of D, S, T, F, O.`),
  },
  new_build: {
    type: 'boolean',
    from: ['new_build', 'old_new'],
    read: (text, row) =>
      text === 'Y' || text === 'N'
        ? text === 'Y'
        : row.refuse(`The new-build flag ${quoted(text)} is not Y or N.`),
  },
  tenure: {
    type: 'text',
    from: ['estate_type', 'duration'],
    read: (text, row) =>
      entryOf(TENURES, text ?? '') ??
      (UNKNOWN.test(text ?? '') ? null : row.refuse(`The tenure ${quoted(text)} is not one of F, L, U.`)),
  },
  saon: { type: 'text', from: ['saon'], read: textOrNull },
  paon: { type: 'text', from: ['paon'], read: textOrNull },
  street: { type: 'text', from: ['street'], read: textOrNull },
  locality: { type: 'text', from: ['locality'], read: textOrNull },
  town: { type: 'text', from: ['town', 'town_city'], read: textOrNull },
  district: { type: 'text', from: ['district'], read: textOrNull },
  county: {
    type: 'text',
    from: ['county'],
    // A or B is the category, which belongs one column further to the right.
    read: (text, row) =>
      text === 'A' || text === 'B'
        ? row.refuse(`The county is ${quoted(text)}: the row lacks one of the columns before it.`)
        : textOrNull(text),
  },
  category: {
    type: 'text',
    from: ['transaction_category', 'ppd_category_type', 'category'],
    read: (text, row) =>
      text === 'A' || text === 'B'
        ? text === 'A'
          ? 'standard'
          : 'additional'
        : row.refuse(`The category ${quoted(text)} is not A or B.`),
  },
  removed: {
    type: 'boolean not null',
    staging_only: true,
    from: ['record_status', 'status'],
    optional: true,
    read: (text, row) =>
      !text || text === 'A' || text === 'C'
        ? false
        : row.refuse(`The record status ${quoted(text)} is not A, C or D.`),
  },
  corrects: {
    type: 'boolean not null',
    staging_only: true,
    from: ['record_status', 'status'],
    optional: true,
    read: (text) => text === 'C',
  },
  address_key: {
    type: 'text',
    staging_only: true,
    read: (_, row) =>
      saleKey(textOrNull(row.raw('saon')), textOrNull(row.raw('paon')), textOrNull(row.raw('street'))),
  },
});

/** A row of status D deletes a sale and has only its identifier. */
export const removals = columnTable()(
  Object.fromEntries(
    table.staging.map(({ name, type }): [string, Column<string, undefined, undefined>] => [
      name,
      {
        type,
        read: name === 'transaction_id' ? identifier : () => ['removed', 'corrects'].includes(name) || null,
      },
    ]),
  ),
);

function identifier(text: string | undefined, row: { refuse(reason: string): null }): string | null {
  return isGuid(text) ? text! : row.refuse('The transaction identifier is not a GUID.');
}
