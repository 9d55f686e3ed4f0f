import type { Spelling } from './spelling.ts';

/** Of which ages a school is. A primary school often has a nursery, which its name gives or leaves out. */
const LEVELS = new Map([
  ['PRIMARY', 'PRIMARY'],
  ['P', 'PRIMARY'],
  ['CP', 'PRIMARY'],
  ['INFANT', 'INFANT'],
  ['INFANTS', 'INFANT'],
  ['JUNIOR', 'JUNIOR'],
  ['JUNIORS', 'JUNIOR'],
  ['SECONDARY', 'SECONDARY'],
  ['HIGH', 'HIGH'],
]);
/** What else ends the name of a school and tells it from no other: who maintains it, and what it has beside classes. */
const OF_SCHOOL = new Set(
  'SCHOOL ACADEMY COMMUNITY RC CATHOLIC ROMAN NURSERY AND CLASS CLASSES EARLY YEARS SIXTH FORM CENTRE'.split(
    ' ',
  ),
);
/** Of these, the words with which no kind begins. */
const GOES_ON = new Set('AND CLASS CLASSES EARLY YEARS SIXTH FORM CENTRE'.split(' '));

/** Whether a word says of what kind a school is, and is no part of its own name. */
const isOfSchoolKind = (word: string): boolean => LEVELS.has(word) || OF_SCHOOL.has(word);

interface School {
  /** Its own name: ST QUAX of ST QUAX PRIMARY SCHOOL. */
  own: string;
  level: string;
  academy: boolean;
  /** What follows the kind: XANBURY of QUAX PRIMARY SCHOOL (XANBURY). */
  rest: string[];
}

/** The name of a school, in its parts; null if the text does not begin with one. */
function schoolOf(text: string): School | null {
  const words = text.replace(/^THE /, '').split(' ');
  const from = words.findIndex((word, i) => i > 0 && isOfSchoolKind(word) && !GOES_ON.has(word));
  if (from === -1) return null;
  let to = from;
  while (to < words.length && isOfSchoolKind(words[to]!)) to += 1;
  const kind = words.slice(from, to);
  const levels = kind.flatMap((word) => LEVELS.get(word) ?? []);
  const academy = kind.includes('ACADEMY');
  if (levels.length === 0 && !academy && !kind.includes('SCHOOL')) return null;
  const isNursery = kind.some(
    (word, i) => word === 'NURSERY' && (levels.length === 0 || kind[i - 1] === 'SCHOOL'),
  );
  if (isNursery) levels.push('NURSERY');
  const own = words.slice(0, from).join('');
  return { own, level: [...new Set(levels)].sort().join(' '), academy, rest: words.slice(to) };
}

/** QUAX SCHOOL is QUAX PRIMARY SCHOOL; QUAX ACADEMY is hardly QUAX SCHOOL, but QUAX PRIMARY ACADEMY is QUAX PRIMARY. */
function areOfOneKind(one: School, other: School): boolean {
  if (one.level === other.level) return one.level !== '' || one.academy === other.academy;
  const [said, unsaid] = one.level === '' ? [other, one] : [one, other];
  return unsaid.level === '' && !unsaid.academy && said.level === 'PRIMARY';
}

/** QUAX PRIMARY for QUAX PRIMARY SCHOOL AND NURSERY CLASS, OAK ROAD, alone or followed by words of the rest. */
export function isNameOfSchool(text: string, { name, whole }: Spelling): boolean {
  const asked = schoolOf(text);
  if (asked === null) return false;
  const listed = schoolOf(name);
  if (listed === null || listed.own !== asked.own || !areOfOneKind(asked, listed)) return false;
  const place = whole.slice(name.length).split(' ');
  return (
    asked.rest.every((word) => place.includes(word) || listed.rest.includes(word)) &&
    listed.rest.every((word) => place.includes(word) || asked.rest.includes(word))
  );
}

/** Whether the list has a school of this name there by another address: its nursery, or the one for the older. */
export const isOtherSchoolOfName = (name: string, other: string): boolean =>
  schoolOf(name)?.own === schoolOf(other)?.own;

/**
 * Whether both begin with the name of a school and these are of other ages: QUAX PRIMARY AND NURSERY SCHOOL is QUAX
 * PRIMARY SCHOOL, and not QUAX PRIMARY SCHOOL NURSERY, which has the same words.
 */
export function areSchoolsOfOtherAges(one: string, other: string): boolean {
  if (!one.includes('NURSERY') && !other.includes('NURSERY')) return false;
  const [asked, listed] = [schoolOf(one), schoolOf(other)];
  if (asked === null || listed === null || asked.own !== listed.own) return false;
  return asked.level !== '' && listed.level !== '' && asked.level !== listed.level;
}

/**
 * QUAX SCHOOL and QUAX HIGH SCHOOL, of which only one says for which ages it is; QUAX SECONDARY and QUAX HIGH SCHOOL.
 */
export function mayBeOneSchool(one: string, other: string): boolean {
  const asked = schoolOf(one);
  const listed = asked && schoolOf(other);
  if (asked === null || listed === null || asked.own !== listed.own) return false;
  const levels = [asked.level, listed.level];
  if (levels.some((level) => level.includes('NURSERY'))) return false;
  return levels.includes('') || levels.every((level) => OF_OLDER.has(level));
}
const OF_OLDER = new Set(['SECONDARY', 'HIGH']);
