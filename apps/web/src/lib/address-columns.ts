/** A list of addresses: the rows of a table, and which of their columns make up the address. */
export interface List {
  rows: string[][];
  /** Separator of the cells, used for the result too, because the same spreadsheet will read it. */
  separator: string;
  /** Whether the first row names the columns. */
  headed: boolean;
  chosen: boolean[];
}

/** Column names by which a row is recognised as the header. */
const NAMED =
  /^(?!.*mail)[a-z _-]*addr(?:ess)?[ _-]*(?:line)?[ _-]*\d?(?: ?\([a-z ]+\))?$|^p(?:ost(?:al)?)?[ _-]?code$|^property$/i;
/** Names of columns that are parts of an address. */
const PARTS =
  'addr|street|road|town|city|localit|post ?code|post_code|postal|pcode|flat|unit|house|building|[ps]aon';
const OF_ADDRESS = new RegExp(
  `^(?!.*(?:found_|mail|phone|price|income|type|landlord|owner|vendor|billing|correspond)).*(?:${PARTS})|^(?:property|number|no\\.?|county)$`,
  'i',
);
const LONGEST_ADDRESS = 300;
/** The header is looked for in this many rows, since titles or `sep=;` may come first. */
const HIGHEST = 10;

export function listOf(given: string[][], separator = ','): List {
  const at = given.slice(0, HIGHEST).findIndex((row) => row.some((name) => NAMED.test(name)));
  const headed = at >= 0;
  const rows = given.slice(Math.max(0, at));
  const [first = []] = rows;
  const columns = Math.max(0, ...rows.map((row) => row.length));
  return {
    rows,
    separator: separator === ';' ? ';' : ',',
    headed,
    chosen: Array.from({ length: columns }, (_, i) => !headed || OF_ADDRESS.test(first[i] ?? '')),
  };
}

/** The address of each row; empty if its cells are empty. */
export const addressesOf = ({ rows, headed, chosen }: List): string[] =>
  rows.slice(headed ? 1 : 0).map((row) =>
    row
      .filter((cell, i) => chosen[i] && cell)
      .join(', ')
      .slice(0, LONGEST_ADDRESS),
  );
