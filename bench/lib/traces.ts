import { typo } from '@domesday/addresses/fit';

export interface Wanted {
  uprn: number;
  address: string;
  postcode: string;
}

export interface Query {
  q: string;
  uprn: number | null;
}

type Random = () => number;

/** Ways in which people search for a home, one text each. `q` is the whole text. */
export const KINDS: Record<string, (home: Wanted, random: Random) => string> = {
  full: ({ address }) => address,
  'lower case, no commas': ({ address }) => address.toLowerCase().replaceAll(',', ''),
  'without postcode': ({ address, postcode }) => address.replace(`, ${postcode}`, ''),
  'one typing error': ({ address, postcode }, random) => {
    const words = address.replace(`, ${postcode}`, '').split(' ');
    const long = words.flatMap((word, i) => (/^[A-Z]{5,}/.test(word) ? [i] : []));
    const at = long[Math.floor(random() * long.length)];
    if (at !== undefined) words[at] = typo(random, words[at]!);
    return words.join(' ');
  },
  'first 60 %': ({ address }) => address.slice(0, Math.ceil(address.length * 0.6)),
  'parts in free order': ({ address, postcode }) =>
    address.replace(`, ${postcode}`, '').split(', ').reverse().join(' '),
  postcode: ({ postcode }) => postcode,
};

const COMMON = [
  'high street',
  'london',
  'the',
  'road',
  'st',
  'ma',
  '12',
  'church',
  'close',
  'flat 1',
  '1 high street',
];

/** Every second keystroke of some addresses from the third letter on, and the commonest words. */
export function keystrokes(homes: readonly Wanted[]): Query[] {
  const queries: Query[] = COMMON.map((q) => ({ q, uprn: null }));
  for (const { address, uprn } of homes) {
    for (let typed = 3; typed <= Math.min(address.length, 44); typed += 2) {
      queries.push({ q: address.slice(0, typed).toLowerCase(), uprn });
    }
  }
  return queries;
}
