import type { OperationEntry } from '@domesday/contract';
import type { Kind } from '@domesday/files/tables/parquet-columns';
import { onceFor } from '../http/check/operation-schema.ts';
import { columnKind } from '../http/forms/column-kinds.ts';
import { flatColumnsOf, flatValues } from '../http/forms/flat-columns.ts';
import type { ResultLine } from './result-lines.ts';

/** The answers of one operation as a table with a row for each input. */
export interface Table {
  columns: readonly { name: string; kind: Kind }[];
  /** The values of a line, in the order of the columns. */
  rowOf(line: ResultLine): unknown[];
}

const LINE_COLUMNS = [
  { name: 'index', kind: 'INT64' },
  { name: 'ref', kind: 'UTF8' },
  { name: 'status', kind: 'INT64' },
  { name: 'credits', kind: 'INT64' },
  { name: 'error_code', kind: 'UTF8' },
  { name: 'error_message', kind: 'UTF8' },
] as const;
const BODY = { name: 'body', kind: 'UTF8' } as const;

const OWN: ReadonlySet<string> = new Set([...LINE_COLUMNS, BODY].map(({ name }) => name));

/**
 * The table of an operation: the fields of a line, a column for each value of an answer, and `body` for what has
 * another form, which an input may ask for: a quote or a file. A value named as a field of the line is, as the status
 * of a match, has `body_` in front.
 */
export const tableOf = onceFor((entry: OperationEntry): Table => {
  const flat = flatColumnsOf(entry).map((column) =>
    OWN.has(column.name) ? { ...column, name: `body_${column.name}` } : column,
  );
  return {
    columns: [
      ...LINE_COLUMNS,
      ...flat.map((column) => ({ name: column.name, kind: columnKind(column) })),
      BODY,
    ],
    rowOf: ({ index, ref, status, credits, error, body }) => {
      const other = isOther(body);
      return [
        ...[index, ref, status, credits, error?.code, error && messageOf(error)],
        ...flatValues(flat, other ? undefined : body),
        other ? body : null,
      ];
    },
  };
});

/**
 * No column has the request id, which the message of a fault of the server speaks of. Without the index of the line: of
 * faults that are the same the log names the first line.
 */
const messageOf = ({ message, request_id }: NonNullable<ResultLine['error']>): string =>
  message.replace('The request id', `$& ${request_id.split('.')[0]}`);

const isOther = (body: unknown): boolean =>
  typeof body === 'string' || (body as { quote?: unknown } | undefined)?.quote === true;
