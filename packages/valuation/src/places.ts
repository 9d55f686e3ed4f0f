import type { PropertyType, Tenure } from './types.ts';

/** The types that the model is fitted on. The prices of other types vary too much to compare. */
export const FITTED_TYPES = ['detached', 'semi_detached', 'terraced', 'flat'] as const;
export type FittedType = (typeof FITTED_TYPES)[number];
const TENURES = ['Freehold', 'Leasehold', null] as const;

export function typeNumber(type: PropertyType): number {
  return (FITTED_TYPES as readonly string[]).indexOf(type);
}

/** The families of location effects, from the widest to the narrowest. */
export const FAMILIES = [
  'cell',
  'locality',
  'street',
  'postcode',
  'street_type',
  'postcode_type',
  'building',
] as const;
export type Family = (typeof FAMILIES)[number];

/** The values that give the place of a dwelling in each family. */
export interface Place {
  property_type: PropertyType;
  tenure: Tenure | null;
  postcode: string;
  street: string;
  locality: string;
  town: string;
  saon: string;
  paon: string;
}

/** The key of a place in a family, or an empty string if the family does not apply. */
export function placeKey(family: Family, place: Place): string {
  const sector = place.postcode.slice(0, -2);
  switch (family) {
    case 'cell':
      return `${sector}|${typeNumber(place.property_type)}|${TENURES.indexOf(place.tenure)}`;
    case 'locality':
      return `${place.locality}|${place.town}`;
    case 'street':
      return place.street ? `${place.street}|${place.locality}|${sector}` : '';
    case 'postcode':
      return place.postcode;
    case 'street_type':
      return place.street
        ? `${place.street}|${place.locality}|${sector}|${typeNumber(place.property_type)}`
        : '';
    case 'postcode_type':
      return `${place.postcode}|${typeNumber(place.property_type)}`;
    case 'building':
      return place.property_type === 'flat' && place.saon ? `${place.postcode}|${place.paon}` : '';
  }
}

/** Numbers for the places of many rows in one family. The code of a row is -1 if the family does not apply to it. */
export interface PlaceCodes {
  numbers: ReadonlyMap<string, number>;
  codes: Int32Array;
}

export function placeCodes(family: Family, places: readonly Place[]): PlaceCodes {
  const numbers = new Map<string, number>();
  const codes = Int32Array.from(places, (place) => {
    const key = placeKey(family, place);
    if (key === '') return -1;
    const code = numbers.get(key) ?? numbers.size;
    numbers.set(key, code);
    return code;
  });
  return { numbers, codes };
}
