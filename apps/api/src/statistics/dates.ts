/** Sales, lets and decisions are often published this many months later. */
export const LAG_MONTHS = 3;

const DAY_MS = 86_400_000;

/** Two days, ISO, both included in the period. */
export interface Period {
  from: string;
  to: string;
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** First and last day of the month of a day, ISO. */
export function wholeMonth(day: string): Period {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return { from: `${day.slice(0, 7)}-01`, to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
}

/** The day this many months before another, ISO; the last day of the month if the month is too short. */
export function monthsBefore(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}
