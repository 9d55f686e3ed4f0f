/** A list of addresses: the rows of a table, and which of their columns make up the address. */
export interface List {
  rows: string[][];
  /** Whether the first row names the columns. */
  headed: boolean;
  chosen: boolean[];
}

/** Names by which a first row is known for one of names. */
const NAMED =
  /^(?!.*mail)[a-z _-]*addr(?:ess)?[ _-]*(?:line)?[ _-]*\d?(?: ?\([a-z ]+\))?$|^p(?:ost(?:al)?)?[ _-]?code$/i;
/** Names of columns that are parts of an address, as far as they tell. */
const PARTS =
  'addr|street|road|town|city|localit|post ?code|post_code|postal|pcode|flat|unit|house|building|[ps]aon';
const OF_ADDRESS = new RegExp(
  `^(?!.*(?:mail|phone|price|income|type)).*(?:${PARTS})|^(?:property|number|no\\.?|county)$`,
  'i',
);
const LONGEST_ADDRESS = 300;

export function listOf(rows: string[][]): List {
  const [first = []] = rows;
  const headed = first.some((name) => NAMED.test(name));
  const columns = Math.max(0, ...rows.map((row) => row.length));
  return {
    rows,
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
