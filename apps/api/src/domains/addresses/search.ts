import { dictionaryFor, namesNothing, search as searchAddresses } from '@domesday/address-search';
import { normaliseOutcode, normalisePostcode } from '@domesday/addresses';
import type { RequestOf, ResponseOf } from '@domesday/contract';
import { besidesBlanks, saysSomething } from '../../http/check/free-text.ts';
import { unprocessable } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { isOutside, NOT_COVERED } from '../../location/outside.ts';
import { positionOf } from '../../location/placed.ts';
import { noAddressSource } from '../../location/unknown-home.ts';

type Request = RequestOf<'addresses.search'>;
type Response = ResponseOf<'addresses.search'>;

const MOST_RESULTS = 50;

export async function search(request: Request, context: Context): Promise<Response> {
  const { query } = request;
  const q = query.q.trim();
  if (!saysSomething(q, 2)) {
    throw unprocessable('invalid_parameter', 'Type at least two characters of an address.', [
      { field: 'q', issue: besidesBlanks(2) },
    ]);
  }
  const asked = query.limit ?? 10;
  if (asked > MOST_RESULTS) {
    context.warn(
      'limit_capped',
      'limit',
      `At most ${MOST_RESULTS} results are returned; the request asks for ${asked}.`,
    );
  }
  const dictionary = await dictionaryFor(context.db);
  if (dictionary.documents === 0) throw noAddressSource();
  const postcode = filter(query.postcode, normalisePostcode, 'postcode');
  const outcode = filter(query.outcode, normaliseOutcode, 'outcode');
  const typed = normalisePostcode(q.split(/\s+/).slice(-2).join(' '));
  if (isOutside(postcode ?? outcode ?? typed ?? '')) context.warn('not_in_jurisdiction', null, NOT_COVERED);
  const hits = await searchAddresses(context.db, {
    q,
    limit: Math.min(asked, MOST_RESULTS),
    postcode,
    outcode,
    country: query.country ?? null,
    min_score: query.min_score ?? 0,
  });
  if (hits.length === 0 && postcode === null && namesNothing(q, dictionary)) {
    // Nothing was searched for, so the empty list costs nothing.
    context.setCredits(0);
    context.warn(
      'names_nothing',
      'q',
      'Nothing was looked for: type a number, a postcode, or a name of a street, building or place.',
    );
  }
  const results = hits.map(({ spelling: _, spelling_postcode: __, at_postcode, ...hit }) => ({
    ...hit,
    position: positionOf(hit.latitude !== null, at_postcode),
  }));
  return { results, count: results.length, meta: context.meta() };
}

function filter(
  text: string | undefined,
  read: (text: string) => string | null,
  field: string,
): string | null {
  if (text === undefined) return null;
  const value = read(text);
  if (value === null) {
    throw unprocessable('invalid_parameter', `"${text.slice(0, 20)}" is not a UK ${field}.`, [
      { field, issue: `must have the shape of a UK ${field}` },
    ]);
  }
  return value;
}
