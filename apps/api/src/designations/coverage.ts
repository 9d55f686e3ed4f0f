import type { Context } from '../http/handler.ts';
import { releaseCache } from '../http/meta/release-cache.ts';
import { type CoverageRow, wholeAt } from './coverage.query.ts';

/** Some 350 authorities, each in its nation. */
const MOST_PLACES = 1000;
const cached = releaseCache<readonly CoverageRow[]>(MOST_PLACES);

/**
 * Which kinds of area are covered completely at the place of a home. Cached, because it is the same for all homes of an
 * authority. `built` identifies the builds from which the home's areas were read, so that coverage from before a new
 * build is not used.
 */
export function coverageOf(
  context: Context,
  { country, local_authority_code }: Parameters<typeof wholeAt.rows>[1],
  built: string | null,
): Promise<readonly CoverageRow[]> {
  const key = `${country} ${local_authority_code} ${built}`;
  return cached(context, key, () => wholeAt.rows(context.db, { country, local_authority_code }));
}
