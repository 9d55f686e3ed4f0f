import type { PropertyType } from './types.ts';
import { unusableReason } from './usable-sales.ts';

/** Premises other than the houses and flats whose sales the model is fitted on. */
export interface UnusualPremises {
  /** What the premises are, as the end of the sentence "It is …". */
  words: string;
  /** The address list's class, if the class decides; else null. */
  classification: string | null;
  /** Whether the premises are no home by their class, and no sale or certificate says otherwise. */
  no_home: boolean;
  /** Whether the premises are let by the room, or in units that are no homes of their own. */
  shared: boolean;
}

/** What is recorded of premises. Sales are those up to the day asked about, oldest first. */
export interface RecordedPremises {
  classification: string | null;
  certificate: { property_type: PropertyType | null } | null;
  sales: readonly { price: number; property_type: PropertyType }[];
}

interface ClassWords {
  words: string;
  /** Whether people live there, though in another kind of home than the model is fitted on. */
  lived_in?: true;
  shared?: true;
}

/**
 * AddressBase classes by their first characters; the longest match counts. Other classes are ordinary homes or unknown.
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
/** The form of an AddressBase class. An operator's own list may have other words instead, which are ignored. */
const CLASS = /^[CLMOPRUXZ][A-Z]?(?:\d{2}(?:[A-Z]{2})?)?$/;
const LONGEST = 4;

/**
 * Classes of premises that are no home of their own, as a regular expression for JavaScript and PostgreSQL: upper case,
 * trimmed.
 */
export const NO_OWN_HOME_CLASS = `^(?=${CLASS.source.slice(1)})(?:${Object.keys(CLASSES)
  .filter((code) => !CLASSES[code]!.lived_in || code === 'RH02')
  .join('|')})`;

/** Premises that are no ordinary house or flat by the address list, the certificate or the last sale; else null. */
export function unusualPremises(recorded: RecordedPremises): UnusualPremises | null {
  const { classification, certificate, sales } = recorded;
  const certified = certificate?.property_type ?? null;
  const a_home =
    (certified !== null && certified !== 'other') || sales.some((sale) => unusableReason(sale) === null);
  const listed = classOf(classification);
  if (listed)
    return {
      words: listed.words,
      classification: classification!.toUpperCase(),
      no_home: !listed.lived_in && !a_home,
      shared: listed.shared ?? false,
    };
  const unclassified = { classification: null, no_home: false, shared: false };
  if (certified === 'other') return { ...unclassified, words: 'a park home' };
  if (a_home || sales.at(-1)?.property_type !== 'other') return null;
  return { ...unclassified, words: 'neither a house nor a flat, as it was sold' };
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
