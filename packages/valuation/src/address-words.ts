import type { PlaceEffect } from './place-effects.ts';
import { FAMILIES } from './places.ts';

/** How an address is worded: as a flat, or as a house with a name or a number. */
export const WORDINGS = ['flat', 'name', 'number'] as const;
export type Wording = (typeof WORDINGS)[number];

const FLAT_WORDS = /\b(?:FLAT|APARTMENT|APT|MAISONETTE|STUDIO|PENTHOUSE)S?\b/;

export function wordingOf(address: string): Wording {
  const parts = partsOf(address);
  const [first = '', second = ''] = parts;
  // `3, 22 HIGH STREET` is a unit of number 22, `3, HIGH STREET` is a house.
  if (FLAT_WORDS.test(first) || (/^\d+[A-Z]?$/.test(first) && /^\d/.test(second))) return 'flat';
  return parts.slice(0, 2).some((part) => /^\d/.test(part)) ? 'number' : 'name';
}

/** The words of a place as the register of sales spells them. */
export interface PlaceWords {
  saon: string;
  paon: string;
  street: string;
  locality: string;
  town: string;
}

/** The register's words as one line, in the form of address lists. */
export function addressLine({ saon, paon, street, locality, town }: PlaceWords): string {
  const first = /^\d/.test(paon) && street ? `${paon} ${street}` : [paon, street].filter(Boolean).join(', ');
  return [saon, first, locality, town].filter(Boolean).join(', ');
}

/**
 * The register's words for the place of a home without registered sales: the street, locality and building known in its
 * postcode that its address contains. A word is empty if the address has none of the known ones.
 */
export function knownWords(address: string, effects: readonly PlaceEffect[]): PlaceWords {
  const parts = partsOf(address);
  const keys = (family: (typeof FAMILIES)[number]) =>
    effects.filter((effect) => FAMILIES[effect[0]] === family).map((effect) => effect[1].split('|'));
  const longest = (found: string[][]) => found.sort((a, b) => b[0]!.length - a[0]!.length)[0];
  const street = longest(
    keys('street').filter(([name]) => parts.some((part) => part === name || part.endsWith(` ${name}`))),
  );
  const localities = keys('locality').filter(([locality]) => !street || locality === street[1]);
  const locality = longest(localities.filter(([, town]) => parts.includes(town!))) ?? localities[0];
  const building = keys('building').find(([, paon]) => parts.some((part) => names(part, paon!)));
  return {
    saon: building ? (parts[0] ?? '') : '',
    paon: building?.[1] ?? '',
    street: street?.[0] ?? '',
    locality: street?.[1] ?? locality?.[0] ?? '',
    town: locality?.[1] ?? '',
  };
}

function names(part: string, paon: string): boolean {
  return paon !== '' && (part === paon || part.startsWith(`${paon} `));
}

function partsOf(address: string): string[] {
  return address
    .toUpperCase()
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
