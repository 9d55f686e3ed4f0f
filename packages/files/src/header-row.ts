import { delimiterOf, type FirstRecord, plainName, recordAt } from './header.ts';

/**
 * The header of a table with title or note lines above it: the first record within `limit` whose plain column names
 * satisfy `is`. `above` is the text before it.
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
