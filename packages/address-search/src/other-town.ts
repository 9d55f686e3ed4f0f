import {
  areaOf,
  type MatchResult,
  outcodeOf,
  type ParsedAddress,
  type PreparedQuery,
  parseAddress,
  placesElsewhere,
  placesLackedBy,
  placeWords,
  sectorOf,
} from '@domesday/addresses';
import type { Queryable } from '@domesday/db';
import { dictionaryFor } from './dictionary.ts';
import { namesOfPlaces, placeNamedAlone, wordsOfAuthority } from './in-authority.ts';
import { leftOpen, leftWithoutPlace } from './left-open.ts';
import { authoritiesOf, type HomeCandidate, placesOfSales, postcodesIn, streetsWith } from './match.query.ts';
import { MATCHING, REACH } from './ranking.ts';
import { quoted } from './terms.ts';

type Result = MatchResult<HomeCandidate>;

/**
 * Makes a match without a confirming postcode `ambiguous` if the home is not in a place that the query names (12 OAK
 * STREET, KENT for 12 OAK STREET, XANBURY), or if the query names no place and there may be others (12 MAIN STREET if
 * the list has MAIN STREET in two villages).
 */
export async function withoutOtherTown(
  db: Queryable,
  result: Result,
  readings: readonly PreparedQuery[],
): Promise<Result> {
  if (result.status !== 'matched') return result;
  const { query, best } = result;
  const { candidate } = best!;
  if (isInOtherDistrict(query, candidate)) return leftOpen(result, null);
  const home = parseAddress(candidate.address, candidate.postcode);
  if (query.tail.length === 0) {
    const open = placesSaid(query, home).length === 0 && (await mayBeAnywhere(db, query, candidate, home));
    return open ? leftWithoutPlace(result) : withoutVillage(db, result, readings);
  }
  if (await isInVillage(db, query, candidate)) return leftOpen(result, null);
  if (await isElsewhere(db, query, candidate))
    return (await isOfCountyAlone(db, query, candidate)) ? leftWithoutPlace(result) : leftOpen(result, null);
  return (await isOfDistrictAlone(db, query, candidate))
    ? leftWithoutPlace(result)
    : withoutVillage(db, result, readings);
}

/** 12 OAK ROAD, XANBURY, XE2 for a home of XE1: a postcode district at the end contradicts the home's. */
const isInOtherDistrict = ({ tail }: ParsedAddress, { postcode }: HomeCandidate): boolean =>
  DISTRICT.test(tail.at(-1) ?? '') && !isOfDistrict(outcodeOf(postcode), tail.at(-1)!);
/** EC1A is a part of EC1. */
const isOfDistrict = (outcode: string, district: string): boolean =>
  outcode === district || (LETTER_AT_END.test(outcode) && outcode.slice(0, -1) === district);
const LETTER_AT_END = /[0-9][A-Z]$/;
const DISTRICT = /^[A-Z]{1,2}[0-9][0-9A-Z]?$/;

/** Whether the home is in none of the places that the query names, neither by its address nor by its authority. */
async function isElsewhere(
  db: Queryable,
  query: ParsedAddress,
  { uprn, address, postcode, served, served_postcode }: HomeCandidate,
): Promise<boolean> {
  const texts = [
    [address, postcode] as const,
    ...(served ? [[served, served_postcode ?? postcode] as const] : []),
  ];
  const homes = texts.map(([text, own]) => parseAddress(text, own));
  const silent = homes.every((home) => home.tail.length === 0);
  if (!silent && !homes.every((home) => placesElsewhere(query, home).length > 0)) return false;
  const authority = (await authoritiesOf(db, [uprn])).get(uprn);
  // A list of one town may leave out the town in every address.
  if (authority === undefined) return !silent;
  const own = wordsOfAuthority(authority);
  const asked = namesOfPlaces(query);
  return !(own.every((word) => asked.includes(word)) || asked.every((word) => own.includes(word)));
}

/**
 * Whether the only place of the query is the home's county or former district: 12 OAK ROAD, LEICESTERSHIRE. Other towns
 * of the county, which the list may lack, may have the address too.
 */
async function isOfCountyAlone(
  db: Queryable,
  query: ParsedAddress,
  { postcode }: HomeCandidate,
): Promise<boolean> {
  const places = (await placesOfSales(db, [postcode])).get(postcode) ?? [];
  return placeNamedAlone(query, places) !== undefined;
}

/**
 * Whether the query names the authority instead of the town or village, and the authority has the street in another
 * place too: 7 MAIN STREET, LARCHESTER if two villages of the district of Larchester have a Main Street.
 */
async function isOfDistrictAlone(
  db: Queryable,
  query: ParsedAddress,
  { uprn, address, postcode }: HomeCandidate,
): Promise<boolean> {
  const home = parseAddress(address, postcode);
  if (query.street.length === 0 || placesElsewhere(query, home).length === 0) return false;
  const authority = (await authoritiesOf(db, [uprn])).get(uprn);
  if (authority === undefined) return false;
  const own = placeWords(home);
  const others = (await streetsOf(db, query.street, [])).filter((street) => {
    const places = placeWords(street);
    return !(isWithin(places, own) && isWithin(own, places));
  });
  if (others.length === 0) return false;
  const inAuthority = await postcodesIn(
    db,
    authority,
    others.map((street) => street.postcode!),
  );
  return inAuthority.size > 0;
}

