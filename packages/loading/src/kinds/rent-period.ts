/** The length in months of a rent period by its word; a week is 12/52 of a month. Null if the word is not known. */
export function monthsOf(period: string | null | undefined): number | null {
  const plain = (period ?? '').toLowerCase().replace(/[^a-z]/g, '');
  if (/^(pcm|pm|month|monthly|permonth|percalendarmonth|calendarmonth|m)$/.test(plain)) return 1;
  if (/^(pw|week|weekly|perweek|w)$/.test(plain)) return 12 / 52;
  if (/^(pq|quarter|quarterly|perquarter)$/.test(plain)) return 3;
  return /^(pa|year|yearly|annual|annually|peryear|perannum)$/.test(plain) ? 12 : null;
}
