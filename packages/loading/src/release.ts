import { MONTHS } from './dates.ts';

/** The newest edition in file names, as YYYY-MM: `ONSPD_AUG_2024_UK.csv`, `osopenuprn_202609.csv`. */
export function releaseFromNames(names: string[]): string | null {
  const named = names.map(releaseFromName).filter((release) => release !== null);
  return named.sort().at(-1) ?? null;
}

function releaseFromName(name: string): string | null {
  // The name may include a day: edubasealldata20261031.csv, CTSOP1_1_2025_03_31.csv.
  const numeric = /(?<!\d)(20\d\d)[-_]?(0[1-9]|1[0-2])(?:[-_]?(?:0[1-9]|[12]\d|3[01]))?(?!\d)/.exec(name);
  if (numeric) return `${numeric[1]}-${numeric[2]}`;
  const worded =
    /(?<![a-z])(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-_ ]?(20\d\d)(?!\d)/i.exec(name);
  if (!worded) return null;
  const month = MONTHS.indexOf(worded[1]!.toLowerCase()) + 1;
  return `${worded[2]}-${String(month).padStart(2, '0')}`;
}
