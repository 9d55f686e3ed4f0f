import { signOfWords } from './given-signs.ts';

/** Words of a note, each of which few addresses have. */
export const OF_CLERKS = signOfWords(`
  DUPLICATE DUPLICATED DUP VOID VACANT EMPTY UNOCCUPIED DERELICT USE SOLD CLOSED MOVED GONE DECEASED TEST TBC CONFIRMED
  UNCONFIRMED UNVERIFIED VERIFIED PROVISIONAL CANCELLED DELETED ARCHIVED INACTIVE RETIRED HISTORIC HISTORICAL SUPERSEDED
  CHECKED AMENDED BUILD HMO NOTE NOTES MAIL VISIT SUCH POST SEND CALL CONTACT FOUND WRONG INCORRECT INVALID`);

/** What is said of the record or of who lives there, and not of which home it is. */
const ABOUT_RECORD =
  '(?:possible )?(?:dup(?:licated?)?(?: (?:record|entry|address))?|void(?: property)?|vacant(?: property)?|empty(?: property| home)?|unoccupied|derelict|do not (?:use|post|send|mail|call|contact|visit)|(?:now )?closed|(?:now )?sold|moved(?: out| away)?|gone away|deceased|test(?: record| data)?|tbc|to be confirmed|unconfirmed|unverified|provisional|cancelled|deleted|archived|inactive|retired|historic(?:al)?|superseded|checked(?: ok)?|amended|new build|hmo|see notes?)';
/** What says that it is not the address. */
const DENIES =
  '(?:wrong|incorrect|invalid) (?:address|number|house)|not (?:found|confirmed|verified)|no such (?:address|number|house)';

const STARS = '\\*{0,4} ?';
/** (DUPLICATE), [VOID], *** DO NOT USE ***. */
const IN_SIGNS = new RegExp(
  `[,-]? *(?:\\(${STARS}${ABOUT_RECORD}${STARS}\\)|\\[${ABOUT_RECORD}\\]|\\{${ABOUT_RECORD}\\}|\\*{1,4} ?${ABOUT_RECORD} ?\\*{1,4})`,
  'gi',
);
/** QUAX FARM - DUPLICATE; FLAT 2, VOID, ROSE COURT: a part of its own that is not the first. */
const IN_PART = new RegExp(`(?<=[a-z0-9.]) *(?:,|\\s[-\u2013\u2014]) *${ABOUT_RECORD} *(?=,|$)`, 'gi');
/** DUPLICATE QUAX FARM, 12A DO NOT USE, OAK ROAD: no name begins or ends with these. */
const PLAINLY =
  '(?:void(?: property)?|duplicate(?: record| entry| address)?|do not (?:use|post|send|mail|contact)|gone away)';
const AT_START = new RegExp(`^\\s*${PLAINLY}\\s*[:,-]?\\s+(?=[a-z0-9])`, 'i');
const AT_END_OF_PART = new RegExp(`(?<=[a-z0-9]) +${PLAINLY} *(?=,|$)`, 'gi');

/** The text without a note on its record: QUAX FARM (DUPLICATE), FLAT 2 *** DO NOT USE ***, ROSE COURT. */
export const withoutNotesOfClerks = (address: string): string =>
  address.replace(IN_SIGNS, '').replace(IN_PART, '').replace(AT_START, '').replace(AT_END_OF_PART, '').trim();

const DENIED = new RegExp(`\\b(?:${DENIES})\\b`, 'i');
/** 12 OAK ROAD, XANBURY (WRONG ADDRESS) is perhaps not number 12. */
export const deniesAddress = (address: string, signs: number): boolean =>
  (signs & OF_CLERKS) !== 0 && DENIED.test(address);
