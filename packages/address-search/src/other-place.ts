import {
  type MatchResult,
  matchReadings,
  outcodeOf,
  type PreparedQuery,
  parseAddress,
  placesLackedBy,
  placeWords,
  prepareCandidates,
  type Scored,
  sectorOf,
} from '@domesday/addresses';
import type { Queryable } from '@domesday/db';
import { dictionaryFor } from './dictionary.ts';
import { homesSharing } from './homes-sharing.ts';
import { leftOpen } from './left-open.ts';
import type { HomeCandidate } from './match.query.ts';
import { withoutOtherTown, withoutVillage } from './other-town.ts';
import type { Dictionary } from './words.ts';

type Result = MatchResult<HomeCandidate>;
type Home = Scored<HomeCandidate>;

interface Queried {
  readings: readonly PreparedQuery[];
  postcode: string;
  /** The result among the homes of the postcode alone. */
  ofPostcode: Result;
}

/**
 * Place words of the query that the matched home's address lacks. Words that no home has are misspellings and ignored.
 */
function otherPlaces(
  { best }: Result,
  [reading]: readonly PreparedQuery[],
  dictionary: Dictionary,
): string[] {
  const { address, postcode } = best!.candidate;
  const lacked = placesLackedBy(address, postcode, reading!.parsed);
  return lacked.filter((word) => dictionary.count(word) > 0);
}

/** Whether the query names a place that the matched home is not in. */
export const namesOtherPlace = (
  result: Result,
  readings: readonly PreparedQuery[],
  dictionary: Dictionary,
): boolean => result.status === 'matched' && otherPlaces(result, readings, dictionary).length > 0;

/**
 * Makes a match `ambiguous` if the postcode and the home are in different villages: the home is 12 MAIN STREET, BEXWICK
 * and the postcode that of MAIN STREET, ASHWICK, unless the query names Bexwick; or the query names Ashwick with the
 * postcode of Bexwick, and each has a number 12.
 */
export async function withoutOtherPlace(db: Queryable, result: Result, asked: Queried): Promise<Result> {
  const { status, best } = result;
  if (status !== 'matched' && status !== 'ambiguous') return result;
  if (best!.candidate.postcode !== asked.postcode) {
    if (isElsewhere(best!, asked) || isNotOfHouseThere(best!, asked) || isOfNamesake(best!, asked))
      return leftOpen(result, null);
    // If the postcode has similar homes, the place has been compared with theirs.
    const { ofPostcode, readings } = asked;
    const silent = ofPostcode.best === null && ofPostcode.alternatives.length === 0;
    if (!silent && !isNameAlone(best!)) return result;
    const far = ['area', 'different'].includes(best!.evidence.postcode);
    return far
      ? withoutOtherTown(db, result, readings)
      : withoutVillage(db, result, readings, outcodeOf(asked.postcode));
  }
  const dictionary = await dictionaryFor(db);
  if (!namesOtherPlace(result, asked.readings, dictionary)) return result;
  const rival = await homeOfPlace(db, result, { ...asked, dictionary });
  return rival ? leftOpen(result, rival) : result;
}

/** Whether only a name identifies the home in its village: MEMORIAL HALL, ASHWICK, XANBURY. */
function isNameAlone({ candidate }: Home): boolean {
  const { number, unit, street } = parseAddress(candidate.address, candidate.postcode);
  return number === null && unit === null && street.length === 0;
}

/** Whether the postcode has homes of the street, all in another place than the home, whose place the query lacks. */
function isElsewhere({ candidate }: Home, { readings, ofPostcode, postcode }: Queried): boolean {
  const own = placeWords(parseAddress(candidate.address, candidate.postcode));
  // Without places in the list, the sector decides: one sector rarely has two streets of one name.
  if (own.length === 0 && sectorOf(candidate.postcode) === sectorOf(postcode)) return false;
  const named = new Set(placeWords(readings[0]!.parsed));
  const placesOfStreet = [ofPostcode.best, ...ofPostcode.alternatives]
    .filter((home) => home !== null && (home.evidence.street_agreement ?? 0) >= SAME_STREET)
    .map((home) => placeWords(parseAddress(home!.candidate.address, postcode)));
  return placesOfStreet.length > 0 && placesOfStreet.every((place) => areDifferent(own, place, named));
}

/** Whether the query names a house of its postcode that the home is not in: 19, OAK HOUSE, OAK ROAD for 19 OAK ROAD. */
function isNotOfHouseThere({ evidence }: Home, { ofPostcode }: Queried): boolean {
  if (evidence.building !== 'missing_candidate' && evidence.building !== 'different') return false;
  return [ofPostcode.best, ...ofPostcode.alternatives].some((home) => home?.evidence.building === 'exact');
}

/**
 * Whether the home is in a namesake of the house in the query. FLAT 3, MANOR HOUSE with the postcode of MANOR HOUSE,
 * MILL LANE, whose flat the list lacks, must not match flat 3 of MANOR HOUSE, CHURCH LANE.
 */
function isOfNamesake({ candidate, evidence }: Home, { readings, ofPostcode, postcode }: Queried): boolean {
  if (!readings[0]!.parsed.unit || evidence.street !== 'missing_query') return false;
  const own = parseAddress(candidate.address, candidate.postcode).street.join(' ');
  return [ofPostcode.best, ...ofPostcode.alternatives].some((home) => {
    if (home?.evidence.building !== 'exact') return false;
    const street = parseAddress(home.candidate.address, postcode).street.join(' ');
    return own !== '' && street !== '' && street !== own;
  });
}

/** Whether number, unit and street of both homes agree equally well with the query. */
function isAlike({ evidence }: Home, { evidence: found }: Home): boolean {
  const sameStreet = (evidence.street_agreement ?? 1) >= Math.min(SAME_STREET, found.street_agreement ?? 1);
  return sameStreet && evidence.number === found.number && evidence.unit === found.unit;
}

/** Least agreement of the names of one street. */
const SAME_STREET = 0.9;

/** Whether two places differ. Words of the home's place that the query names (`named`) are no difference. */
function areDifferent(own: readonly string[], place: readonly string[], named: ReadonlySet<string>): boolean {
  const ownOnly = own.filter((word) => !place.includes(word));
  if (ownOnly.length > 0) return !ownOnly.every((word) => named.has(word));
  return place.some((word) => !own.includes(word));
}

/** The home in the place that the query names that agrees as well as the match, apart from its postcode; else null. */
async function homeOfPlace(
  db: Queryable,
  result: Result,
  { readings, postcode, dictionary }: Queried & { dictionary: Dictionary },
): Promise<Home | null> {
  const places = otherPlaces(result, readings, dictionary);
  const sharing = { outcode: outcodeOf(postcode), dictionary, most: 1, places };
  const homes = await homesSharing(db, readings[0]!, sharing);
  const inPlace = matchReadings(readings, prepareCandidates(homes));
  const { best } = inPlace;
  if (!best || !isAlike(best, result.best!)) return null;
  const lacking = otherPlaces(inPlace, readings, dictionary);
  return places.some((word) => !lacking.includes(word)) ? best : null;
}
