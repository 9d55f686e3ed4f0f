import type { PlaceEffect } from '../place-effects.ts';
import { FAMILIES, type Family, FITTED_TYPES, type Place, placeKey } from '../places.ts';
import type { SalesTable } from '../sales-table.ts';
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

/** A place in a table: its code in its family, and the first row with this place in the postcode or sector. */
interface ListedPlace {
  family: number;
  key: string;
  code: number;
  row: number;
}

/** For each postcode and sector, the places of its homes, in order of first appearance. */
export type PlaceList = ReadonlyMap<string, readonly ListedPlace[]>;

/** Lists the places of a table once for all models that are fitted to it. */
export function listPlaces(table: SalesTable): PlaceList {
  const lists = new Map<string, Map<string, ListedPlace>>();
  const add = (postcode: string, family: number, place: Place, row: number) => {
    const key = placeKey(FAMILIES[family]!, place);
    const code = table.places[FAMILIES[family]!].numbers.get(key);
    if (code === undefined) return;
    const found = lists.get(postcode) ?? new Map<string, ListedPlace>();
    lists.set(postcode, found);
    const name = `${family} ${key}`;
    if (!found.has(name)) found.set(name, { family, key, code, row });
  };
  const seen = new Set<string>();
  table.rows.forEach((sale, row) => {
    const place = `${sale.postcode}|${sale.street}|${sale.locality}|${sale.town}|${sale.saon && sale.paon}`;
    if (seen.has(place)) return;
    seen.add(place);
    const { postcode, street, locality, town, saon, paon } = sale;
    FAMILIES.forEach((family, number) => {
      for (const { property_type, tenure } of KINDS[family]) {
        const one = { property_type, tenure, postcode, street, locality, town, saon, paon };
        add(sale.postcode, number, one, row);
        if (family === 'cell') add(sale.postcode.slice(0, -2), number, one, row);
      }
    });
  });
  return new Map([...lists].map(([postcode, places]) => [postcode, [...places.values()]]));
}

/** The effects of the places of one postcode or sector, by a model that has seen the first `known` rows. */
export function effectsAt(
  places: readonly ListedPlace[] | undefined,
  known: number,
  location: LocationEffects,
  by_area: LocationEffects | null,
): PlaceEffect[] {
  const effects: PlaceEffect[] = [];
  for (const { family, key, code, row } of places ?? []) {
    if (row >= known) continue;
    const n = location.families[family]!.counts[code]!;
    const n_by_area = by_area ? by_area.families[family]!.counts[code]! : 0;
    if (n === 0 && n_by_area === 0) continue;
    effects.push([
      family,
      key,
      n === 0 ? null : rounded(location.families[family]!.effects[code]!),
      n,
      n_by_area === 0 ? null : rounded(by_area!.families[family]!.effects[code]!),
      n_by_area,
    ]);
  }
  return effects;
}

/** Distributes the effects of an area to the postcodes of its sales, so that a request reads one row. */
export function placeRows(
  lists: PlaceList,
  known: number,
  location: LocationEffects,
  by_area: LocationEffects | null,
): PlaceRow[] {
  return [...lists].flatMap(([postcode, places]) => {
    const effects = effectsAt(places, known, location, by_area);
    return effects.length > 0 ? [{ postcode, effects }] : [];
  });
}

function rounded(effect: number): number {
  return Math.round(effect * 1e6) / 1e6;
}
