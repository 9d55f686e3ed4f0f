import { WORDINGS, type Wording } from './address-words.ts';
import type { PlaceEffect } from './place-effects.ts';
import { FAMILIES, FITTED_TYPES, type FittedType } from './places.ts';
import type { PropertyType, TypeWords } from './types.ts';

/** The source of the type of a home. */
export type TypeSource = 'given' | 'sale' | 'certificate' | 'inferred' | 'assumed';

/**
 * The possible types of a home, most probable first. The probabilities add up to 1, except if only one inferred type is
 * probable: the others are improbable, not impossible.
 */
export interface TypeBelief {
  source: TypeSource;
  types: readonly { property_type: FittedType; probability: number }[];
}

/** How addresses are worded in an area without a fit: nearly every flat is worded as one. */
export const USUAL_WORDS: TypeWords = [
  [0.002, 0.3, 0.698],
  [0.002, 0.05, 0.948],
  [0.002, 0.08, 0.918],
  [0.85, 0.05, 0.1],
];

/** The shares of types among homes in England, for a place without sales nearby. */
const USUAL_MIX = [0.23, 0.28, 0.29, 0.2];
/** The weight of the wider place, in sales, against the sales of the narrower place. */
const WIDER_SALES = { sector: 5, street: 2, postcode: 1, building: 0.2 } as const;
/** The share of the country's mix that is kept everywhere, since a street of one type may have a home of another. */
const KEPT_OF_USUAL = 0.02;
/** A type less probable than this changes no value that is shown. */
const LEAST_PROBABILITY = 0.02;

export interface TypeEvidence {
  given: PropertyType | null;
  sold_as: PropertyType | null;
  certificate: PropertyType | null;
  wording: Wording;
  /** The register's words for the place of the home. */
  place: { postcode: string; street: string; locality: string; paon: string };
  effects: readonly PlaceEffect[];
  words: TypeWords;
}

/**
 * The type of a home: the given one, else that of the last sale, else that of the certificate. A bungalow is a house of
 * the recorded kind, or may be of any kind. Without these, the type is inferred from sales in the sector, street,
 * postcode and building and from the wording of the address, and several types keep a probability. Without sales there,
 * the mix of the country is assumed.
 */
export function typeBelief(evidence: TypeEvidence): TypeBelief {
  const certain = (
    [
      ['given', evidence.given],
      ['sale', evidence.sold_as],
      ['certificate', evidence.certificate],
    ] as const
  ).filter(([, one]) => one !== null && one !== 'other');
  const kind =
    certain[0]?.[1] === 'bungalow' && certain.find(([, one]) => one !== 'bungalow' && one !== 'flat');
  const nothing = evidence.effects.length === 0 && evidence.wording !== 'flat';
  const [source, type] = kind || certain[0] || ([nothing ? 'assumed' : 'inferred', null] as const);
  const exact = FITTED_TYPES.find((one) => one === type);
  if (exact) return { source, types: [{ property_type: exact, probability: 1 }] };
  const mix = mixAt(evidence).map((share, i) => {
    if (type === 'bungalow') return FITTED_TYPES[i] === 'flat' ? 0 : share;
    return share * evidence.words[i]![WORDINGS.indexOf(evidence.wording)]!;
  });
  return { source, types: shares(mix) };
}

/** The mix of types sold, from the sector down to the building. Each level counts by its number of sales. */
function mixAt({ place, effects }: TypeEvidence): number[] {
  const sector = place.postcode.slice(0, -2);
  const street = `${place.street}|${place.locality}|${sector}`;
  const counts = { sector: none(), street: none(), postcode: none(), building: none() };
  for (const [family, key, , n] of effects) {
    const name = FAMILIES[family];
    const cut = key.lastIndexOf('|');
    const type = Number(key.slice(cut + 1));
    if (name === 'cell') counts.sector[Number(key.split('|')[1])]! += n;
    else if (name === 'street_type' && place.street && key.slice(0, cut) === street)
      counts.street[type]! += n;
    else if (name === 'postcode_type') counts.postcode[type]! += n;
    else if (name === 'building' && place.paon && key === `${place.postcode}|${place.paon}`)
      counts.building[FITTED_TYPES.indexOf('flat')]! += n;
  }
  const mix = (['sector', 'street', 'postcode', 'building'] as const).reduce((wider, level) => {
    const total = counts[level].reduce((sum, n) => sum + n, 0) + WIDER_SALES[level];
    return counts[level].map((n, i) => (n + WIDER_SALES[level] * wider[i]!) / total);
  }, USUAL_MIX);
  return mix.map((share, i) => (1 - KEPT_OF_USUAL) * share + KEPT_OF_USUAL * USUAL_MIX[i]!);
}

function shares(mix: readonly number[]): TypeBelief['types'] {
  const total = mix.reduce((sum, one) => sum + one, 0);
  const likely = mix.map((one) => (one / total < LEAST_PROBABILITY ? 0 : one));
  const several = likely.filter((one) => one > 0).length > 1;
  const kept_share = several ? likely.reduce((sum, one) => sum + one, 0) : total;
  return likely
    .map((one, i) => ({ property_type: FITTED_TYPES[i]!, probability: one / kept_share }))
    .filter((one) => one.probability > 0)
    .sort((a, b) => b.probability - a.probability);
}

function none(): number[] {
  return FITTED_TYPES.map(() => 0);
}
