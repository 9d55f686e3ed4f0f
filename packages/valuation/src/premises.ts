import type { PropertyType } from './types.ts';
import { oddSale } from './usable-sales.ts';

/** Premises other than the houses and flats whose sales the model is fitted on. */
export interface OddPremises {
  /** What they are, as the end of the sentence "It is …". */
  words: string;
  /** The class that the address list gives, where it is this that tells. */
  classification: string | null;
  /** Whether nobody lives in them as in a home of one's own, and no sale or certificate says otherwise. */
  no_home: boolean;
  /** Whether they are let by the room, or in units that are no homes of their own. */
  shared: boolean;
}

/** What is recorded of premises; sales by the day asked about, oldest first. */
export interface RecordedPremises {
  classification: string | null;
  certificate: { property_type: PropertyType | null } | null;
  sales: readonly { price: number; property_type: PropertyType }[];
}

interface ClassWords {
  words: string;
  /** Homes, though of another kind than the model has seen. */
  lived_in?: true;
  shared?: true;
}

/**
 * AddressBase classes by their first characters; the longest that fits counts. Other classes are ordinary homes or
 * unknown.
 */
const CLASSES: Record<string, ClassWords> = {
  C: { words: 'commercial premises' },
  L: { words: 'land' },
  M: { words: 'military premises' },
  O: { words: 'no building, such as a mast or a post box' },
  PS: { words: 'a street' },
  RB: { words: 'an ancillary building' },
  RC: { words: 'a car parking space' },
  RG: { words: 'a garage' },
  RI: { words: 'a residential institution, such as a care home or a student hall' },
  Z: { words: 'a place of worship, a monument or the like' },
  X: { words: 'premises of dual use, such as a shop with a home over it', lived_in: true },
  RD01: { words: 'a caravan or park home', lived_in: true },
  RD07: { words: 'a houseboat', lived_in: true },
  RD10: { words: 'a holiday caravan or chalet', lived_in: true },
  RH: { words: 'a shared home', lived_in: true, shared: true },
  RH02: { words: 'a unit of a shared home that is no home of its own', lived_in: true, shared: true },
};
/** Words that an operator's own list may have in place of a class are no class. */
const CLASS = /^[CLMOPRUXZ][A-Z]?(?:\d{2}(?:[A-Z]{2})?)?$/;
const LONGEST = 4;

/** Classes of what is no home of its own, as a regular expression that PostgreSQL reads too: in capitals, trimmed. */
export const NO_OWN_HOME_CLASS = `^(?=${CLASS.source.slice(1)})(?:${Object.keys(CLASSES)
  .filter((code) => !CLASSES[code]!.lived_in || code === 'RH02')
  .join('|')})`;

/** What premises are if they are no ordinary house or flat by the address list, the certificate or the last sale. */
export function oddPremises(recorded: RecordedPremises): OddPremises | null {
  const { classification, certificate, sales } = recorded;
  const certified = certificate?.property_type ?? null;
  const a_home =
    (certified !== null && certified !== 'other') || sales.some((sale) => oddSale(sale) === null);
  const listed = classOf(classification);
  if (listed)
    return {
      words: listed.words,
      classification: classification!.toUpperCase(),
      no_home: !listed.lived_in && !a_home,
      shared: listed.shared ?? false,
    };
  const untold = { classification: null, no_home: false, shared: false };
  if (certified === 'other') return { ...untold, words: 'a park home' };
  if (a_home || sales.at(-1)?.property_type !== 'other') return null;
  return { ...untold, words: 'neither a house nor a flat, as it was sold' };
}

function classOf(classification: string | null): ClassWords | null {
  const code = (classification ?? '').trim().toUpperCase();
  if (!CLASS.test(code)) return null;
  for (let length = LONGEST; length > 0; length--) {
    const found = code.length >= length && CLASSES[code.slice(0, length)];
    if (found) return found;
  }
  return null;
}
