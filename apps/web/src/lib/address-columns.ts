/** A list of addresses: the rows of a table, and which of their columns make up the address. */
export interface List {
  rows: string[][];
  /** What stands between its cells, which its spreadsheet expects in the result too. */
  separator: string;
  /** Whether the first row names the columns. */
  headed: boolean;
  chosen: boolean[];
}

/** Names by which a first row is known for one of names. */
const NAMED =
  /^(?!.*mail)[a-z _-]*addr(?:ess)?[ _-]*(?:line)?[ _-]*\d?(?: ?\([a-z ]+\))?$|^p(?:ost(?:al)?)?[ _-]?code$|^property$/i;
/** Names of columns that are parts of an address, as far as they tell. */
const PARTS =
  'addr|street|road|town|city|localit|post ?code|post_code|postal|pcode|flat|unit|house|building|[ps]aon';
const OF_ADDRESS = new RegExp(
  `^(?!.*(?:found_|mail|phone|price|income|type|landlord|owner|vendor|billing|correspond)).*(?:${PARTS})|^(?:property|number|no\\.?|county)$`,
  'i',
);
const LONGEST_ADDRESS = 300;
/** Among so many rows are the names of the columns, below titles or `sep=;`. */
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

/** Of each row; empty where its columns are. */
export const addressesOf = ({ rows, headed, chosen }: List): string[] =>
  rows.slice(headed ? 1 : 0).map((row) =>
    row
      .filter((cell, i) => chosen[i] && cell)
      .join(', ')
      .slice(0, LONGEST_ADDRESS),
  );
