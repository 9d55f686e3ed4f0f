/**
 * A record of a table: its values by column as far as they could be read, and why it cannot be read (null if it can).
 */
export interface TableRow {
  /** The line on which the record begins, from 1; in a file without lines the number of the record. */
  line: number;
  values: Record<string, unknown>;
  unreadable: string | null;
}

/** The row's own value of a column. Inherited members such as `constructor` and `__proto__` do not count. */
export const valueIn = (values: Readonly<Record<string, unknown>>, column: string): unknown =>
  Object.hasOwn(values, column) ? values[column] : undefined;
