/** A number for a reader: `1,234`. */
export function count(n: number): string {
  return n.toLocaleString('en-GB');
}

/** Such as `1 row` and `1,234 rows`. */
export function counted(n: number, one: string): string {
  return `${count(n)} ${n === 1 ? one : `${one}s`}`;
}
