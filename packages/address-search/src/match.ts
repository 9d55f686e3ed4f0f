import {
  holdsOtherPostcode,
  isForcesPostcode,
  isGuess,
  type MatchResult,
  matchReadings,
  misreadPostcode,
  normalisePostcode,
  outcodeOf,
  type PreparedQuery,
  postcodesOneSlipAway,
  prepareCandidates,
  prepareQuery,
  type Scored,
  withOtherPostcode,
} from '@domesday/addresses';
import type { Queryable } from '@domesday/db';
import { dictionaryFor } from './dictionary.ts';
import { houseOf } from './documents.ts';
import { homesSharing } from './homes-sharing.ts';
import { withAuthorities } from './in-authority.ts';
import { leftOpen } from './left-open.ts';
import { type HomeCandidate, homesOfPostcode, homesOfPostcodes } from './match.query.ts';
import { withoutOtherName } from './other-name.ts';
import { withoutOtherPlace } from './other-place.ts';
import { withoutOtherTown } from './other-town.ts';
import { MATCHING } from './ranking.ts';
import { search } from './search.ts';

export interface AddressMatch extends MatchResult<HomeCandidate> {
  /**
   * Whether the match has the given postcode, shares its outcode, or was found by the address alone: no postcode was
   * given, or a wrong one.
   */
  matched_on: 'full_postcode' | 'postcode_prefix' | 'address';
  /** The given postcode, or the one at the end of the address; null without one. */
  postcode: string | null;
}

/**
 * Finds the home of an address and its postcode. The candidates are the homes of the exact postcode. If the best of
 * them is not acceptable, further candidates are tried in turn: homes of the outcode with the number or the name, then
 * homes of postcodes one typing error away. If the postcode is missing, or none of its homes is similar, the whole
 * index is searched by the address alone.
 */
export async function match(
  db: Queryable,
  query: { address: string; postcode?: string | null },
): Promise<AddressMatch> {
  return orByOtherPostcode(db, query.address, await matchOnce(db, query));
}

async function matchOnce(
  db: Queryable,
  query: { address: string; postcode?: string | null },
): Promise<AddressMatch> {
  const given = normalisePostcode(query.postcode) ?? misreadPostcode(query.postcode);
  let readings = given === null ? prepareQuery(query.address) : null;
  const postcode = given ?? readings![0]!.parsed.postcode;
  if (postcode === null) return matchWider(db, readings!, nothingOf(readings!), false);
  const homes = await homesOfPostcode(db, postcode);
  readings ??= homes.read(query.address);
  return matchWider(db, readings, matchReadings(readings, homes.prepared()), homes.any);
}

/**
 * Tries the other postcode of a text that has one besides the postcode of `found`. If nothing was found by the first
 * postcode, the result is the home found by the other, as `ambiguous`. If each postcode has a home that fits, the
 * result is `ambiguous` with both.
 */
export async function orByOtherPostcode(
  db: Queryable,
  address: string,
  found: AddressMatch,
): Promise<AddressMatch> {
  const { status, postcode } = found;
  if (postcode === null || isForcesPostcode(postcode)) return found;
  if (status !== 'no_match' && !holdsOtherPostcode(address, postcode)) return found;
  const other = withOtherPostcode(address, postcode);
  const byOther = other && (await matchOnce(db, other));
  if (byOther?.status !== 'matched' && byOther?.status !== 'ambiguous') return found;
  if (status === 'no_match') return placed(leftOpen(byOther, null), matchedOn(byOther, postcode), postcode);
  if (byOther.status !== 'matched' || byOther.matched_on !== 'full_postcode') return found;
  const same = byOther.best!.candidate.uprn === found.best!.candidate.uprn;
  if (same) return found;
  const isMatch = status === 'matched' && found.matched_on === 'full_postcode';
  const first = isMatch && agreementOfPlace(found) >= agreementOfPlace(byOther) ? found : byOther;
  const rival = first === found ? byOther.best! : status === 'parent_only' ? null : found.best!;
  return placed(leftOpen(first, rival), matchedOn(first, postcode), postcode);
}

/** How well the place in the text agrees with the home's: 3 exact, 2 near, 1 unknown, 0 different. */
const agreementOfPlace = ({ best }: AddressMatch): number =>
  ({ exact: 3, near: 2, different: 0 })[best!.evidence.locality as string] ?? 1;

/**
 * Builds the answer, with the confidence of an `ambiguous` one limited. Copies field by field, since spreading the
 * result was the slowest line of `matchMany`.
 */
export const placed = (
  result: MatchResult<HomeCandidate>,
  matched_on: AddressMatch['matched_on'],
  postcode: string | null,
): AddressMatch => {
  const { status, best, alternatives, runner_up_gap, reasons, confidence_if_open, query } = result;
  if (status === 'ambiguous') {
    const confidence = confidenceWhenOpen(result);
    const others = confidence_if_open === null ? alternatives : alternatives.map(besides(best!, confidence));
    return {
      status,
      best: { ...best!, confidence },
      alternatives: others,
      runner_up_gap: Math.max(confidence - (others[0]?.confidence ?? 0), 0),
      reasons,
      confidence_if_open,
      query,
      matched_on,
      postcode,
    };
  }
  return {
    status,
    best,
    alternatives,
    runner_up_gap,
    reasons,
    confidence_if_open,
    query,
    matched_on,
    postcode,
  };
};

