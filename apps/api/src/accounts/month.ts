/** First day of the calendar month, UTC, as YYYY-MM-DD: the name of a billing month. */
export function monthOf(at: Date): string {
  return `${at.toISOString().slice(0, 7)}-01`;
}

/** The instant at which the next month begins. */
export function nextMonth(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}

export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
