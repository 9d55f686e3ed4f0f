import type { PlaceEffect } from '../place-effects.ts';
import { FAMILIES, type Family, FITTED_TYPES, type Place, placeKey } from '../places.ts';
import type { LocationEffects } from './location-effects.ts';

/** All effects that a home in one postcode can have, or in any postcode of a sector without sales. */
export interface PlaceRow {
  /** A postcode, or a sector such as `XE1 2`. */
  postcode: string;
  effects: PlaceEffect[];
}

type Kind = Pick<Place, 'property_type' | 'tenure'>;
const BY_TYPE: Kind[] = FITTED_TYPES.map((property_type) => ({ property_type, tenure: null }));
const BY_TENURE = ['Freehold', 'Leasehold', null] as const;
const ANY: Kind[] = [{ property_type: 'flat', tenure: null }];

/** The types of home that a family distinguishes. */
const KINDS: Record<Family, Kind[]> = {
  cell: BY_TYPE.flatMap((kind) => BY_TENURE.map((tenure) => ({ ...kind, tenure }))),
  locality: ANY,
  street: ANY,
  postcode: ANY,
  street_type: BY_TYPE,
  postcode_type: BY_TYPE,
  building: ANY,
};

/** Distributes the effects of an area to the postcodes of its sales, so that a request reads one row. */
export function placeRows(
  sales: readonly Place[],
  location: LocationEffects,
  by_area: LocationEffects | null,
): PlaceRow[] {
  const wanted = new Map<string, Map<string, PlaceEffect>>();
  const add = (postcode: string, number: number, place: Place) => {
    const key = placeKey(FAMILIES[number]!, place);
    if (key === '') return;
    const found = wanted.get(postcode) ?? new Map<string, PlaceEffect>();
    wanted.set(postcode, found);
    const name = `${number} ${key}`;
    if (found.has(name)) return;
    const price = effectOf(location, number, key);
    const sized = by_area && effectOf(by_area, number, key);
    if (!price && !sized) return;
    found.set(name, [
      number,
      key,
      price?.effect ?? null,
      price?.n ?? 0,
      sized?.effect ?? null,
      sized?.n ?? 0,
    ]);
  };
  const seen = new Set<string>();
  for (const sale of sales) {
    const place = `${sale.postcode}|${sale.street}|${sale.locality}|${sale.town}|${sale.saon && sale.paon}`;
    if (seen.has(place)) continue;
    seen.add(place);
    FAMILIES.forEach((family, number) => {
      for (const kind of KINDS[family]) {
        const one = { ...sale, ...kind };
        add(sale.postcode, number, one);
        if (family === 'cell') add(sale.postcode.slice(0, -2), number, one);
      }
    });
  }
  return [...wanted].map(([postcode, effects]) => ({ postcode, effects: [...effects.values()] }));
}

function effectOf(
  { families }: LocationEffects,
  number: number,
  key: string,
): { effect: number; n: number } | null {
  const family = families[number]!;
  const code = family.numbers.get(key);
  if (code === undefined || !family.counts[code]) return null;
  return { effect: Math.round(family.effects[code]! * 1e6) / 1e6, n: family.counts[code]! };
}
