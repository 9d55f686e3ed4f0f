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
/** Streets whose homes are looked at, and homes that are compared, where no number tells them apart. */
const NEAREST_WITHOUT_NUMBER = 60;
const MOST_WITHOUT_NUMBER = 120;
/** Names that one of is asked for: without a number fewer, since each brings every named home. */
const MOST_NAMES = { numbered: 8, named: 3 } as const;

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
  const near = await matchInOutcode(db, readings, query.postcode);
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

/** Compares with the homes of the outcode that share the rarest name, and where none of them is it, any name. */
async function matchInOutcode(
  db: Queryable,
  readings: readonly PreparedAddress[],
  postcode: string,
): Promise<MatchResult<HomeCandidate>> {
  const dictionary = await dictionaryFor(db);
  const within = async (most: number): Promise<MatchResult<HomeCandidate>> => {
    const found = new Map<number, HomeCandidate>();
    for (const reading of readings) {
      const homes = await homesSharing(db, reading, outcodeOf(postcode), dictionary, most);
      for (const home of homes) found.set(home.uprn, home);
    }
    return matchReadings(readings, prepareCandidates([...found.values()]));
  };
  const rarest = await within(1);
  return rarest.status === 'matched' ? rarest : within(MOST_NAMES.numbered);
}

/** Homes of the outcode with the number, where there is one, and one of the query's rarest `most` names. */
async function homesSharing(
  db: Queryable,
  { parsed }: PreparedAddress,
  outcode: string,
  dictionary: Dictionary,
  most: number,
): Promise<HomeCandidate[]> {
  const { house } = houseOf(parsed);
  const names = [...parsed.building, ...parsed.street]
    .map((word) => {
      const known = dictionary.count(word) > 0 ? [word] : dictionary.corrections(word, 4);
      return { word, known, documents: known.reduce((sum, option) => sum + dictionary.count(option), 0) };
    })
    .filter((name) => name.documents > 0)
    .sort((a, b) => a.documents - b.documents);
  if (names.length === 0) return [];
  const quoted = (word: string): string => `'${word.replace(/[^A-Z0-9#/]/g, '')}'`;
  const any = names
    .slice(0, house === null ? Math.min(most, MOST_NAMES.named) : most)
    .flatMap(({ known }) => known.map(quoted));
  const own = names.find(({ word }) => parsed.building.includes(word));
  return homesOfOutcode(db, {
    index: `${quoted(outcode)}&(${any.join('|')})`,
    whole: house === null ? null : quoted(`#${house}`),
    text: [...parsed.building, ...parsed.street, ...parsed.tail].join(' '),
    house,
    unit: parsed.unit,
    names: own ? own.known : [],
    most_documents: MOST_DOCUMENTS,
    nearest_without_number: NEAREST_WITHOUT_NUMBER,
    most_without_number: MOST_WITHOUT_NUMBER,
  });
}
