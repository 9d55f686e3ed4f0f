import type { Spelling } from '../text/spelling.ts';
import { ABBREVIATIONS, BUILDING_TYPES, ROLES } from '../text/words.ts';

/**
 * Whether a text is a listed address cut off after its first part or inside a word. If the text has a digit, the rest
 * must have none, since a number may be cut too: FLAT 7, 13 of FLAT 7, 138 GORDON ROAD.
 */
export function isBeginning(given: string, { whole, name }: Spelling): boolean {
  const text = whole.startsWith(given) ? given : asCut(given, whole);
  if (text === null) return false;
  const rest = whole.slice(text.length);
  if (isOtherRole(text.slice(name.length + 1))) return false;
  if (text.length <= name.length + 1 && !isCutInWord(text, rest)) return false;
  const cutNumber = /[0-9]$/.test(text) && !rest.startsWith(' ');
  return !cutNumber && !(/[0-9]/.test(rest) && /[0-9]/.test(text));
}

/** ST QUAX CHURCH HALL is rarely ST QUAX CHURCH, HALL LANE cut off: HALL is a role word. */
const isOtherRole = (afterName: string): boolean => ROLES.has(afterName) || BUILDING_TYPES.has(afterName);

/** Word -> its abbreviations: HOUSE -> HO, HSE. */
const SHORT_FORMS = new Map<string, string[]>();
for (const [short, long] of ABBREVIATIONS) SHORT_FORMS.set(long, [...(SHORT_FORMS.get(long) ?? []), short]);

/**
 * The text in the spelling of the address, if normalising changed its cut last word: 50K for 50 KEY ROAD; 12 OAK ROAD,
 * HO for 12 OAK ROAD, HOLMTHORPE, where HO was expanded to HOUSE. Null if the address does not begin with such a text.
 */
function asCut(text: string, whole: string): string | null {
  const spaced = text.replace(/(?<=[0-9])(?=[A-Z]$)/, ' ');
  if (whole.startsWith(spaced)) return spaced;
  const at = text.lastIndexOf(' ') + 1;
  const before = text.slice(0, at);
  if (at === 0 || !whole.startsWith(before)) return null;
  const short = SHORT_FORMS.get(text.slice(at))?.find((form) => whole.startsWith(form, at));
  return short === undefined ? null : before + short;
}

/** Least number of letters before the last word that identify an address: without, and with, a number in front. */
const ENOUGH = 8;
const ENOUGH_BESIDE_NUMBER = 4;
/** A single letter up to this one may be a flat's. */
const LAST_OF_FLATS = 'F';

/** Whether the last word is cut off and enough letters stand before it: ROYAL SCHOOL OF DUNB, 132 FOXHOLES R. */
function isCutInWord(text: string, rest: string): boolean {
  const last = text.lastIndexOf(' ') + 1;
  if (last === 0 || !/^[A-Z]/.test(rest) || !/^[A-Z]+$/.test(text.slice(last))) return false;
  const letters = text.slice(0, last).replace(/[^A-Z]/g, '').length;
  const cut = text.length - last;
  // OAK HOUSE COTTAGES B may be a cottage with the letter B.
  if (cut === 1 && text[last]! <= LAST_OF_FLATS) return false;
  if (!/^[0-9]/.test(text)) return letters >= ENOUGH;
  return letters >= ENOUGH_BESIDE_NUMBER || (letters <= 1 && cut >= ENOUGH_BESIDE_NUMBER + 1);
}
