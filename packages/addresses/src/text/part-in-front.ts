import { BUILDING_TYPES, GENERIC_NAME_WORDS, ROLES } from './words.ts';

/**
 * A part of a school, farm or inn before its name: NURSERY, FIR SCHOOL; AFTER SCHOOL CLUB AT FIR SCHOOL; THE OLD BARN,
 * ROSE FARM.
 */
const PART =
  /^\s*(?:(?:the|old|new|former|main|day|breakfast|after|out of|before|school|sports|youth|holiday|kids|children'?s|caretaker'?s|head ?teacher'?s|staff|dining|church|village|farm|estate)[ -]+)*(?:nurser(?:y|ies)|pre[ -]?school|playgroup|creche|kindergarten|club|centre|kitchen|canteen|gym(?:nasium)?|swimming pool|library|caf[eé]|bar|restaurant|shop|offices?|barn|stables?|dairy|byre|granary|coach ?house|house|bungalow|hall|chapel|function room)(?: *, *| +at +| +of +)(?=[a-z])/i;

/** NARROWBOAT KINGFISHER, OAK MARINA for KINGFISHER; not HOUSEBOAT, OAK HOUSE. */
const BOAT = /^\s*(?:the +)?(?:narrow|house|canal) ?boat +(?=[a-z]{2}[a-z' ]*,)/i;

/**
 * Removes a part of premises in front of the name of the premises, or the word for a boat in front of its name; null if
 * the text does not begin with one.
 */
export function withoutPartInFront(address: string): string | null {
  if (BOAT.test(address)) return address.replace(BOAT, '');
  const found = PART.exec(address)?.[0];
  if (found === undefined) return null;
  const rest = address.slice(found.length);
  const name = /^[^,\n0-9]+/.exec(rest)?.[0].trim().toUpperCase() ?? '';
  const last = name.slice(name.lastIndexOf(' ') + 1);
  const named = name.includes(' ') && PREMISES_WORDS.some((words) => words.has(last));
  return named ? rest : null;
}
const PREMISES_WORDS = [BUILDING_TYPES, GENERIC_NAME_WORDS, ROLES];
