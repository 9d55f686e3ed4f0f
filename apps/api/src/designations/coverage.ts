import type { Context } from '../http/handler.ts';
import { releaseCache } from '../http/meta/release-cache.ts';
import { type CoverageRow, wholeAt } from './coverage.query.ts';

/** Some 350 authorities, each in its nation. */
const MOST_PLACES = 1000;
const cached = releaseCache<readonly CoverageRow[]>(MOST_PLACES);

/**
 * Which kinds of area cover the place of a home whole. It is the same for all homes of an authority, and read once for
 * them. `built` is what the areas of the home were read from: where they have been published anew since, what was
 * covered before does not count.
 */
export function coverageOf(
  context: Context,
  { country, local_authority_code }: Parameters<typeof wholeAt.rows>[1],
  built: string | null,
): Promise<readonly CoverageRow[]> {
  const key = `${country} ${local_authority_code} ${built}`;
  return cached(context, key, () => wholeAt.rows(context.db, { country, local_authority_code }));
}
