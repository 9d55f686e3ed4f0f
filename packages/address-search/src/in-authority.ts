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

const AUTHORITY_WORDS = new Set([
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

/** The distinguishing words of an authority's name: LARCHESTER of CITY OF LARCHESTER. */
export const wordsOfAuthority = (name: string): string[] =>
  name
    .toUpperCase()
    .match(/[A-Z]+/g)
    ?.filter((word) => !AUTHORITY_WORDS.has(word)) ?? [];

/** The words of the places in a query, without words for kinds of authorities. */
export const namesOfPlaces = ({ tail }: ParsedAddress): string[] =>
  tail.filter((word) => !AUTHORITY_WORDS.has(word));

/**
 * The county or district in `places` that is the only place of the query: LEICESTERSHIRE, or YORKSHIRE for WEST
 * YORKSHIRE. `places` come from the last sale in the home's postcode. The names must be equal, since a county and its
 * town may share a word.
 */
export const placeNamedAlone = ({ tail }: ParsedAddress, places: readonly string[]): string | undefined => {
  const asked = tail.join(' ');
  return places.find((place) => {
    const name = place.toUpperCase();
    return name === asked || name.replace(PART_OF_COUNTY, '') === asked;
  });
};
const PART_OF_COUNTY = /^(?:NORTH|SOUTH|EAST|WEST) /;

/**
 * Compares again if the query names a district, borough or county instead of the town: the name is added to the
 * addresses of the homes in it before the comparison. Otherwise `result` is returned unchanged.
 */
export async function withAuthorities(
  db: Queryable,
  result: Result,
  readings: readonly PreparedQuery[],
  homes: readonly HomeCandidate[],
): Promise<Result> {
  const { parsed } = readings[0]!;
  const { tail } = parsed;
  const asked = namesOfPlaces(parsed);
  const settled = result.status === 'matched' && result.best!.evidence.locality !== 'different';
  if (settled || asked.length === 0 || homes.length === 0) return result;
  const authorities = await authoritiesOf(
    db,
    homes.map(({ uprn }) => uprn),
  );
  const sold = await placesOfSales(db, [...new Set(homes.map(({ postcode }) => postcode))]);
  const listedHomes = new Map(homes.map((home) => [home.uprn, home]));
  let any = false;
  const placed = homes.map((home) => {
    const own = wordsOfAuthority(authorities.get(home.uprn) ?? '');
    const inSales = placeNamedAlone(parsed, sold.get(home.postcode) ?? []);
    const words = own.length > 0 && own.every((word) => asked.includes(word)) ? own : inSales ? asked : [];
    if (words.length === 0) return home;
    const listed = parseAddress(home.address, home.postcode).tail;
    if (words.every((word) => listed.includes(word))) return home;
    any = true;
    // Words such as DISTRICT or BOROUGH OF are added too, if the query has them.
    const name = tail.filter((word) => words.includes(word) || AUTHORITY_WORDS.has(word));
    const address = home.address.endsWith(home.postcode)
      ? home.address.slice(0, -home.postcode.length)
      : `${home.address}, `;
    return { ...home, address: `${address}${name.join(' ')}, ${home.postcode}` };
  });
  if (!any) return result;
  const found = matchReadings(readings, prepareCandidates(placed));
  const asListed = (one: Scored<HomeCandidate>) => ({
    ...one,
    candidate: listedHomes.get(one.candidate.uprn)!,
  });
  return {
    ...found,
    best: found.best && asListed(found.best),
    alternatives: found.alternatives.map(asListed),
  };
}
