import { monthNumber } from '../country/dates.ts';
import { round } from '../country/grid.ts';
import type { Country } from '../country/model.ts';
import { randomFor } from '../country/random.ts';
import { averageRent, BRMAS } from '../country/rents.ts';
import { csv, type Row } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

export const LIST_OF_RENTS_HEADER = ['weekly_rent', 'year', 'brma', 'lha_category', 'region'] as const;
const REGIONS = { England: 'XERRIS_SOUND', Wales: 'WALES', Scotland: 'SCOTLAND' } as const;

/**
 * The list of rents behind the allowance, one row per tenancy, two years together, areas in upper case with
 * underscores.
 */
export function lhaListOfRents(country: Country): DatasetFiles[] {
  const latest = Number(country.today.slice(0, 4)) - 1;
  const rows: Row[] = [];
  for (const brma of BRMAS) {
    for (const year of [latest - 1, latest]) {
      [...'ABCDE'].forEach((category, bedrooms) => {
        const random = randomFor('list of rents', brma.code, year, category);
        const mean = averageRent(brma.authority, bedrooms, monthNumber(`${year}-09-01`));
        const count = [60, 90, 130, 70, 9][bedrooms]! + random.int(0, 20);
        const rents = Array.from(
          { length: count },
          () => (mean * Math.exp(0.16 * random.normal()) * 12) / 52,
        );
        rents.sort((a, b) => a - b);
        for (const rent of rents) {
          rows.push([
            round(Math.round(rent * 4) / 4, 2).toFixed(2),
            year,
            brma.name.toUpperCase().replaceAll(' ', '_'),
            category,
            REGIONS[brma.nation],
          ]);
        }
      });
    }
  }
  return [
    oneFile(
      'lha-list-of-rents',
      'lha-list-of-rents/lha_list_of_rents.csv',
      csv([LIST_OF_RENTS_HEADER, ...rows]),
      rows.length,
    ),
  ];
}
