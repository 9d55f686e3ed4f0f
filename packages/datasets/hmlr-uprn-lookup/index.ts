import { recordAt, sampleRecords } from '@domesday/files/header';
import { isGuid } from '@domesday/files/values';
import {
  type CopyValue,
  type DatasetModule,
  type Head,
  type Layout,
  type MapOutcome,
  type Refusal,
  SKIP,
} from '@domesday/loading/types';
import { uprnOf } from '@domesday/loading/values';
import { publishLookup } from './publish.query.ts';
import { source } from './source.ts';

/**
 * HM Land Registry's own look-up from a Price Paid transaction to its UPRNs: two columns without a header, the
 * identifier in braces. Each monthly file covers that month's transactions alone, so files add up; one
 * transaction may have several UPRNs.
 */
export const dataset: DatasetModule = {
  id: source.id,
  snapshot: false,
  maxFieldChars: 200,
  maxRecordChars: 1000,
  staging: [
    { name: 'transaction_id', type: 'uuid not null' },
    { name: 'uprn', type: 'bigint not null' },
  ],
  recognise,
  publish: publishLookup,
};

function recognise(head: Head): Layout | Refusal {
  const isRow = (f: string[]) => f.length === 2 && isGuid(f[0]) && /^\d{1,12}$/.test(f[1]?.trim() ?? '');
  const sample = sampleRecords(head.text, 20);
  if (!sample.some(isRow)) {
    return {
      refused: `it has ${recordAt(head.text)?.fields.length ?? 0} columns, where the look-up has two: a transaction identifier and a UPRN.`,
      missing: ['transaction identifier', 'UPRN'],
    };
  }
  return { name: 'two columns, no header', dataOffset: 0, firstLine: 1, map };
}

function map(fields: string[], row: CopyValue[]): MapOutcome {
  if (fields.length !== 2) return `The row has ${fields.length} columns, not 2.`;
  if (/^(tuid|transaction.*|unique_id)$/i.test(fields[0]!)) return SKIP;
  if (!isGuid(fields[0])) return 'The transaction identifier is not a GUID.';
  const uprn = uprnOf(fields[1]);
  if (uprn === null) return `"${fields[1]}" is not a UPRN.`;
  row[0] = fields[0]!;
  row[1] = uprn;
  return null;
}
