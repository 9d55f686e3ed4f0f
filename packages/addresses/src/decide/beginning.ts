import type { Spelling } from '../text/spelling.ts';
import { ABBREVIATIONS, BUILDING_TYPES, ROLES } from '../text/words.ts';

/**
 * Whether a text is the beginning of an address, cut off after its first part or inside a word of it. Of what is cut
 * off nothing may be a number if the text has any, since the number may be cut too: FLAT 7, 13 of FLAT 7, 138 GORDON
 * ROAD.
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

/** ST QUAX CHURCH HALL is hardly ST QUAX CHURCH, HALL LANE, cut off. */
const isOtherRole = (afterName: string): boolean => ROLES.has(afterName) || BUILDING_TYPES.has(afterName);

/** What each word is shortened to: HO and HSE for HOUSE. */
const SHORT_FORMS = new Map<string, string[]>();
for (const [short, long] of ABBREVIATIONS) SHORT_FORMS.set(long, [...(SHORT_FORMS.get(long) ?? []), short]);

/**
 * The text as the address spells it, if its last word was cut off to what is read otherwise: 50K of 50 KEY ROAD, and
 * 12 OAK ROAD, HO, which is read as HOUSE, of 12 OAK ROAD, HOLMTHORPE. Null if it is not.
 */
function asCut(text: string, whole: string): string | null {
  const apart = text.replace(/(?<=[0-9])(?=[A-Z]$)/, ' ');
  if (whole.startsWith(apart)) return apart;
  const at = text.lastIndexOf(' ') + 1;
  const before = text.slice(0, at);
  if (at === 0 || !whole.startsWith(before)) return null;
  const short = SHORT_FORMS.get(text.slice(at))?.find((form) => whole.startsWith(form, at));
  return short === undefined ? null : before + short;
}

/** Letters of the words before the last that are enough to tell the address, besides its number. */
const ENOUGH = 8;
const ENOUGH_BESIDE_NUMBER = 4;
/** Letters up to this are those of flats. */
const LAST_OF_FLATS = 'F';

/** Whether the last word is cut off, and what stands before it says enough: ROYAL SCHOOL OF DUNB, 132 FOXHOLES R. */
function isCutInWord(text: string, rest: string): boolean {
  const last = text.lastIndexOf(' ') + 1;
  if (last === 0 || !/^[A-Z]/.test(rest) || !/^[A-Z]+$/.test(text.slice(last))) return false;
  const letters = text.slice(0, last).replace(/[^A-Z]/g, '').length;
  const cut = text.length - last;
  // OAK HOUSE COTTAGES B may be one of them.
  if (cut === 1 && text[last]! <= LAST_OF_FLATS) return false;
  if (!/^[0-9]/.test(text)) return letters >= ENOUGH;
  return letters >= ENOUGH_BESIDE_NUMBER || (letters <= 1 && cut >= ENOUGH_BESIDE_NUMBER + 1);
}
