import { deprivationDataset, editionTable, rankOf } from '@domesday/loading/kinds/deprivation';
import { source } from './source.ts';

/** Rank of a domain under the names of either edition of 2020. */
const rank = (domain: string) => [`SIMD2020v2_${domain}_Domain_Rank`, `SIMD2020_${domain}_Domain_Rank`];

/** The Scottish index (SIMD) by data zone of 2011. */
const table = editionTable(
  { dataset: source.id, level: 'small_area', code: /^S01\d{6}$/, called: 'a data zone' },
  {
    area_code: { from: ['Data_Zone', 'DataZone', 'DZ', 'Data Zone'] },
    rank: {
      from: ['SIMD2020v2_Rank', 'SIMD2020V2Rank', 'SIMD2020_Rank'],
      // Tied ranks are averaged, so some end in a half.
      read: (text, row) => Math.round(rankOf(text, row) ?? 0) || null,
    },
    decile: { from: ['SIMD2020v2_Decile', 'SIMD2020V2CountryDecile', 'SIMD2020_Decile'], optional: true },
  },
  {
    income: rank('Income'),
    employment: rank('Employment'),
    education: rank('Education'),
    health: rank('Health'),
    access: rank('Access'),
    crime: rank('Crime'),
    housing: rank('Housing'),
  },
);

export const dataset = deprivationDataset(source.id, [
  (head) => {
    const found = table.find('SIMD by data zone', head);
    if ('refused' in found) return found;
    return table.layout({ name: 'SIMD 2020', ...found, file: { year: 2020 } });
  },
]);
