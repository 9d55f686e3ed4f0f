import { anyDate, isoDate } from '@domesday/files/values';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * The day in a council's spelling, ISO: `1981-11-04`, `04/11/1981`, `17/07/78`, `1988/06/14`, `19811104000000`, `1
 * February 2007`. Null for text without a day (`1974 & 1983`, `Aug-66`): no day is made up. Two-digit years up to
 * `pivot` are of this century, others of the last.
 */
export function areaDate(text: string | null | undefined, pivot = 30): string | null {
  const trimmed = text?.trim();
  if (!trimmed) return null;
  const plain = anyDate(trimmed);
  if (plain) return plain;
  const digits = /^(\d{4})(\d{2})(\d{2})(\d{6})?$/.exec(trimmed);
  if (digits) return isoDate(`${digits[1]}-${digits[2]}-${digits[3]}`);
  const slashes = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?:[ T].*)?$/.exec(trimmed);
  if (slashes) return isoDate(`${slashes[1]}-${pad(slashes[2]!)}-${pad(slashes[3]!)}`);
  const short = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2})$/.exec(trimmed);
  if (short) {
    const year = Number(short[3]) + (Number(short[3]) <= pivot ? 2000 : 1900);
    return isoDate(`${year}-${pad(short[2]!)}-${pad(short[1]!)}`);
  }
  const dots = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(trimmed);
  if (dots) return isoDate(`${dots[3]}-${pad(dots[2]!)}-${pad(dots[1]!)}`);
  const worded = /^(\d{1,2})(?:st|nd|rd|th)?[ -]+([a-z]{3})[a-z]*[ ,-]+(\d{4})$/i.exec(trimmed);
  if (worded) {
    const month = MONTHS.indexOf(worded[2]!.toLowerCase()) + 1;
    return month > 0 ? isoDate(`${worded[3]}-${pad(String(month))}-${pad(worded[1]!)}`) : null;
  }
  return null;
}

function pad(text: string): string {
  return text.padStart(2, '0');
}
