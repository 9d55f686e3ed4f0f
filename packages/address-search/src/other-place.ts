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

interface Asked {
  readings: readonly PreparedQuery[];
  postcode: string;
  /** What the homes of the postcode alone gave. */
  ofPostcode: Result;
}

/** Words of the query that name a place and that the address of the matched home lacks; a word of no home is a slip. */
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
 * Leaves a match open if the postcode says one village and the home is in another: 12 MAIN STREET, BEXWICK for a
 * postcode of MAIN STREET, ASHWICK, unless the query names Bexwick; or if the query names Ashwick with the postcode of
 * Bexwick and each has a number 12.
 */
export async function withoutOtherPlace(db: Queryable, result: Result, asked: Asked): Promise<Result> {
  const { status, best } = result;
  if (status !== 'matched' && status !== 'ambiguous') return result;
  if (best!.candidate.postcode !== asked.postcode) {
    if (isElsewhere(best!, asked) || isNotOfHouseThere(best!, asked) || isOfNamesake(best!, asked))
      return leftOpen(result, null);
    // A postcode with homes of the street tells its place.
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

/** Whether nothing but a name tells the home in its village: MEMORIAL HALL, ASHWICK, XANBURY. */
function isNameAlone({ candidate }: Home): boolean {
  const { number, unit, street } = parseAddress(candidate.address, candidate.postcode);
  return number === null && unit === null && street.length === 0;
}

/** Whether the postcode has homes of this street, all of another place than the home, which the query does not name. */
function isElsewhere({ candidate }: Home, { readings, ofPostcode, postcode }: Asked): boolean {
  const own = placeWords(parseAddress(candidate.address, candidate.postcode));
  // A list that names no places says nothing of another village, and streets of a name are seldom so near.
  if (own.length === 0 && sectorOf(candidate.postcode) === sectorOf(postcode)) return false;
  const named = new Set(placeWords(readings[0]!.parsed));
  const there = [ofPostcode.best, ...ofPostcode.alternatives]
    .filter((home) => home !== null && (home.evidence.street_agreement ?? 0) >= SAME_STREET)
    .map((home) => placeWords(parseAddress(home!.candidate.address, postcode)));
  return there.length > 0 && there.every((place) => tellsApart(own, place, named));
}

/** Whether the query names a house of the postcode that the home is not in: 19, OAK HOUSE, OAK ROAD for 19 OAK ROAD. */
function isNotOfHouseThere({ evidence }: Home, { ofPostcode }: Asked): boolean {
  if (evidence.building !== 'missing_candidate' && evidence.building !== 'different') return false;
  return [ofPostcode.best, ...ofPostcode.alternatives].some((home) => home?.evidence.building === 'exact');
}

/**
 * Whether the postcode has the house that the query names without its street, in another street than the home: FLAT 3,
 * MANOR HOUSE with the postcode of MANOR HOUSE, MILL LANE, of which the list lacks the flat, for one in CHURCH LANE.
 */
function isOfNamesake({ candidate, evidence }: Home, { readings, ofPostcode, postcode }: Asked): boolean {
  if (!readings[0]!.parsed.unit || evidence.street !== 'missing_query') return false;
  const own = parseAddress(candidate.address, candidate.postcode).street.join(' ');
  return [ofPostcode.best, ...ofPostcode.alternatives].some((home) => {
    if (home?.evidence.building !== 'exact') return false;
    const there = parseAddress(home.candidate.address, postcode).street.join(' ');
    return own !== '' && there !== '' && there !== own;
  });
}

/** Whether the query fits the number, the unit and the street of both homes alike. */
function isAlike({ evidence }: Home, { evidence: found }: Home): boolean {
  const ofStreet = (evidence.street_agreement ?? 1) >= Math.min(SAME_STREET, found.street_agreement ?? 1);
  return ofStreet && evidence.number === found.number && evidence.unit === found.unit;
}

/** Least agreement of the names of one street. */
const SAME_STREET = 0.9;

function tellsApart(own: readonly string[], place: readonly string[], named: ReadonlySet<string>): boolean {
  const onlyHere = own.filter((word) => !place.includes(word));
  if (onlyHere.length > 0) return !onlyHere.every((word) => named.has(word));
  return place.some((word) => !own.includes(word));
}

/** The home in the place that the query names which would match as well, were it not for the postcode. */
async function homeOfPlace(
  db: Queryable,
  result: Result,
  { readings, postcode, dictionary }: Asked & { dictionary: Dictionary },
): Promise<Home | null> {
  const places = otherPlaces(result, readings, dictionary);
  const sharing = { outcode: outcodeOf(postcode), dictionary, most: 1, places };
  const homes = await homesSharing(db, readings[0]!, sharing);
  const there = matchReadings(readings, prepareCandidates(homes));
  const { best } = there;
  if (!best || !isAlike(best, result.best!)) return null;
  const lacking = otherPlaces(there, readings, dictionary);
  return places.some((word) => !lacking.includes(word)) ? best : null;
}
