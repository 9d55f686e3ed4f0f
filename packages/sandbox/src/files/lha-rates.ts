import { monthNumber } from '../country/dates.ts';
import { round } from '../country/grid.ts';
import type { Country } from '../country/model.ts';
import { averageRent, BRMAS } from '../country/rents.ts';
import { csv, type Row } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

export const LHA_RATES_HEADER = ['BRMA', 'CAT A', 'CAT B', 'CAT C', 'CAT D', 'CAT E'] as const;

/** Rates set in April apply for a year; those of 2021 to 2023 were frozen at the level of 2020. */
const SET_IN: Record<number, number> = { 2021: 2020, 2022: 2020, 2023: 2020, 2025: 2024 };

/**
 * Local Housing Allowance, pounds a week, one table per nation and financial year (category A is a room in a
 * shared home, B to E one to four bedrooms).
 */
export function lhaRates(country: Country): DatasetFiles[] {
  const thisYear = Number(country.today.slice(0, 4)) - (country.today.slice(5) < '04-01' ? 1 : 0);
  const years = Array.from({ length: 6 }, (_, i) => thisYear - 5 + i);
  return years.flatMap((year) =>
    (['England', 'Wales', 'Scotland'] as const).map((nation) => {
      const rows: Row[] = BRMAS.filter((brma) => brma.nation === nation).map((brma) => [
        brma.name,
        ...[0, 1, 2, 3, 4].map((bedrooms) => weeklyRate(brma.authority, bedrooms, year).toFixed(2)),
      ]);
      const name = `lha-rates/lha-rates-${nation.toLowerCase()}-${year}-${(year + 1) % 100}.csv`;
      return oneFile('lha-rates', name, csv([LHA_RATES_HEADER, ...rows]), rows.length);
    }),
  );
}

/** The 30th percentile of the market in the September before the year that set the rate. */
function weeklyRate(authority: (typeof BRMAS)[number]['authority'], bedrooms: number, year: number): number {
  const month = monthNumber(`${(SET_IN[year] ?? year) - 1}-09-01`);
  return round((averageRent(authority, bedrooms, month) * 0.9 * 12) / 52, 2);
}
