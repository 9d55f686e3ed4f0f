import { delimiterOf, noRecords, sampleRecords } from '@domesday/files/header';
import { isGuid } from '@domesday/files/values';
import { columnTable } from '@domesday/loading/columns';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { notUprn, uprnOf } from '@domesday/loading/values';
import { publishLookup } from './publish.query.ts';
import { source } from './source.ts';

/**
 * HM Land Registry's own look-up from a Price Paid transaction to its UPRNs: two columns without a header, the
 * identifier in braces. Each monthly file covers only that month's transactions, so files are cumulative; one
 * transaction may have several UPRNs.
 */
const table = columnTable()({
  transaction_id: {
    type: 'uuid not null',
    read: (text, row) => {
      if (isGuid(text)) return text!;
      // Some files have a header nevertheless.
      if (/^(tuid|transaction.*|unique_id)$/i.test(text!)) return row.skip();
      return row.refuse('The transaction identifier is not a GUID.');
    },
  },
  uprn: {
    type: 'bigint not null',
    read: (text, row) => uprnOf(text) ?? row.refuse(notUprn(text)),
  },
});

export const dataset: DatasetModule = {
  id: source.id,
  snapshot: false,
  maxFieldChars: 200,
  maxRecordChars: 1000,
  staging: table.staging,
  recognise,
  withholds: {},
  publish: publishLookup,
};

function recognise(head: Head): Layout | Refusal {
  // A number that is no UPRN still counts here: it is refused row by row.
  const isRow = (f: string[]) => f.length === 2 && isGuid(f[0]) && /\d/.test(f[1]!);
  const delimiter = delimiterOf(head.text);
  const sample = sampleRecords(head.text, 20, delimiter);
  if (!sample.some(isRow)) {
    const layout = 'the look-up has two: a transaction identifier and a UPRN.';
    return noRecords(head.text, [2], layout, ['transaction identifier', 'UPRN']);
  }
  return table.layout({
    name: 'two columns, no header',
    at: { transaction_id: 0, uprn: 1 },
    dataOffset: 0,
    firstLine: 1,
    delimiter,
    file: undefined,
    fits: (fields) => (fields.length === 2 ? null : `The row has ${fields.length} columns, not 2.`),
  });
}
