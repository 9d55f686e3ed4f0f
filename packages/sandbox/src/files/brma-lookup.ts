import { dashDate } from '../country/dates.ts';
import type { Country } from '../country/model.ts';
import { brmaOf } from '../country/rents.ts';
import { csv, type Row } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

export const BRMA_LOOKUP_HEADER = ['postcode', 'brma_code', 'brma', 'checked'] as const;

/**
 * Postcode to broad rental market area, as an operator derives it from the boundaries; postcodes without spaces.
 */
export function brmaLookup(country: Country): DatasetFiles[] {
  const rows: Row[] = country.postcodes
    .filter((entry) => entry.terminated === null && entry.hasPosition)
    .map((entry) => {
      const brma = brmaOf(entry.postcode);
      return [entry.postcode.replace(' ', ''), brma.code, brma.name, dashDate(country.today)];
    });
  return [
    oneFile('brma-lookup', 'brma-lookup/postcode-brma.csv', csv([BRMA_LOOKUP_HEADER, ...rows]), rows.length),
  ];
}
