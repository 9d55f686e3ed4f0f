import { WORDINGS, type Wording } from './address-words.ts';
import type { PlaceEffect } from './place-effects.ts';
import { FAMILIES, FITTED_TYPES, type FittedType } from './places.ts';
import type { PropertyType, TypeWords } from './types.ts';

/** Where the type of a home comes from. */
export type TypeSource = 'given' | 'sale' | 'certificate' | 'inferred' | 'assumed';

/**
 * The types that a home may be of, most probable first; the probabilities add up to 1, but for one inferred type alone:
 * the others are improbable, not impossible.
 */
export interface TypeBelief {
  source: TypeSource;
  types: readonly { property_type: FittedType; probability: number }[];
}

/** Before anything has been fitted: nearly every flat says that it is one. */
export const USUAL_WORDS: TypeWords = [
  [0.002, 0.3, 0.698],
  [0.002, 0.05, 0.948],
  [0.002, 0.08, 0.918],
  [0.85, 0.05, 0.1],
];

/** Homes of England by type: where nothing at all was sold nearby. */
const USUAL_MIX = [0.23, 0.28, 0.29, 0.2];
/** Sales that the wider place counts for against those of the narrower. */
const WIDER_SALES = { sector: 5, street: 2, postcode: 1, building: 0.2 } as const;
/** A street of one type may still hold another: so much of the country's mix is kept everywhere. */
const KEPT_OF_USUAL = 0.02;
/** A type less probable than this changes no value that is shown. */
const LEAST_PROBABILITY = 0.02;

export interface TypeEvidence {
  given: PropertyType | null;
  sold_as: PropertyType | null;
  certificate: PropertyType | null;
  wording: Wording;
  /** The register's words for where it stands. */
  place: { postcode: string; street: string; locality: string; paon: string };
  effects: readonly PlaceEffect[];
  words: TypeWords;
}

/**
 * The type that was given, else that of its last sale, else of its certificate; a bungalow is the kind of house that is
 * recorded, or may be any.
 * Else it is inferred from what was sold in its sector, street, postcode and building and from the words of its
 * address, and stays as uncertain as these leave it; where nothing was sold, the mix of the country is assumed.
 */
export function typeBelief(evidence: TypeEvidence): TypeBelief {
  const told = (
    [
      ['given', evidence.given],
      ['sale', evidence.sold_as],
      ['certificate', evidence.certificate],
    ] as const
  ).filter(([, one]) => one !== null && one !== 'other');
  const kind = told[0]?.[1] === 'bungalow' && told.find(([, one]) => one !== 'bungalow' && one !== 'flat');
  const nothing = evidence.effects.length === 0 && evidence.wording !== 'flat';
  const [source, type] = kind || told[0] || ([nothing ? 'assumed' : 'inferred', null] as const);
  const exact = FITTED_TYPES.find((one) => one === type);
  if (exact) return { source, types: [{ property_type: exact, probability: 1 }] };
  const mix = mixAt(evidence).map((share, i) => {
    if (type === 'bungalow') return FITTED_TYPES[i] === 'flat' ? 0 : share;
    return share * evidence.words[i]![WORDINGS.indexOf(evidence.wording)]!;
  });
  return { source, types: shares(mix) };
}

/** What was sold from the sector down to the building, each as far as there were sales. */
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
  const kept = mix.map((one) => (one / total < LEAST_PROBABILITY ? 0 : one));
  const several = kept.filter((one) => one > 0).length > 1;
  const left = several ? kept.reduce((sum, one) => sum + one, 0) : total;
  return kept
    .map((one, i) => ({ property_type: FITTED_TYPES[i]!, probability: one / left }))
    .filter((one) => one.probability > 0)
    .sort((a, b) => b.probability - a.probability);
}

function none(): number[] {
  return FITTED_TYPES.map(() => 0);
}