/** Confidence of an alternative to an open best: the other flats of its house get the same, others at most the rest. */
const besides =
  ({ evidence: { unit } }: Scored<HomeCandidate>, confidence: number) =>
  (one: Scored<HomeCandidate>): Scored<HomeCandidate> =>
    unit === 'missing_query' && one.evidence.unit === unit && one.lead > -1
      ? { ...one, confidence }
      : { ...one, confidence: Math.min(one.confidence, 1 - confidence, confidence) };

/**
 * The confidence of an `ambiguous` best: at most about the share of such answers that are right on published lists. It
 * is least for a home in another town than the text names without a postcode, since street names repeat.
 */
function confidenceWhenOpen({ best, confidence_if_open }: MatchResult<HomeCandidate>): number {
  if (confidence_if_open !== null) return confidence_if_open;
  const { postcode, locality, other_name } = best!.evidence;
  const inOtherTown = postcode === 'unknown' && locality === 'different';
  if (inOtherTown) return Math.min(best!.confidence, MATCHING.most_of_other_town);
  return Math.min(best!.confidence, other_name ? MATCHING.most_of_other_name : MATCHING.most_when_open);
}

/** The result of a match without candidates. */
const nothingOf = (readings: readonly PreparedQuery[]) => matchReadings<HomeCandidate>(readings, []);

/**
 * The result among the homes of the postcode (`ofPostcode`) or, if it is not acceptable, of the wider searches that
 * `match` describes. `anyHomes`: whether the postcode has homes.
 */
export async function matchWider(
  db: Queryable,
  readings: readonly PreparedQuery[],
  ofPostcode: MatchResult<HomeCandidate>,
  anyHomes: boolean,
): Promise<AddressMatch> {
  const { postcode } = readings[0]!.parsed;
  if (postcode === null) {
    const found = await withoutOtherName(db, await matchAnywhere(db, readings));
    return placed(await withoutOtherTown(db, found, readings), 'address', postcode);
  }
  // A forces post office serves addresses abroad, so no home elsewhere is searched for.
  if (isForcesPostcode(postcode)) return placed(ofPostcode, 'full_postcode', postcode);
  let found = ofPostcode;
  let refused: MatchResult<HomeCandidate> | null = null;
  const inOtherStreet = isOfOtherStreet(ofPostcode);
  const wider = [
    () => matchInOutcode(db, readings, postcode),
    () => matchNearPostcode(db, readings, postcode),
    async () => {
      if (!anyHomes) return matchAnywhere(db, readings);
      return isNothingAlike(found) ? againstPostcode(await matchAnywhere(db, readings)) : null;
    },
  ];
  for (const next of wider) {
    if (isAcceptable(found)) break;
    const other = await next();
    if (inOtherStreet) {
      const inStreet = other && inStreetAsked(other, ofPostcode);
      if (inStreet) {
        found = inStreet;
        break;
      }
    } else if (other && isBetter(other, found)) found = other;
    else if (other && other.alternatives.length > 0) refused ??= other;
  }
  // A refusal shows the nearest candidates, from whichever search they come.
  if (refused && isNothingAlike(found)) found = refused;
  found = await withoutOtherName(db, found);
  found = await withoutOtherPlace(db, found, { readings, postcode, ofPostcode });
  return placed(found, matchedOn(found, postcode), postcode);
}

/** 12 OAK ROAD if the postcode has 12 OAK CLOSE: a postcode near by may have 12 OAK ROAD. */
const isOfOtherStreet = ({ status, best }: MatchResult<HomeCandidate>): boolean =>
  status === 'ambiguous' &&
  best!.evidence.number === 'exact' &&
  best!.evidence.street === 'near' &&
  best!.evidence.other_name;

/** QUAX SCHOOL if the postcode has QUAX HIGH SCHOOL: a postcode near by may have QUAX SCHOOL. */
const isOfOtherKind = ({ best }: MatchResult<HomeCandidate>): boolean =>
  best!.evidence.number !== 'exact' && best!.evidence.building === 'near' && best!.evidence.other_name;

/**
 * The home with the query's street and number, `ambiguous` with that of the postcode as its rival; null without one.
 */
function inStreetAsked(
  other: MatchResult<HomeCandidate>,
  ofPostcode: MatchResult<HomeCandidate>,
): MatchResult<HomeCandidate> | null {
  const homes = other.best ? [other.best, ...other.alternatives] : [];
  const inStreet = homes.find(
    ({ evidence: { street, number, unit, other_name, locality } }) =>
      street === 'exact' &&
      number === 'exact' &&
      unit === ofPostcode.best!.evidence.unit &&
      !other_name &&
      locality !== 'different',
  );
  if (!inStreet) return null;
  const alternatives = homes.filter((home) => home !== inStreet);
  return leftOpen({ ...other, best: inStreet, alternatives }, ofPostcode.best);
}

