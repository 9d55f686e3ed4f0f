import {
  COMMON_WORDS,
  COUNTIES,
  GENERIC_NAME_WORDS,
  STOP_WORDS,
  STREET_TYPES,
  WEAK_STREET_TYPES,
} from '../text/words.ts';
import type { ParsedAddress } from './parse.ts';
import { ownNumber, withNumbers } from './shape.ts';

/** Rarity of a word: about 1 for an ordinary name and near 0 for an uninformative word. */
export type Rarity = (word: string) => number;

/** A parsed address with the values that comparing needs, computed once. */
export interface PreparedAddress {
  parsed: ParsedAddress;
  /** The words of building, street and tail, in this order. */
  words: string[];
  /** The rarity of each word. */
  weights: number[];
  /** The first index of each word. */
  index: Map<string, number>;
  /** Spans of `words`, the end exclusive. */
  building: [number, number];
  street: [number, number];
  tail: [number, number];
}

/**
 * Rarity without a corpus: street types, counties and linking words are uninformative, most names are informative. For
 * a word in several sets, the last set counts.
 */
const RARITIES = new Map<string, number>(
  (
    [
      [COMMON_WORDS, 0.55],
      [WEAK_STREET_TYPES, 0.55],
      [GENERIC_NAME_WORDS, 0.4],
      [COUNTIES, 0.2],
      [STREET_TYPES, 0.3],
      [STOP_WORDS, 0.1],
    ] as const
  ).flatMap(([words, rarity]) => [...words].map((word) => [word, rarity] as const)),
);
const staticRarity: Rarity = (word) => RARITIES.get(word) ?? 1;

export function prepareAddress(parsed: ParsedAddress, rarity: Rarity = staticRarity): PreparedAddress {
  const { building, street, tail } = parsed;
  const words = [...building, ...street, ...tail];
  const index = new Map<string, number>();
  for (let i = words.length - 1; i >= 0; i -= 1) index.set(words[i]!, i);
  const b = building.length;
  const s = b + street.length;
  return preparedOf(parsed, words, {
    weights: words.map(rarity),
    index,
    building: [0, b],
    street: [b, s],
    tail: [s, words.length],
  });
}

/** Builds every prepared address in one place: property access is faster if all objects have the same layout. */
function preparedOf(
  parsed: ParsedAddress,
  words: string[],
  { weights, index, building, street, tail }: Omit<PreparedAddress, 'parsed' | 'words'>,
): PreparedAddress {
  return { parsed, words, weights, index, building, street, tail };
}

/** The same address with an equal word array of another address, so that both share cached comparisons. */
export const withWords = (prepared: PreparedAddress, words: string[]): PreparedAddress =>
  preparedOf(prepared.parsed, words, prepared);

export const lengthOf = (span: [number, number]): number => span[1] - span[0];

/** The parse of an address from the parse of its shape, with its numbers in place of the placeholders. */
export function withOwnNumbers(alike: PreparedAddress, numbers: readonly string[]): PreparedAddress {
  const { parsed } = alike;
  const { unit, number } = parsed;
  const own = {
    ...parsed,
    unit: unit === null ? null : withNumbers(unit, numbers),
    unread: parsed.unread.map((number) => withNumbers(number, numbers)),
    number: number && {
      ...number,
      from: ownNumber(number.from, numbers),
      to: number.to === null ? null : ownNumber(number.to, numbers),
    },
  };
  return preparedOf(own, alike.words, alike);
}
