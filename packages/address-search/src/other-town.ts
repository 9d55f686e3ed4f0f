import {
  areaOf,
  type MatchResult,
  type ParsedAddress,
  type PreparedQuery,
  parseAddress,
  placesElsewhere,
  placesLackedBy,
  placeWords,
} from '@domesday/addresses';
import type { Queryable } from '@domesday/db';
import { dictionaryFor } from './dictionary.ts';
import { leftOpen } from './left-open.ts';
import { authorityOf, type HomeCandidate, streetsWith } from './match.query.ts';
import { MATCHING, REACH } from './ranking.ts';
import { search } from './search.ts';
import { quoted } from './terms.ts';

type Result = MatchResult<HomeCandidate>;

/**
 * Leaves a match open that no postcode bears out, if the home is not in a place that the query names, or the query names
 * none and there may be others: 12 OAK STREET, KENT for 12 OAK STREET, XANBURY, and 12 MAIN STREET where the list has
 * MAIN STREET in two villages.
 */
export async function withoutOtherTown(
  db: Queryable,
  result: Result,
  readings: readonly PreparedQuery[],
): Promise<Result> {
  if (result.status !== 'matched') return result;
  const { query, best } = result;
  const { candidate } = best!;
  const home = parseAddress(candidate.address, candidate.postcode);
  const open =
    query.tail.length === 0
      ? !saysPlaceOf(query, home) && (await mayBeAnywhere(db, query, candidate, home))
      : (await isElsewhere(db, query, candidate)) || (await isInVillage(db, query, candidate));
  return open ? leftOpen(result, null) : withoutVillage(db, result, readings);
}

/** Whether the words of the query hold a place of the home, as they do without commas. */
function saysPlaceOf(query: ParsedAddress, home: ParsedAddress): boolean {
  const own = new Set([...home.building, ...home.street]);
  const said = new Set([...query.building, ...query.street]);
  return placeWords(home).some((word) => said.has(word) && !own.has(word));
}

/** Whether the query names places and the home is in none of them, neither by its address nor by its authority. */
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
  const authority = await authorityOf(db, uprn);
  // A list of one town may leave it out.
  if (authority === null) return !silent;
  const own =
    authority
      .toUpperCase()
      .match(/[A-Z]+/g)
      ?.filter((word) => !OF_AUTHORITY.has(word)) ?? [];
  const said = query.tail.filter((word) => !OF_AUTHORITY.has(word));
  return !(own.every((word) => said.includes(word)) || said.every((word) => own.includes(word)));
}

const OF_AUTHORITY = new Set([
  'CITY',
  'COUNTY',
  'DISTRICT',
  'BOROUGH',
  'COUNCIL',
  'OF',
  'AND',
  'UPON',
  'THE',
]);

/** Whether the list has the street in the village and town that the query names, and the home is not in both. */
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

/** Whether a home of which the query names no place may be in another than the one that the list has. */
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

/** The streets of that name which the list has, those in one of the places if there are any; of very many, some. */
async function streetsOf(
  db: Queryable,
  name: readonly string[],
  places: readonly string[],
): Promise<ParsedAddress[]> {
  const dictionary = await dictionaryFor(db);
  const words = [...name, ...(places.length === 1 ? places : [])];
  const documents = Math.min(...words.map((word) => dictionary.count(word)));
  if (documents === 0) return [];
  const found = await streetsWith(db, {
    index: [...name.map(quoted), ...(places.length > 0 ? [`(${places.map(quoted).join('|')})`] : [])].join(
      '&',
    ),
    sample: documents > REACH.very_common_from ? 2 : documents > REACH.common_from ? 1 : 0,
    most_documents: MATCHING.most_documents,
  });
  const same = found.map(({ text, postcode }) => parseAddress(text, postcode));
  return same.filter(({ street, building }) =>
    [street, building].some((own) => own.join(' ') === name.join(' ')),
  );
}

/**
 * Leaves a match open if the home is in a village that the query does not name, and the street of that name is in the town
 * itself: 16 MAIN STREET, XANBURY where the list has it in ASHWICK, XANBURY and others of MAIN STREET, XANBURY.
 */
export async function withoutVillage(
  db: Queryable,
  result: Result,
  [reading]: readonly PreparedQuery[],
): Promise<Result> {
  if (result.status !== 'matched') return result;
  const named = new Set(placeWords(reading!.parsed));
  const { address, postcode } = result.best!.candidate;
  const home = parseAddress(address, postcode);
  const village = placeWords(home).filter((word) => !named.has(word));
  if (named.size === 0 || village.length === 0 || home.street.length === 0) return result;
  const q = [...home.street, ...named].join(' ').slice(0, 200);
  const homes = await search(db, { q, limit: MATCHING.most_of_street, loosely: false });
  const inTown = homes.some((other) => {
    const parsed = parseAddress(other.address, other.postcode);
    const places = placeWords(parsed);
    const same = parsed.street.join(' ') === home.street.join(' ');
    return same && places.length > 0 && places.every((word) => named.has(word));
  });
  return inTown ? leftOpen(result, null) : result;
}
