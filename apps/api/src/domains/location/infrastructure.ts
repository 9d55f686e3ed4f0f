import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import type { DatasetId } from '@domesday/datasets/catalogue';
import { toDegrees } from '@domesday/geography/grid';
import { notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import type { FieldSource } from '../../http/meta/licences.ts';
import { nationsReached } from '../../location/nations.ts';
import { type Country, type Place, placeSources } from '../../location/place.ts';
import { positionOf, shownDistance } from '../../location/placed.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { sitesThatMayLieIn, warnUnplaced } from '../../location/unplaced.ts';
import { warnOfPart, whyNone } from './broadband-known.ts';
import { broadbandOf, type Nearby, type PlaceRow } from './infrastructure.query.ts';
import { shownBroadband, warnOfBlanks } from './model.ts';
import { nearbyBySource } from './nearby.ts';
import { notInExtract } from './osm-extract.ts';
import { searchAreaOf, walkMinutes } from './search-area.ts';

type Request = RequestOf<'location.infrastructure'>;
type Response = ResponseOf<'location.infrastructure'>;
type Category = Schema<'AmenityCategory'>;
type Group = Schema<'AmenityGroup'>;
interface Lack {
  reason: 'source_not_loaded' | 'not_covered';
  message: string;
  /** True if a source is loaded, but incomplete. */
  partial: boolean;
}

/** The open sources of each category, by nation. Categories without an open source are only in OpenStreetMap. */
const SOURCES: Record<Category, Partial<Record<Country, DatasetId[]>>> = {
  transport: { England: ['naptan'], Wales: ['naptan'], Scotland: ['naptan'] },
  food: { England: ['retail-points'], Wales: ['retail-points'], Scotland: ['retail-points'] },
  education: { England: ['gias'], Wales: ['schools-wales'], Scotland: ['schools-scotland'] },
  health: { England: ['nhs-ods'], Wales: ['nhs-ods'], Scotland: ['nhs-scotland'] },
  green_space: {},
  shops: {},
  civic: {},
  culture: {},
  ev_charging: {},
  worship: {},
};
const CATEGORIES = Object.keys(SOURCES) as Category[];

export async function infrastructure(request: Request, context: Context): Promise<Response> {
  const { query } = request;
  const radius_m = query.radius_m ?? 2000;
  const limit = query.limit ?? 10;
  const categories = CATEGORIES.filter((category) => query.categories?.includes(category) ?? true);
  const place = await resolveLocation(context, query, { default_radius_m: radius_m });
  const look = searchAreaOf(context, place, radius_m);
  const missing = new Map(categories.map((category) => [category, reasonFor(context, place, category)]));
  const osmLoaded = context.loaded('osm-points');
  if (
    !osmLoaded &&
    !context.loaded('ofcom-broadband') &&
    [...missing.values()].every((found) => found?.partial === false)
  ) {
    throw notFound(
      'source_not_loaded',
      'No source of amenities or broadband is loaded for the place: load naptan, osm-points or another.',
      [...missing].map(([category, found]) => ({ field: `categories.${category}`, issue: found!.message })),
    );
  }
  const [{ open, osm }, broadband] = await Promise.all([
    nearbyBySource(context, look, categories, limit),
    broadbandAt(context, place),
  ]);
  const notInOsm = osm ? await notInExtract(context, look, categories, osm) : null;
  for (const [category, found] of missing) {
    if (found) context.warn(found.reason, `categories.${category}`, found.message);
  }
  if (!osmLoaded) {
    context.warn('source_not_loaded', 'openstreetmap', 'OpenStreetMap is not loaded: load osm-points.');
  }
  const nations = await nationsReached(context, look);
  warnOfNations(context, place.country, nations, categories);
  const unplaced = new Map<Category, number>();
  for (const category of categories) {
    const sources: string[] = Object.values(SOURCES[category]).flat();
    const n = await sitesThatMayLieIn(context, look.area, ({ source }) => sources.includes(source));
    warnUnplaced(context, n, category === 'education' ? 'schools' : 'health sites', `categories.${category}`);
    unplaced.set(category, n);
  }
  const [osmSource] = context.meta({ datasets: ['osm-points'] }).sources;
  const fields = fieldsOf(categories, nations, { osm: osmLoaded, broadband: broadband !== null });
  const groups = categories.map((category) =>
    group(category, open, missing.get(category)?.reason ?? null, unplaced.get(category)!),
  );
  const osmGroups =
    osm &&
    categories.map((category) => group(category, osm, notInOsm!.has(category) ? 'not_covered' : null, 0));
  refuseIfNothingIsTold([...groups, ...(osmGroups ?? [])], broadband, missing);
  return {
    categories: groups,
    openstreetmap:
      osmGroups && osmSource
        ? { licence: osmSource.licence, attribution: osmSource.attribution, categories: osmGroups }
        : null,
    broadband,
    meta: context.meta({
      datasets: [...fields.map(([, dataset]) => dataset), ...placeSources(place)],
      sample_size: open.kinds.reduce((sum, kind) => sum + kind.count, 0),
      basis: 'register',
      geography: look.geography,
      fields,
    }),
  };
}

/** Throws 404 `not_covered` if no category and no broadband is known at the place. */
function refuseIfNothingIsTold(
  groups: Group[],
  broadband: Schema<'Broadband'> | null,
  missing: ReadonlyMap<Category, Lack | null>,
): void {
  if (broadband || groups.some(({ count }) => count !== null)) return;
  throw notFound(
    'not_covered',
    'The loaded data has no amenities and no broadband here.',
    [...missing].map(([category, found]) => ({ field: `categories.${category}`, issue: found!.message })),
  );
}

/** The datasets behind each block of the answer. Those of the place itself are not among them. */
function fieldsOf(
  categories: readonly Category[],
  nations: readonly Country[],
  { osm, broadband }: { osm: boolean; broadband: boolean },
): FieldSource[] {
  const used = categories.flatMap((category) => nations.flatMap((nation) => SOURCES[category][nation] ?? []));
  return [
    ...[...new Set(used)].map((id): FieldSource => ['categories', id]),
    ...(osm ? [['openstreetmap', 'osm-points'] as const] : []),
    ...(broadband ? [['broadband', 'ofcom-broadband'] as const] : []),
  ];
}

/** Warns where a place reaches into another nation for which a category has no loaded source. */
function warnOfNations(
  context: Context,
  own: Country | null,
  nations: readonly Country[],
  categories: readonly Category[],
): void {
  const lacks = (category: Category, nation: Country) => {
    const sources = SOURCES[category][nation] ?? [];
    return sources.length > 0 && !sources.some((source) => context.loaded(source));
  };
  for (const nation of nations.filter((one) => one !== own)) {
    for (const category of categories.filter((one) => lacks(one, nation))) {
      const message = `The place reaches into ${nation}, of which no source of ${category} is loaded.`;
      context.warn('partly_covered', `categories.${category}`, message);
    }
  }
}

/** Why a category cannot be counted; null if a complete source for the place's nation is loaded. */
function reasonFor(context: Context, place: Place, category: Category): Lack | null {
  const named = SOURCES[category];
  const sources = place.country ? (named[place.country] ?? []) : [...new Set(Object.values(named).flat())];
  if (sources.length === 0) {
    return {
      reason: 'not_covered',
      message: `No open national source lists ${category.replaceAll('_', ' ')}; see the block openstreetmap.`,
      partial: false,
    };
  }
  const loaded = sources.filter((source) => context.loaded(source));
  const lacks = loaded.map((source) => context.lackOf(source, place.country));
  if (lacks.some((lack) => lack === null)) return null;
  if (lacks.length > 0) return { reason: 'not_covered', message: lacks[0]!, partial: true };
  const message = `Load ${sources.join(' or ')} to know ${category}.`;
  return { reason: 'source_not_loaded', message, partial: false };
}

function group(category: Category, found: Nearby, reason: Group['reason'], unplaced: number): Group {
  const items = found.items.filter((item) => item.category === category);
  const kinds = found.kinds.filter((kind) => kind.category === category);
  const count = kinds.reduce((sum, kind) => sum + kind.count, 0);
  // Near a border the other nation's source may have places even if this nation's is not loaded.
  const unknown = reason !== null && count === 0;
  const nearest = items[0];
  return {
    category,
    count: unknown ? null : count,
    unplaced,
    nearest: nearest
      ? {
          name: nearest.name,
          kind: nearest.kind,
          ...distanceOf(nearest),
        }
      : null,
    by_kind: kinds.map((kind) => ({
      kind: kind.kind,
      count: kind.count,
      nearest_m: kind.nearest_m === null ? null : Math.round(kind.nearest_m),
    })),
    items: items.map(shownItem),
    reason: unknown ? reason : null,
  };
}

function distanceOf(row: PlaceRow): Pick<Schema<'AmenityItem'>, 'distance_m' | 'walk_minutes'> {
  const distance_m = shownDistance(row.distance_m, row.by_postcode);
  return { distance_m, walk_minutes: distance_m === null ? null : walkMinutes(distance_m) };
}

function shownItem(row: PlaceRow): Schema<'AmenityItem'> {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    ...toDegrees(row.easting, row.northing),
    ...distanceOf(row),
    source: row.source,
    position: positionOf(true, row.by_postcode),
  };
}

async function broadbandAt(context: Context, place: Place): Promise<Schema<'Broadband'> | null> {
  if (!context.loaded('ofcom-broadband')) {
    context.warn('source_not_loaded', 'broadband', 'Broadband is not loaded: load ofcom-broadband.');
    return null;
  }
  const row = await broadbandOf(context.db, place);
  if (row.postcodes === 0) {
    const [reason, message] = await whyNone(context, place, row);
    context.warn(reason, 'broadband', message);
    return null;
  }
  const shown = shownBroadband(row);
  warnOfBlanks(context, shown, 'broadband');
  await warnOfPart(context, row, 'broadband');
  return shown;
}
