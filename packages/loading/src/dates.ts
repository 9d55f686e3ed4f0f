import { anyDate, isoDate } from '@domesday/files/values';

/** Names of the months as publishers shorten them. */
export const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * The day in a council's spelling, ISO: `1981-11-04`, `04/11/1981`, `17/07/78`, `1988/06/14`, `19811104000000`, `1
 * February 2007`, `10-Sep-19`, `Tue 10 Sep 2019 00:00`, `September 10, 2019`, `1072915200000` (milliseconds since 1970,
 * as map servers write days). Null for text without a day (`1974 & 1983`, `Aug-66`): no day is made up. Two-digit years
 * up to `pivot` are of this century, others of the last.
 */
export function areaDate(text: string | null | undefined, pivot = 30): string | null {
  const trimmed = text?.trim();
  if (!trimmed) return null;
  const midnight = IN_UTC.exec(trimmed)?.slice(1, 4).join('-');
  if (midnight && isoDate(midnight)) return IN_BRITAIN.format(Date.parse(`${midnight}T23:00:00Z`));
  const plain = anyDate(trimmed.replace(ZONE, ''));
  if (plain) return plain;
  if (MILLISECONDS.test(trimmed)) return dayAt(Number(trimmed));
  const digits = /^(\d{4})(\d{2})(\d{2})(\d{6})?$/.exec(trimmed);
  if (digits) return isoDate(`${digits[1]}-${digits[2]}-${digits[3]}`);
  const slashes = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?:[ T].*)?$/.exec(trimmed);
  if (slashes) return isoDate(`${slashes[1]}-${pad(slashes[2]!)}-${pad(slashes[3]!)}`);
  const short = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2})$/.exec(trimmed);
  if (short) return isoDate(`${yearOf(short[3]!, pivot)}-${pad(short[2]!)}-${pad(short[1]!)}`);
  const dots = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(trimmed);
  if (dots) return isoDate(`${dots[3]}-${pad(dots[2]!)}-${pad(dots[1]!)}`);
  const [, day, month, year] = WORDED.exec(trimmed) ?? [];
  if (day) return worded(day, month!, yearOf(year!, pivot));
  const [, first, second, last] = MONTH_FIRST.exec(trimmed) ?? [];
  return first ? worded(second!, first, last!) : null;
}

/** Milliseconds since 1970, from 1970-04-26 on or before 1969-09-08. A number with fewer digits may be anything. */
const MILLISECONDS = /^(?:-\d{10,13}|\d{11,13})$/;
/** A map server stores a day as its midnight in Britain. */
const IN_BRITAIN = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London', dateStyle: 'short' });

/** The time zone of a day, as XML writes it: `1983-07-31Z`. */
const ZONE = /(?<=^\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:\d{2})$/;

/** Midnight in British summer time as a map server writes it in JSON and CSV: 23:00 of the day before in UTC. */
const IN_UTC = /^(\d{4})[-/](\d{2})[-/](\d{2})[T ]23:00:00(?:\.0+)?(?:Z|\+00(?::?00)?)$/;

/**
 * The British day of a time in milliseconds; null if the number may be a day and a time in digits, such as
 * `197806140000`.
 */
function dayAt(ms: number): string | null {
  const [, ...parts] = /^(\d{4})(\d{2})(\d{2})\d{4}$/.exec(String(ms)) ?? [];
  return isoDate(parts.join('-')) ? null : isoDate(IN_BRITAIN.format(ms));
}

const WORDED =
  /^(?:[a-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)?[ /.-]+([a-z]{3})[a-z]*\.?[ ,/.-]+(\d{4}|\d{2})(?:[ T]\d{1,2}:.*)?$/i;
const MONTH_FIRST = /^([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i;

function worded(day: string, name: string, year: string): string | null {
  const month = MONTHS.indexOf(name.toLowerCase()) + 1;
  return month > 0 ? isoDate(`${year}-${pad(String(month))}-${pad(day)}`) : null;
}

function yearOf(digits: string, pivot: number): string {
  return digits.length === 4 ? digits : String(Number(digits) + (Number(digits) <= pivot ? 2000 : 1900));
}

function pad(text: string): string {
  return text.padStart(2, '0');
}
