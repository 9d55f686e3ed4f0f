import type { RowOf, Shape } from '@domesday/db';
import type { Context } from '../http/handler.ts';
import { releaseCache } from '../http/meta/release-cache.ts';
import type { AreaStatement } from './area-statement.ts';
import type { Place } from './place.ts';

/** The rows of one outcode take up to 20 kB. */
const MOST_CODES = 1000;

/** The code of a sector, an outcode or an authority; null for every other place. */
export function codeOf(area: Place): string | null {
  switch (area.level) {
    case 'sector':
      return area.sector;
    case 'outcode':
      return area.outcode;
    case 'local_authority':
      return area.local_authority_code;
    default:
      return null;
  }
}

/**
 * Runs a statement over the postcodes of a place. Results for sectors, outcodes and authorities are cached while the
 * same loads and builds are served, because many requests share them; other places are read each time.
 */
export function cachedByCode<S extends Shape>(
  statement: AreaStatement<Record<never, never>, S>,
): (context: Context, area: Place) => Promise<readonly RowOf<S>[]> {
  const cached = releaseCache<readonly RowOf<S>[]>(MOST_CODES);
  return (context, area) => {
    const read = () => statement.rows(context.db, area, {} as RowOf<Record<never, never>>);
    const code = codeOf(area);
    return code === null ? read() : cached(context, code, read);
  };
}
