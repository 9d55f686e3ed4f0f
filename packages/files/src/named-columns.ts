import { columnsOf, missingColumns, positionOf, recordAt } from './header.ts';
import type { Head, Refusal } from './types.ts';

/** Where the columns of a file lie: -1 for an optional one that it lacks. */
export interface NamedColumns<K extends string> {
  at: Record<K, number>;
  /** All columns by plain name. */
  columns: Map<string, number>;
  header: string[];
  width: number;
  dataOffset: number;
  firstLine: number;
}

const LINES_BEFORE_A_HEADER = 30;

/**
 * Finds the header of a file and its columns by name, whatever their order. Each column lists the names that
 * it goes by. Lines before the header (titles, notes) are passed over where `preamble` is set.
 */
export function namedColumns<R extends string, O extends string = never>(
  what: string,
  head: Head,
  required: Record<R, string[]>,
  optional: Record<O, string[]> = {} as Record<O, string[]>,
  { delimiter = ',', preamble = false }: { delimiter?: string; preamble?: boolean } = {},
): NamedColumns<R | O> | Refusal {
  let fewest: string[] | null = null;
  let offset = 0;
  let line = 1;
  for (let tried = 0; tried < (preamble ? LINES_BEFORE_A_HEADER : 1); tried++) {
    const record = recordAt(head.text, offset, line, delimiter);
    if (!record) break;
    offset = record.end;
    line = record.nextLine;
    const columns = columnsOf(record.fields);
    const missing = (Object.keys(required) as R[]).filter((key) => positionOf(columns, required[key]) === -1);
    if (missing.length === 0) {
      const at = {} as Record<R | O, number>;
      for (const [key, names] of Object.entries({ ...required, ...optional }) as [R | O, string[]][])
        at[key] = positionOf(columns, names);
      const width = record.fields.length;
      return {
        at,
        columns,
        header: record.fields,
        width,
        dataOffset: record.end,
        firstLine: record.nextLine,
      };
    }
    if (!fewest || missing.length < fewest.length) fewest = missing.map((key) => required[key][0]!);
  }
  return missingColumns(what, fewest ?? Object.values<string[]>(required).map((names) => names[0]!));
}

export function isRefused<T extends object>(found: T | Refusal): found is Refusal {
  return 'refused' in found;
}

/** Why a row does not fit under its header, or null where it does. Columns left out at the end are blank. */
export function wrongWidth(fields: string[], width: number): string | null {
  if (fields.length === width) return null;
  const blankEnd = fields.length > width && fields.slice(width).every((field) => field === '');
  return blankEnd ? null : `The row has ${fields.length} columns, where the header names ${width}.`;
}
