/** `1 row` and `2 rows`; `shown` is the number as it is written. */
export function rowsOf(rows: number, shown: string = String(rows)): string {
  return `${shown} ${rows === 1 ? 'row' : 'rows'}`;
}
