import { matchReadings, type PreparedCandidate, type PreparedQuery, prepareQuery } from '@domesday/addresses';
import type { Queryable } from '@domesday/db';
import { type HomeCandidate, homesOfManyPostcodes } from './match.query.ts';
import { type AddressMatch, isAcceptable, matchWider } from './match.ts';

/** Postcodes of which all homes are read at once: about 10,000 homes. */
const POSTCODES_AT_ONCE = 500;
/** Queries that are matched beyond their postcode at once, each on a connection of its own. */
const WIDER_AT_ONCE = 4;

export interface AddressQuery {
  address: string;
  postcode: string | null;
}

interface Read {
  index: number;
  readings: PreparedQuery[];
}

/**
 * `match` of many addresses, in their order: the homes of each postcode are read and parsed once. The result is that of
 * `match`, but for the alternatives of a status `matched`, which are left out.
 */
export async function matchMany(db: Queryable, queries: readonly AddressQuery[]): Promise<AddressMatch[]> {
  const results = new Array<AddressMatch>(queries.length);
  const wider: Array<() => Promise<void>> = [];
  const byPostcode = new Map<string, Read[]>();
  const settle = ({ index, readings }: Read, candidates: readonly PreparedCandidate<HomeCandidate>[]) => {
    const best = matchReadings(readings, candidates, { bestOnly: true });
    const found = best.status === 'matched' ? best : matchReadings(readings, candidates);
    const { postcode } = readings[0]!.parsed;
    if (postcode !== null && isAcceptable(found))
      results[index] = { ...found, matched_on: 'full_postcode', postcode };
    else
      wider.push(async () => {
        results[index] = await matchWider(db, readings, found, candidates.length > 0);
      });
  };
  queries.forEach(({ address, postcode }, index) => {
    const read = { index, readings: prepareQuery(address, postcode) };
    const own = read.readings[0]!.parsed.postcode;
    if (own === null) settle(read, []);
    else byPostcode.set(own, [...(byPostcode.get(own) ?? []), read]);
  });
  const postcodes = [...byPostcode.keys()];
  for (let from = 0; from < postcodes.length; from += POSTCODES_AT_ONCE) {
    const some = postcodes.slice(from, from + POSTCODES_AT_ONCE);
    const homes = await homesOfManyPostcodes(db, some);
    for (const postcode of some) {
      const candidates = homes.get(postcode)?.prepared() ?? [];
      for (const read of byPostcode.get(postcode)!) settle(read, candidates);
    }
  }
  await Promise.all(
    Array.from({ length: WIDER_AT_ONCE }, async () => {
      for (let next = wider.pop(); next; next = wider.pop()) await next();
    }),
  );
  return results;
}
