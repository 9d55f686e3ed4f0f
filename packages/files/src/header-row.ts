import { delimiterOf, type FirstRecord, plainName, recordAt } from './header.ts';

/**
 * Finds the header of a table with titles or notes above it: the first of `limit` records whose plain column names
 * satisfy `is`. `above` is the text before the header. Null if there is none.
 */
export function headerWithin(
  text: string,
  is: (names: string[]) => boolean,
  limit: number,
): (FirstRecord & { above: string; delimiter: string }) | null {
  let at = 0;
  let line = 1;
  for (let i = 0; i < limit; i++) {
    const delimiter = delimiterOf(text.slice(at));
    const record = recordAt(text, at, line, delimiter);
    if (!record) return null;
    if (is(record.fields.map(plainName))) return { ...record, above: text.slice(0, at), delimiter };
    at = record.end;
    line = record.nextLine;
  }
  return null;
}
