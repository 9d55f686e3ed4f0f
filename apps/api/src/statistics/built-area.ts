import { dataOf } from '@domesday/db';
import { type GrowthIndex, wholeSettings } from '@domesday/valuation';
import { keepNewest } from '../http/bounded-memory.ts';
import type { Context } from '../http/handler.ts';
import { type AreaHead, areaHead } from './built-area.query.ts';

/**
 * Cache of area heads by database, with their build. A build never changes, so an entry is valid until the next build.
 */
const headsOf = new WeakMap<object, Map<string, AreaHead>>();
/** More than there are outcodes; each head takes about 20 kB. */
const MOST_HEADS = 4000;

/** Index and settings of an area; null if it was removed. Throws `BuiltSince` as `servesBuild` does. */
export async function cachedHead(
  { db, servesBuild }: Pick<Context, 'db' | 'servesBuild'>,
  area: string,
  build_id: number,
): Promise<AreaHead | null> {
  servesBuild(build_id);
  const heads = headsOf.get(dataOf(db)) ?? new Map<string, AreaHead>();
  headsOf.set(dataOf(db), heads);
  const cached = heads.get(area);
  if (cached?.build_id === build_id) return cached;
  const stored = await areaHead.first(db, { area });
  if (!stored) return null;
  servesBuild(stored.build_id);
  const head = { ...stored, settings: wholeSettings(stored.settings) };
  keepNewest(heads, area, { ...head, indices: head.indices.map(compact) }, MOST_HEADS);
  return head;
}

function compact<T extends GrowthIndex>(index: T): T {
  return { ...index, log_levels: Float64Array.from(index.log_levels) };
}
