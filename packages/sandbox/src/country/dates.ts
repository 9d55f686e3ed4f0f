/** Calendar arithmetic on ISO dates in UTC; nothing here reads the clock. */
const DAY_MS = 86_400_000;

export function dayNumber(iso: string): number {
  return Math.round(Date.parse(`${iso}T00:00:00Z`) / DAY_MS);
}

export function isoDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

export function addDays(iso: string, days: number): string {
  return isoDate(dayNumber(iso) + days);
}

/** Months since year 0, so that differences are months. */
export function monthNumber(iso: string): number {
  return Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7)) - 1;
}

/** First day of a month counted as in `monthNumber`. */
export function firstOfMonth(month: number): string {
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}

/** The date moved to a working day; more completions are on Fridays, so some move there. */
export function workingDay(iso: string, towardsFriday: boolean): string {
  const day = dayNumber(iso);
  const weekday = (((day + 4) % 7) + 7) % 7;
  if (towardsFriday) return isoDate(day + 5 - weekday);
  return isoDate(weekday === 0 ? day - 2 : weekday === 6 ? day - 1 : day);
}

export function slashDate(iso: string): string {
  return `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}`;
}

export function dashDate(iso: string): string {
  return `${iso.slice(8, 10)}-${iso.slice(5, 7)}-${iso.slice(0, 4)}`;
}
