/** A field in the usual form: quoted only if it must be. */
function plain(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? quoted(text) : text;
}

function quoted(value: string | number): string {
  return `"${String(value).replaceAll('"', '""')}"`;
}

export type Row = readonly (string | number)[];

/** Lines with fields quoted where needed. */
export function csv(rows: Iterable<Row>, lineEnd = '\n'): string {
  return lines(rows, plain, lineEnd);
}

/** Lines with every field quoted, as price-paid and the GP list are. */
export function quotedCsv(rows: Iterable<Row>, lineEnd = '\n'): string {
  return lines(rows, quoted, lineEnd);
}

/** Lines with text quoted and numbers bare, as the postcode files are. */
export function typedCsv(rows: Iterable<Row>, lineEnd = '\n'): string {
  return lines(rows, (value) => (typeof value === 'number' ? String(value) : quoted(value)), lineEnd);
}

function lines(rows: Iterable<Row>, field: (value: string | number) => string, lineEnd: string): string {
  let text = '';
  for (const row of rows) text += row.map(field).join(',') + lineEnd;
  return text;
}

/** Rows from records, in the order of the header; a column that a record lacks is empty. */
export function* underHeader(
  header: readonly string[],
  records: Iterable<Record<string, string | number>>,
): Generator<Row> {
  yield header;
  for (const record of records) yield header.map((name) => record[name] ?? '');
}
