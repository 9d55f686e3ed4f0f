import { signOfWords } from './given-signs.ts';

/** The sign of a word that a clerk's note may contain. */
export const CLERK_SIGNS = signOfWords(`
  DUPLICATE DUPLICATED DUP VOID VACANT EMPTY UNOCCUPIED DERELICT USE SOLD CLOSED MOVED GONE DECEASED TEST TBC CONFIRMED
  UNCONFIRMED UNVERIFIED VERIFIED PROVISIONAL CANCELLED DELETED ARCHIVED INACTIVE RETIRED HISTORIC HISTORICAL SUPERSEDED
  CHECKED AMENDED BUILD HMO NOTE NOTES MAIL VISIT SUCH POST SEND CALL CONTACT FOUND WRONG INCORRECT INVALID`);

/** Notes about the record or the occupier, which do not identify the home. */
const ABOUT_RECORD =
  '(?:possible )?(?:dup(?:licated?)?(?: (?:record|entry|address))?|void(?: property)?|vacant(?: property)?|empty(?: property| home)?|unoccupied|derelict|do not (?:use|post|send|mail|call|contact|visit)|(?:now )?closed|(?:now )?sold|moved(?: out| away)?|gone away|deceased|test(?: record| data)?|tbc|to be confirmed|unconfirmed|unverified|provisional|cancelled|deleted|archived|inactive|retired|historic(?:al)?|superseded|checked(?: ok)?|amended|new build|hmo|see notes?)';
/** Notes that the address is wrong. */
const DENIES =
  '(?:wrong|incorrect|invalid) (?:address|number|house)|not (?:found|confirmed|verified)|no such (?:address|number|house)';

const STARS = '\\*{0,4} ?';
/** (DUPLICATE), [VOID], *** DO NOT USE ***. */
const IN_SIGNS = new RegExp(
  `[,-]? *(?:\\(${STARS}${ABOUT_RECORD}${STARS}\\)|\\[${ABOUT_RECORD}\\]|\\{${ABOUT_RECORD}\\}|\\*{1,4} ?${ABOUT_RECORD} ?\\*{1,4})`,
  'gi',
);
/** QUAX FARM - DUPLICATE; FLAT 2, VOID, ROSE COURT: a whole part, other than the first. */
const IN_PART = new RegExp(`(?<=[a-z0-9.]) *(?:,|\\s[-\u2013\u2014]) *${ABOUT_RECORD} *(?=,|$)`, 'gi');
/** DUPLICATE QUAX FARM, 12A DO NOT USE, OAK ROAD: notes without a separator. No name begins or ends with these. */
const PLAINLY =
  '(?:void(?: property)?|duplicate(?: record| entry| address)?|do not (?:use|post|send|mail|contact)|gone away)';
const AT_START = new RegExp(`^\\s*${PLAINLY}\\s*[:,-]?\\s+(?=[a-z0-9])`, 'i');
const AT_END_OF_PART = new RegExp(`(?<=[a-z0-9]) +${PLAINLY} *(?=,|$)`, 'gi');

/** Removes notes on the record: QUAX FARM (DUPLICATE), FLAT 2 *** DO NOT USE ***, ROSE COURT. */
export const withoutNotesOfClerks = (address: string): string =>
  address.replace(IN_SIGNS, '').replace(IN_PART, '').replace(AT_START, '').replace(AT_END_OF_PART, '').trim();

const DENIED = new RegExp(`\\b(?:${DENIES})\\b`, 'i');
/** Whether a note says that the address is wrong: 12 OAK ROAD, XANBURY (WRONG ADDRESS). */
export const deniesAddress = (address: string, signs: number): boolean =>
  (signs & CLERK_SIGNS) !== 0 && DENIED.test(address);
