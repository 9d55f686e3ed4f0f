/** Months since year 0 of an ISO date or month, so that consecutive months differ by one. */
export function monthNumber(date: string): number {
  return digits(date, 0, 4) * 12 + digits(date, 5, 7) - 1;
}

/** `YYYY-MM` of a month number. */
export function monthName(month: number): string {
  const year = Math.floor(month / 12);
  return `${String(year).padStart(4, '0')}-${String(month - year * 12 + 1).padStart(2, '0')}`;
}

/** Month number with the day as a fraction: the middle of a month is its whole number. */
export function monthTime(date: string): number {
  const day = date.length >= 10 ? digits(date, 8, 10) : 15;
  return monthNumber(date) + (day - 15) / 30.44;
}

/** Years from one ISO date to another; negative when `to` is earlier. */
export function yearsBetween(from: string, to: string): number {
  return (monthTime(to) - monthTime(from)) / 12;
}

/** Dates begin with year 1, here and in the database. */
const FIRST_MONTH = 12;

/**
 * The first of the month that lies `months` months after that of `date`, as an ISO date; no earlier than 0001-01-01.
 */
export function addMonths(date: string, months: number): string {
  return `${monthName(Math.max(FIRST_MONTH, monthNumber(date) + months))}-01`;
}

/**
 * The number at text[from, to). A fit reads millions of dates, and this takes a fifth of the time of slicing the
 * string.
 */
function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let i = from; i < to; i++) number = number * 10 + text.charCodeAt(i) - 48;
  return number;
}

/** The index of the first row on or after a day. The rows are in order of date. */
export function firstOn(rows: readonly { date: string }[], date: string): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]!.date < date) low = middle + 1;
    else high = middle;
  }
  return low;
}
