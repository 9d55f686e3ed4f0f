import {
  type MatchResult,
  matchReadings,
  outcodeOf,
  type PreparedAddress,
  prepareCandidates,
  prepareQuery,
} from '@domesday/addresses';
import type { Queryable } from '@domesday/db';
import { houseOf } from './documents.ts';
import { type HomeCandidate, homesOfOutcode, homesOfPostcode } from './match.query.ts';
import { dictionaryFor } from './search.ts';
import type { Dictionary } from './words.ts';

export interface AddressMatch extends MatchResult<HomeCandidate> {
  /** Whether the answer bears the postcode that was given, or was found by its first half. */
  matched_on: 'full_postcode' | 'postcode_prefix';
}

const MOST_DOCUMENTS = 400;

/**
 * The home that an address and its postcode mean. The candidates are those of the exact postcode; where the best
 * of them is not acceptable, those of the outcode that share the number or the name are compared too, and
 * `matched_on` says which it was.
 */
export async function match(
  db: Queryable,
  query: { address: string; postcode: string },
): Promise<AddressMatch> {
  const readings = prepareQuery(query.address, query.postcode);
  const exact = matchReadings(readings, prepareCandidates(await homesOfPostcode(db, query.postcode)));
  if (isAcceptable(exact)) return { ...exact, matched_on: 'full_postcode' };
  const wider = await prefixCandidates(db, readings, query.postcode);
  const near = matchReadings(readings, prepareCandidates(wider));
  const better = near.status !== 'no_match' && (near.best?.confidence ?? 0) > (exact.best?.confidence ?? 0);
  if (!better) return { ...exact, matched_on: 'full_postcode' };
  return {
    ...near,
    matched_on: near.best?.candidate.postcode === query.postcode ? 'full_postcode' : 'postcode_prefix',
  };
}

/** Whether the best of the exact postcode stands, so that the prefix need not be asked. */
export function isAcceptable(result: MatchResult<HomeCandidate>): boolean {
  if (result.status === 'no_match' || result.status === 'parent_only') return false;
  if (result.status === 'matched') return true;
  return result.best?.evidence.unit === 'missing_query' || (result.best?.confidence ?? 0) >= 0.5;
}

async function prefixCandidates(
  db: Queryable,
  readings: readonly PreparedAddress[],
  postcode: string,
): Promise<HomeCandidate[]> {
  const dictionary = await dictionaryFor(db);
  const found = new Map<number, HomeCandidate>();
  for (const reading of readings) {
    const words = prefixQuery(reading, outcodeOf(postcode), dictionary);
    if (words === '') continue;
    const { house } = houseOf(reading.parsed);
    const homes = await homesOfOutcode(db, {
      words,
      house,
      unit: reading.parsed.unit,
      limit: MOST_DOCUMENTS,
    });
    for (const home of homes) found.set(home.uprn, home);
  }
  return [...found.values()];
}

/** The outcode, the number where there is one, and one of the street's or building's rarer words as known. */
function prefixQuery(reading: PreparedAddress, outcode: string, dictionary: Dictionary): string {
  const { house } = houseOf(reading.parsed);
  const names = [...reading.parsed.building, ...reading.parsed.street];
  const known = new Map<string, number>();
  for (const word of names) {
    if (dictionary.count(word) > 0) known.set(word, dictionary.count(word));
    else for (const option of dictionary.corrections(word, 4)) known.set(option, dictionary.count(option));
  }
  const telling = [...known].sort((a, b) => a[1] - b[1]).slice(0, house === null ? 3 : 8);
  const quoted = (word: string): string => `'${word.replace(/[^A-Z0-9#/]/g, '')}'`;
  if (telling.length === 0) return '';
  const any = telling.map(([word]) => quoted(word)).join('|');
  return [quoted(outcode), ...(house === null ? [] : [quoted(`#${house}`)]), `(${any})`].join('&');
}
