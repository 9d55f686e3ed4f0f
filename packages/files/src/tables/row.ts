/** A record of a table: its values by column, as far as they can be told, and why it cannot be read. */
export interface TableRow {
  /** Line where it begins, or its number in a file without lines; from 1, a header not counted among records. */
  line: number;
  values: Record<string, unknown>;
  unreadable: string | null;
}

/** The value of a column that a row has itself: every object inherits a `constructor` and a `__proto__`. */
export const valueIn = (values: Readonly<Record<string, unknown>>, column: string): unknown =>
  Object.hasOwn(values, column) ? values[column] : undefined;
