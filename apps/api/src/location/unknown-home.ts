import type { Queryable } from '@domesday/db';
import { type ApiError, notFound } from '../http/errors.ts';
import { someHome } from './unknown-home.query.ts';

/** The refusal if no address at all is loaded; null if any is. */
export async function noAddresses(db: Queryable): Promise<ApiError | null> {
  return (await someHome.one(db)).known ? null : noAddressSource();
}

export function noAddressSource(): ApiError {
  return notFound(
    'source_not_loaded',
    'No source of addresses is loaded. Load an address list or certificates.',
  );
}

/** The refusal of a UPRN that is not known. */
export async function unknownHome(db: Queryable, uprn: number): Promise<ApiError> {
  const none = await noAddresses(db);
  if (none) return none;
  return notFound(
    'uprn_not_found',
    `UPRN ${uprn} is in no loaded address source. Search for the address of the home to find its UPRN.`,
    [{ field: 'uprn', issue: 'is not known here' }],
  );
}