/** Whether no home in or near the postcode has the street or the name, so that the postcode may be wrong altogether. */
const isNothingAlike = ({ status, alternatives }: MatchResult<HomeCandidate>): boolean =>
  status === 'no_match' && alternatives.length === 0;

/** Makes a match `ambiguous`, since it lies far from the query's postcode although that has homes. */
function againstPostcode(result: MatchResult<HomeCandidate>): MatchResult<HomeCandidate> {
  if (result.status !== 'matched') return result;
  const confidence = Math.min(result.best!.confidence, MATCHING.most_against_postcode);
  return { ...result, status: 'ambiguous', best: { ...result.best!, confidence }, confidence_if_open: null };
}

/**
 * Whether a result is better than the one so far. The confidence of `parent_only` is that of a building and not
 * comparable with a home's: only a match replaces it, and it replaces no `ambiguous` home.
 */
function isBetter(other: MatchResult<HomeCandidate>, found: MatchResult<HomeCandidate>): boolean {
  if (found.status === 'parent_only' && other.status !== 'parent_only') return other.status === 'matched';
  if (other.status === 'parent_only' && found.status === 'ambiguous') return false;
  return other.status !== 'no_match' && (other.best?.confidence ?? 0) > (found.best?.confidence ?? 0);
}

function matchedOn({ best }: MatchResult<HomeCandidate>, postcode: string): AddressMatch['matched_on'] {
  const own = best?.candidate.postcode ?? postcode;
  if (own === postcode) return 'full_postcode';
  return outcodeOf(own) === outcodeOf(postcode) ? 'postcode_prefix' : 'address';
}

/** Whether the best match so far is good enough to stop the search. */
export function isAcceptable(result: MatchResult<HomeCandidate>): boolean {
  if (result.status === 'no_match' || result.status === 'parent_only') return false;
  if (result.status === 'matched') return true;
  if (isOfOtherStreet(result) || isOfOtherKind(result)) return false;
  return (
    result.best?.evidence.unit === 'missing_query' ||
    (result.best?.confidence ?? 0) >= MATCHING.acceptable_from
  );
}

/** The readings by which candidates are searched for. The candidates are then compared with every reading. */
const surely = (readings: readonly PreparedQuery[]): PreparedQuery[] =>
  readings.filter((reading) => !isGuess(reading));

/** Compares with homes of postcodes that differ from the given one by one typing error. */
async function matchNearPostcode(
  db: Queryable,
  readings: readonly PreparedQuery[],
  postcode: string,
): Promise<MatchResult<HomeCandidate>> {
  const found = new Map<number, HomeCandidate>();
  for (const { parsed } of surely(readings)) {
    const { house } = houseOf(parsed);
    const text = [...parsed.building, ...parsed.street, ...parsed.tail].join(' ');
    const homes = await homesOfPostcodes(db, {
      postcodes: postcodesOneSlipAway(postcode),
      house,
      unit: parsed.unit,
      text,
      most: MATCHING.most_without_number,
    });
    for (const home of homes) found.set(home.uprn, home);
  }
  return matchReadings(readings, prepareCandidates([...found.values()]));
}

/** Compares with the results of a search for the address without its postcode. */
async function matchAnywhere(
  db: Queryable,
  readings: readonly PreparedQuery[],
): Promise<MatchResult<HomeCandidate>> {
  const found = new Map<number, HomeCandidate>();
  const asked = surely(readings).map(
    ({ text, within, parsed }) => [`${within} ${text}`, { text, parsed }] as const,
  );
  for (const { text, parsed } of new Map(asked).values()) {
    const hits = await search(db, {
      q: (text ?? '').slice(0, 200),
      parsed,
      limit: MATCHING.most_anywhere,
      loosely: false,
    });
    for (const { uprn, address, postcode, spelling, spelling_postcode } of hits) {
      const own = spelling === address && spelling_postcode === postcode;
      found.set(uprn, {
        uprn,
        address: spelling,
        postcode: spelling_postcode,
        served: own ? null : address,
        served_postcode: own ? null : postcode,
      });
    }
  }
  const homes = [...found.values()];
  return withAuthorities(db, matchReadings(readings, prepareCandidates(homes)), readings, homes);
}

/**
 * Compares with the homes of the outcode that share the rarest name word; if none matches, with those that share any.
 */
async function matchInOutcode(
  db: Queryable,
  readings: readonly PreparedQuery[],
  postcode: string,
): Promise<MatchResult<HomeCandidate>> {
  const dictionary = await dictionaryFor(db);
  const within = async (most: number): Promise<MatchResult<HomeCandidate>> => {
    const found = new Map<number, HomeCandidate>();
    for (const reading of surely(readings)) {
      const homes = await homesSharing(db, reading, { outcode: outcodeOf(postcode), dictionary, most });
      for (const home of homes) found.set(home.uprn, home);
    }
    return matchReadings(readings, prepareCandidates([...found.values()]));
  };
  const rarest = await within(1);
  return rarest.status === 'matched' ? rarest : within(MATCHING.most_names);
}
