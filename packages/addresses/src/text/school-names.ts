import type { Spelling } from './spelling.ts';

/**
 * Words for the ages that a school teaches. NURSERY is none of them: a primary school often has a nursery, which its
 * name may give or leave out.
 */
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
/** Other words at the end of a school's name that do not distinguish it: who maintains it, and what it has. */
const SCHOOL_END_WORDS = new Set(
  'SCHOOL ACADEMY COMMUNITY RC CATHOLIC ROMAN NURSERY AND CLASS CLASSES EARLY YEARS SIXTH FORM CENTRE'.split(
    ' ',
  ),
);
/** Words of OF_SCHOOL that cannot begin the kind of a school. */
const GOES_ON = new Set('AND CLASS CLASSES EARLY YEARS SIXTH FORM CENTRE'.split(' '));

/** Whether a word belongs to the kind of a school (PRIMARY SCHOOL) and not to its own name. */
const isOfSchoolKind = (word: string): boolean => LEVELS.has(word) || SCHOOL_END_WORDS.has(word);

interface School {
  /** The name before the kind, without spaces: STQUAX of ST QUAX PRIMARY SCHOOL. */
  own: string;
  level: string;
  academy: boolean;
  /** The words after the kind: XANBURY of QUAX PRIMARY SCHOOL (XANBURY). */
  rest: string[];
}

/** Splits the name of a school; null if the text does not begin with one. */
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

/**
 * Whether two schools of one name are of one kind: QUAX SCHOOL and QUAX PRIMARY SCHOOL are, and so are QUAX PRIMARY
 * ACADEMY and QUAX PRIMARY. QUAX ACADEMY and QUAX SCHOOL are not.
 */
function areOfOneKind(one: School, other: School): boolean {
  if (one.level === other.level) return one.level !== '' || one.academy === other.academy;
  const [withLevel, withoutLevel] = one.level === '' ? [other, one] : [one, other];
  return withoutLevel.level === '' && !withoutLevel.academy && withLevel.level === 'PRIMARY';
}

/**
 * Whether a text is another form of a school's name, alone or with words of the rest of its address: QUAX PRIMARY for
 * QUAX PRIMARY SCHOOL AND NURSERY CLASS, OAK ROAD.
 */
export function isNameOfSchool(text: string, { name, whole }: Spelling): boolean {
  const school = schoolOf(text);
  if (school === null) return false;
  const listed = schoolOf(name);
  if (listed === null || listed.own !== school.own || !areOfOneKind(school, listed)) return false;
  const place = whole.slice(name.length).split(' ');
  return (
    school.rest.every((word) => place.includes(word) || listed.rest.includes(word)) &&
    listed.rest.every((word) => place.includes(word) || school.rest.includes(word))
  );
}

/** Whether two names are those of schools with the same own name, such as a school and its nursery. */
export const isOtherSchoolOfName = (name: string, other: string): boolean =>
  schoolOf(name)?.own === schoolOf(other)?.own;

/**
 * Whether two texts begin with schools of one name for different ages, one of them a nursery. QUAX PRIMARY AND NURSERY
 * SCHOOL is QUAX PRIMARY SCHOOL, and not QUAX PRIMARY SCHOOL NURSERY, which has the same words.
 */
export function areSchoolsOfOtherAges(one: string, other: string): boolean {
  if (!one.includes('NURSERY') && !other.includes('NURSERY')) return false;
  const [asked, listed] = [schoolOf(one), schoolOf(other)];
  if (asked === null || listed === null || asked.own !== listed.own) return false;
  return asked.level !== '' && listed.level !== '' && asked.level !== listed.level;
}

/**
 * Whether two names may be those of one school: QUAX SCHOOL, which gives no ages, and QUAX HIGH SCHOOL; QUAX SECONDARY
 * and QUAX HIGH SCHOOL.
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
