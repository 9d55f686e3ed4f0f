import type { Context } from '../../http/handler.ts';
import { countUnplaced, type Reachable, warnUnplaced } from '../../location/unplaced.ts';
import { unplacedLettings } from './evidence.query.ts';
import { otherAdverts, unplacedAdverts } from './listings.query.ts';
import type { SalesArea } from './yields.query.ts';

/** The homes that a figure covers, as the request describes them. */
interface Kind {
  bedrooms?: number | undefined;
  property_type?: string | undefined;
}

const kindOf = ({ bedrooms, property_type }: Kind) => ({
  bedrooms: bedrooms ?? null,
  property_type: property_type ?? null,
});

/** Warns how many lettings agreed since a day may lie in an area but are in none of its figures. */
export async function warnUnplacedLettings(
  context: Context,
  area: Reachable,
  { from, rooms, ...kind }: Kind & { from: string; rooms: boolean },
): Promise<void> {
  const asked = { from, to: context.today, rooms, ...kindOf(kind) };
  const n = await countUnplaced(context, area, unplacedLettings, asked);
  warnUnplaced(context, n, rooms ? 'lettings of rooms' : 'lettings', null);
}

/** Warns how many homes advertised now may lie in an area but are in none of its figures. */
export async function warnUnplacedAdverts(
  context: Context,
  area: Reachable,
  { listing_type, ...kind }: Kind & { listing_type: 'sale' | 'rent' },
): Promise<void> {
  const n = await countUnplaced(context, area, unplacedAdverts, { listing_type, ...kindOf(kind) });
  warnUnplaced(context, n, 'listings', null);
}

/** Warns how many adverts in an area are of a kind that its figures leave out, which may include some homes. */
export async function warnOtherAdverts(
  context: Context,
  area: SalesArea,
  {
    listing_type,
    from,
    bedrooms,
    field,
  }: { listing_type: 'sale' | 'rent'; from: string; bedrooms?: number | null | undefined; field: string },
): Promise<void> {
  const asked = { listing_type, from, to: context.today, bedrooms: bedrooms ?? null };
  const { n } = await otherAdverts.one(context.db, area, asked);
  if (n === 0) return;
  const message = `Adverts here that are of no house, flat or bungalow do not count, such as park homes, caravans, houseboats, garages and plots: ${n}.`;
  context.warn('not_an_ordinary_home', field, message);
}
