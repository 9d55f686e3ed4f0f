import { type AddressMatch, type AddressQuery, matchMany, premisesOfMany } from '@domesday/address-search';
import { fieldReasonsOf, holdsDate, misreadPostcode, normalisePostcode } from '@domesday/addresses';
import type { Queryable } from '@domesday/db';
import type { Kind } from '@domesday/files/tables/parquet-columns';

/** The columns that are added to each row of the operator's table. */
export interface MatchColumns {
  match_status: 'matched' | 'ambiguous' | 'parent_only' | 'no_match' | 'unreadable';
  matched_uprn: number | null;
  match_confidence: number | null;
  matched_address: string | null;
  /** The spelling of the matched address that was compared with the query. */
  matched_spelling: string | null;
  matched_postcode: string | null;
  /** `source`, or where the postcode was taken from: the `street` or the `position` of the home. */
  matched_postcode_from: string | null;
  matched_parent_uprn: number | null;
  matched_classification: string | null;
  matched_on: string | null;
  postcode_corrected: string | null;
  /** How each part of the address compares, or why the row could not be read. */
  match_reasons: string;
  /** UPRNs that may be meant instead, best first; empty where the status is `matched`. */
  match_alternatives: string;
}

const NO_MATCH: MatchColumns = {
  match_status: 'no_match',
  matched_uprn: null,
  match_confidence: null,
  matched_address: null,
  matched_spelling: null,
  matched_postcode: null,
  matched_postcode_from: null,
  matched_parent_uprn: null,
  matched_classification: null,
  matched_on: null,
  postcode_corrected: null,
  match_reasons: '',
  match_alternatives: '',
};

/** In the order in which they are written. */
export const MATCH_COLUMNS = Object.keys(NO_MATCH) as readonly (keyof MatchColumns)[];

/** Parquet types of the columns, needed if no row has a value. */
export const MATCH_KINDS: Record<keyof MatchColumns, Kind> = {
  ...(Object.fromEntries(MATCH_COLUMNS.map((name) => [name, 'UTF8'])) as Record<keyof MatchColumns, Kind>),
  ...{ matched_uprn: 'INT64', matched_parent_uprn: 'INT64', match_confidence: 'DOUBLE' },
};

/**
 * Answers as one list of values for each of `MATCH_COLUMNS`, to send them to another process. Sending rows with their
 * keys takes about three times as long.
 */
export const byColumn = (answers: readonly MatchColumns[]): unknown[][] =>
  MATCH_COLUMNS.map((column) => answers.map((answer) => answer[column]));

/** The answers that `byColumn` has laid out. */
export const byRow = (columns: unknown[][]): MatchColumns[] =>
  columns[0]!.map((_, i) => {
    const row: Record<string, unknown> = { ...NO_MATCH };
    for (let at = 0; at < columns.length; at += 1) row[MATCH_COLUMNS[at]!] = columns[at]![i];
    return row as unknown as MatchColumns;
  });

/** Maximum length of an address, the same as in addresses.match. */
export const LONGEST_ADDRESS_CHARS = 300;

/** Matches addresses as `addresses.match` does. A text that is not shaped like a postcode is ignored as a postcode. */
export async function answerAll(db: Queryable, queries: readonly AddressQuery[]): Promise<MatchColumns[]> {
  const lookups = queries.map(({ address, postcode }) => ({
    address,
    postcode: normalisePostcode(postcode) ?? misreadPostcode(postcode),
  }));
  const found = await matchMany(db, lookups);
  const premises = await premisesOfMany(
    db,
    found.flatMap(({ best }) => (best ? [best.candidate.uprn] : [])),
  );
  return found.map((match, i) => columnsOf(match, queries[i]!, premises));
}

function columnsOf(
  match: AddressMatch,
  { address: text, postcode: given }: AddressQuery,
  premises: Awaited<ReturnType<typeof premisesOfMany>>,
): MatchColumns {
  const { best, status, matched_on, postcode, alternatives } = match;
  const reasons = best ? fieldReasonsOf(best.evidence) : [];
  // A spreadsheet may have turned the house number 2-1 into a date.
  const dated = status !== 'matched' && holdsDate(text);
  const rest = {
    match_reasons: [
      ...(dated ? ['number:date'] : []),
      ...reasons.map(({ field, outcome }) => `${field}:${outcome}`),
    ].join(' '),
    match_alternatives:
      status === 'matched' ? '' : alternatives.map(({ candidate }) => candidate.uprn).join(' '),
  };
  if (!best || status === 'no_match') return { ...NO_MATCH, ...rest };
  const { uprn, address, served, served_postcode, postcode: found } = best.candidate;
  const own = served_postcode ?? found;
  const query_postcode = postcode ?? given;
  const listed = premises.get(uprn);
  return {
    match_status: status,
    matched_uprn: uprn,
    match_confidence: Math.round(best.confidence * 10_000) / 10_000,
    matched_address: served ?? address,
    matched_spelling: address,
    matched_postcode: own,
    matched_postcode_from: listed?.postcode_from ?? 'source',
    matched_parent_uprn: listed?.parent_uprn ?? null,
    matched_classification: listed?.classification ?? null,
    matched_on,
    postcode_corrected: query_postcode !== null && query_postcode !== own ? own : null,
    ...rest,
  };
}

export function unreadable(why: string): MatchColumns {
  return { ...NO_MATCH, match_status: 'unreadable', match_reasons: why };
}
