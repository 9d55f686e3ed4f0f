import {
  type MatchResult,
  matchReadings,
  type ParsedAddress,
  type PreparedQuery,
  parseAddress,
  prepareCandidates,
  type Scored,
} from '@domesday/addresses';
import type { Queryable } from '@domesday/db';
import { authoritiesOf, type HomeCandidate, placesOfSales } from './match.query.ts';

type Result = MatchResult<HomeCandidate>;

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

/** The words by which an authority is known: LARCHESTER of CITY OF LARCHESTER. */
export const wordsOfAuthority = (name: string): string[] =>
  name
    .toUpperCase()
    .match(/[A-Z]+/g)
    ?.filter((word) => !OF_AUTHORITY.has(word)) ?? [];

/** The places that a query names, without the words that say what kind of authority one is. */
export const namesOfPlaces = ({ tail }: ParsedAddress): string[] =>
  tail.filter((word) => !OF_AUTHORITY.has(word));

/**
 * The county or district of a home if the query names it alone, by the last sale in the postcode: LEICESTERSHIRE, or
 * YORKSHIRE for WEST YORKSHIRE. Word for word, since a county and its town may share a name.
 */
export const placeSaidAlone = ({ tail }: ParsedAddress, places: readonly string[]): string | undefined => {
  const said = tail.join(' ');
  return places.find((place) => {
    const name = place.toUpperCase();
    return name === said || name.replace(PART_OF_COUNTY, '') === said;
  });
};
const PART_OF_COUNTY = /^(?:NORTH|SOUTH|EAST|WEST) /;

/**
 * Compares again where the query names a district, borough or county in place of the town: with homes of it as if their
 * addresses said so. Without one, the result as it was.
 */
export async function withAuthorities(
  db: Queryable,
  result: Result,
  readings: readonly PreparedQuery[],
  homes: readonly HomeCandidate[],
): Promise<Result> {
  const { parsed } = readings[0]!;
  const { tail } = parsed;
  const said = namesOfPlaces(parsed);
  const settled = result.status === 'matched' && result.best!.evidence.locality !== 'different';
  if (settled || said.length === 0 || homes.length === 0) return result;
  const authorities = await authoritiesOf(
    db,
    homes.map(({ uprn }) => uprn),
  );
  const sold = await placesOfSales(db, [...new Set(homes.map(({ postcode }) => postcode))]);
  const own = new Map(homes.map((home) => [home.uprn, home]));
  let any = false;
  const placed = homes.map((home) => {
    const own = wordsOfAuthority(authorities.get(home.uprn) ?? '');
    const ofSales = placeSaidAlone(parsed, sold.get(home.postcode) ?? []);
    const words = own.length > 0 && own.every((word) => said.includes(word)) ? own : ofSales ? said : [];
    if (words.length === 0) return home;
    const listed = parseAddress(home.address, home.postcode).tail;
    if (words.every((word) => listed.includes(word))) return home;
    any = true;
    // With DISTRICT or BOROUGH OF as the query has it.
    const name = tail.filter((word) => words.includes(word) || OF_AUTHORITY.has(word));
    const address = home.address.endsWith(home.postcode)
      ? home.address.slice(0, -home.postcode.length)
      : `${home.address}, `;
    return { ...home, address: `${address}${name.join(' ')}, ${home.postcode}` };
  });
  if (!any) return result;
  const found = matchReadings(readings, prepareCandidates(placed));
  const asListed = (one: Scored<HomeCandidate>) => ({ ...one, candidate: own.get(one.candidate.uprn)! });
  return {
    ...found,
    best: found.best && asListed(found.best),
    alternatives: found.alternatives.map(asListed),
  };
}
