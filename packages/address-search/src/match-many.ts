import {
  holdsOtherPostcode,
  matchReadings,
  misreadPostcode,
  normalisePostcode,
  type PreparedQuery,
  prepareQuery,
} from '@domesday/addresses';
import type { Queryable } from '@domesday/db';
import { dictionaryFor } from './dictionary.ts';
import { homesOfManyPostcodes, type PostcodeHomes, postcodeHomes } from './match.query.ts';
import { type AddressMatch, isAcceptable, matchWider, orByOtherPostcode, placed } from './match.ts';
import { restsOnLikeName } from './other-name.ts';
import { namesOtherPlace } from './other-place.ts';

/**
 * Postcodes whose homes are read in one statement: about 2,000 homes. With more, the garbage collector copies homes
 * that still wait to be compared.
 */
const POSTCODES_AT_ONCE = 100;
/** Queries that are matched beyond their postcode at a time, each on its own connection. */
const WIDER_AT_ONCE = 4;

const NONE: ReturnType<typeof homesOfManyPostcodes> = Promise.resolve(new Map());

export interface AddressQuery {
  address: string;
  postcode: string | null;
}

interface Query {
  index: number;
  address: string;
  /** Null until the homes of the postcode have been read. */
  readings: PreparedQuery[] | null;
}

/**
 * `match` for many addresses. The results are in the order of the queries. The homes of each postcode are read and
 * parsed once, and queries of a postcode that differ only in their numbers are parsed once. Each result equals that of
 * `match`, except that a `matched` result has no alternatives.
 */
export async function matchMany(db: Queryable, queries: readonly AddressQuery[]): Promise<AddressMatch[]> {
  const results = new Array<AddressMatch>(queries.length);
  const wider: Array<() => Promise<void>> = [];
  const byPostcode = new Map<string, Query[]>();
  const dictionary = await dictionaryFor(db);
  const settle = (index: number, readings: PreparedQuery[], homes: PostcodeHomes | undefined) => {
    const candidates = homes?.prepared() ?? [];
    const best = matchReadings(readings, candidates, { bestOnly: true });
    const open =
      best.status !== 'matched' || restsOnLikeName(best) || namesOtherPlace(best, readings, dictionary);
    const found = open ? matchReadings(readings, candidates) : best;
    const { postcode } = readings[0]!.parsed;
    const { address } = queries[index]!;
    const enough = isAcceptable(found) && !(open && best.status === 'matched');
    if (postcode !== null && enough && !holdsOtherPostcode(address, postcode))
      results[index] = placed(found, 'full_postcode', postcode);
    else
      wider.push(async () => {
        const result = await matchWider(db, readings, found, homes?.any ?? false);
        results[index] = await orByOtherPostcode(db, address, result);
      });
  };
  queries.forEach(({ address, postcode }, index) => {
    const given = normalisePostcode(postcode) ?? misreadPostcode(postcode);
    const readings = given === null ? prepareQuery(address) : null;
    const own = given ?? readings![0]!.parsed.postcode;
    const samePostcode = own === null ? undefined : byPostcode.get(own);
    if (own === null) settle(index, readings!, undefined);
    else if (samePostcode) samePostcode.push({ index, address, readings });
    else byPostcode.set(own, [{ index, address, readings }]);
  });
  const postcodes = [...byPostcode.keys()];
  const read = (from: number) => {
    const some = postcodes.slice(from, from + POSTCODES_AT_ONCE);
    const homes = some.length === 0 ? NONE : homesOfManyPostcodes(db, some);
    // Marks the rejection as handled; the error is thrown where the homes are awaited.
    homes.catch(() => {});
    return homes;
  };
  let next = read(0);
  for (let from = 0; from < postcodes.length; from += POSTCODES_AT_ONCE) {
    const found = await next;
    // The database reads the next homes while these are compared.
    next = read(from + POSTCODES_AT_ONCE);
    for (const postcode of postcodes.slice(from, from + POSTCODES_AT_ONCE)) {
      const homes = found.get(postcode) ?? postcodeHomes(postcode, []);
      found.delete(postcode);
      for (const { index, address, readings } of byPostcode.get(postcode)!)
        settle(index, readings ?? homes.read(address), homes);
    }
  }
  await Promise.all(
    Array.from({ length: WIDER_AT_ONCE }, async () => {
      for (let next = wider.pop(); next; next = wider.pop()) await next();
    }),
  );
  return results;
}
