import type { Schema } from '@domesday/contract';
import type { Context } from '../../http/handler.ts';
import { cachedRows } from '../../http/meta/release-cache.ts';
import type { Nearby } from './infrastructure.query.ts';
import { osmCategories, osmReaches } from './osm-extract.query.ts';
import type { SearchArea } from './search-area.ts';

type Category = Schema<'AmenityCategory'>;

/** Search at least this far: a garden without a shop is still in the extract of its town. */
const LEAST_LOOKED_M = 2000;

/**
 * A category with a smaller share was not extracted: a post office that is also a shop comes with an extract of shops.
 */
const LEAST_SHARE = 0.001;

const categoriesLoaded = cachedRows(osmCategories);

/**
 * The categories about which the loaded extract of OpenStreetMap says nothing here. Operators extract single towns or
 * tags, so "none found" means 0 only if the extract has the category, and has some point near the place.
 */
export async function notInExtract(
  context: Context,
  search: SearchArea,
  categories: readonly Category[],
  found: Nearby,
): Promise<ReadonlySet<Category>> {
  const empty = categories.filter((category) => !found.kinds.some((kind) => kind.category === category));
  if (empty.length === 0) return new Set();
  if (found.kinds.length === 0 && !(await reaches(context, search))) {
    warn(context, 'has no place near here: it may be of another area.');
    return new Set(empty);
  }
  const loaded = await categoriesLoaded(context, {});
  const least = LEAST_SHARE * loaded.reduce((sum, { n }) => sum + n, 0);
  const extracted = new Set(loaded.filter(({ n }) => n >= least).map(({ category }) => category));
  const absent = empty.filter((category) => !extracted.has(category));
  if (absent.length > 0) {
    const named = absent.join(', ').replaceAll('_', ' ');
    warn(
      context,
      `has no places of ${named} here and hardly any elsewhere: they may not have been extracted.`,
    );
  }
  return new Set(absent);
}

async function reaches(context: Context, { easting, northing, radius_m }: SearchArea): Promise<boolean> {
  const circle = { easting, northing, radius_m: Math.max(radius_m, LEAST_LOOKED_M) };
  return (await osmReaches.one(context.db, circle)).reached;
}

function warn(context: Context, what: string): void {
  context.warn('not_covered', 'openstreetmap', `The loaded extract of OpenStreetMap ${what}`);
}