/** Whether the list has the street in the village and town that the query names, while the home is not in both. */
async function isInVillage(
  db: Queryable,
  query: ParsedAddress,
  { address, postcode }: HomeCandidate,
): Promise<boolean> {
  const lacked = placesLackedBy(address, postcode, query);
  if (lacked.length === 0 || query.street.length === 0) return false;
  const streets = await streetsOf(db, query.street, lacked);
  const named = placeWords(query);
  return streets.some((street) => {
    const places = placeWords(street);
    return named.every((word) => places.includes(word));
  });
}

/** Whether a query without a place may mean a home in another place than the matched home. */
async function mayBeAnywhere(
  db: Queryable,
  query: ParsedAddress,
  { postcode }: HomeCandidate,
  home: ParsedAddress,
): Promise<boolean> {
  if (query.number === null && query.street.length === 0) return true;
  const own = placeWords(home);
  if (own.length === 0) return false;
  const streets = await streetsOf(db, query.street.length > 0 ? query.street : query.building, []);
  return streets.some((street) => {
    const place = placeWords(street);
    const within = place.every((word) => own.includes(word)) || own.every((word) => place.includes(word));
    return !within || areaOf(street.postcode!) !== areaOf(postcode);
  });
}

/** The listed streets of this name, in one of the places if places are given. Only a sample if there are very many. */
function streetsOf(
  db: Queryable,
  name: readonly string[],
  places: readonly string[],
): Promise<ParsedAddress[]> {
  const any = places.length > 0 ? [`(${places.map(quoted).join('|')})`] : [];
  const sampled = (documents: number) =>
    documents > REACH.very_common_from ? 2 : documents > REACH.common_from ? 1 : 0;
  return streetsNamed(db, name, { all: places.length === 1 ? places : [], any, sampled });
}

/** The listed streets of this name in a place with all these words. */
const streetsIn = (
  db: Queryable,
  name: readonly string[],
  all: readonly string[],
): Promise<ParsedAddress[]> =>
  streetsNamed(db, name, { all, any: [], sampled: (documents) => (documents > REACH.costly_from ? 1 : 0) });

interface Where {
  /** Words that a document must contain. */
  all: readonly string[];
  /** tsquery terms that a document must match. */
  any: readonly string[];
  /** The sample to read, given the number of documents that contain the rarest word. */
  sampled: (documents: number) => 0 | 1 | 2;
}

async function streetsNamed(
  db: Queryable,
  name: readonly string[],
  { all, any, sampled }: Where,
): Promise<ParsedAddress[]> {
  const dictionary = await dictionaryFor(db);
  const words = [...name, ...all];
  const documents = Math.min(...words.map((word) => dictionary.count(word)));
  if (documents === 0) return [];
  const found = await streetsWith(db, {
    index: [...words.map(quoted), ...any].join('&'),
    sample: sampled(documents),
    most_documents: MATCHING.most_documents,
  });
  const same = found.map(({ text, postcode }) => parseAddress(text, postcode));
  return same.filter(({ street, building }) =>
    [street, building].some((own) => own.join(' ') === name.join(' ')),
  );
}

/**
 * Makes a match `ambiguous` if the query does not name the home's village, and the list has a street of this name
 * elsewhere in the town that the query names, or in the outcode: 16 MAIN STREET, XANBURY if the match is in ASHWICK,
 * XANBURY and MAIN STREET is also in BEXWICK, XANBURY or in XANBURY itself.
 */
export async function withoutVillage(
  db: Queryable,
  result: Result,
  [reading]: readonly PreparedQuery[],
  outcode: string | null = null,
): Promise<Result> {
  if (result.status !== 'matched') return result;
  const { address, postcode } = result.best!.candidate;
  const home = parseAddress(address, postcode);
  const own = placeWords(home);
  const named = placesSaid(reading!.parsed, home);
  // ASHWICK PRIMARY SCHOOL names its village in the building.
  const asked = [...named, ...reading!.parsed.building];
  if (isWithin(own, asked)) return result;
  if (home.street.length === 0) {
    const isName = home.number === null && home.unit === null;
    // The villages of one postcode sector may each have a MEMORIAL HALL or a MANOR FARM.
    return outcode !== null && isName && named.length > 0 ? leftOpen(result, null) : result;
  }
  const where = outcode === null ? own.filter((word) => named.includes(word)) : [outcode];
  if (where.length === 0) return result;
  const streets = await streetsIn(db, home.street, where);
  const elsewhere = streets.map(placeWords).filter((places, i) => {
    if (places.length === 0 || !(isWithin(named, places) || isWithin(places, named))) return false;
    if (isWithin(own, places) && isWithin(places, own)) return false;
    // For one street in one sector, some rows leave out the village and others the town.
    const mayBeSame = isWithin(places, own) || isWithin(own, places);
    return !mayBeSame || named.length > 0 || sectorOf(streets[i]!.postcode!) !== sectorOf(postcode);
  });
  if (elsewhere.length === 0) return result;
  // A street of the town itself is likelier than a village's, even if the list lacks the number there.
  const inTown = elsewhere.some((places) => isWithin(places, named));
  return outcode === null && !inTown ? leftWithoutPlace(result) : leftOpen(result, null);
}

const isWithin = (words: readonly string[], others: readonly string[]): boolean =>
  words.every((word) => others.includes(word));

/** The place words of the query, including words of the home's place that were parsed as part of a name. */
const placesSaid = (query: ParsedAddress, home: ParsedAddress): string[] => [
  ...placeWords(query),
  ...[...query.building, ...query.street].filter(
    (word) => placeWords(home).includes(word) && !home.street.includes(word) && !home.building.includes(word),
  ),
];
