import { type SmallArea, smallAreas } from '../country/areas.ts';
import { round } from '../country/grid.ts';
import type { Country } from '../country/model.ts';
import { randomFor } from '../country/random.ts';
import { csv, type Row } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

const DOMAINS = [
  'Index of Multiple Deprivation (IMD)',
  'Income',
  'Employment',
  'Education, Skills and Training',
  'Health Deprivation and Disability',
  'Crime',
  'Barriers to Housing and Services',
  'Living Environment',
] as const;

/** The full table (file 7) of the English indices of 2025. */
export const IOD_2025_HEADER: readonly string[] = [
  'LSOA code (2021)',
  'LSOA name (2021)',
  'Local Authority District code (2024)',
  'Local Authority District name (2024)',
  ...DOMAINS.flatMap((domain) => [
    `${domain} Score${domain === 'Income' || domain === 'Employment' ? ' (rate)' : ''}`,
    `${domain} Rank (where 1 is most deprived)`,
    `${domain} Decile (where 1 is most deprived 10% of LSOAs)`,
  ]),
  'Total population: mid 2022',
];
export const WIMD_HEADER = [
  'LSOA code',
  'LSOA name (Eng)',
  'Local Authority name (Eng)',
  'WIMD 2025',
  'WIMD 2025 overall decile',
  'WIMD 2025 overall quintile',
  'Income',
  'Employment',
  'Health',
  'Education',
] as const;
export const SIMD_HEADER = [
  'Data_Zone',
  'Intermediate_Zone',
  'Council_area',
  'Total_population',
  'Working_Age_population',
  'SIMD2020v2_Rank',
  'SIMD_2020v2_Percentile',
  'SIMD2020v2_Vigintile',
  'SIMD2020v2_Decile',
  'SIMD2020v2_Quintile',
  'SIMD2020v2_Income_Domain_Rank',
  'SIMD2020_Employment_Domain_Rank',
] as const;

const RANKED = { England: 33_755, Wales: 1_917, Scotland: 6_976 } as const;

/** Three nations rank their own small areas by their own methods; the files are not comparable. */
export const deprivation = (nation: 'England' | 'Wales' | 'Scotland') => (country: Country) =>
  indices(country).filter((files) => files.dataset === `deprivation-${nation.toLowerCase()}`);

function indices(country: Country): DatasetFiles[] {
  const areas = smallAreas(country);
  const of = (nation: SmallArea['nation']): SmallArea[] => areas.filter((area) => area.nation === nation);
  const english = of('England').map(english2025);
  const welsh = of('Wales').map((area): Row => {
    const rank = rankOf(area, 'overall');
    return [
      area.code,
      area.name,
      area.authority.name,
      rank,
      tenth(rank, 'Wales', 10),
      tenth(rank, 'Wales', 5),
      ...['i', 'e', 'h', 'd'].map((domain) => rankOf(area, domain)),
    ];
  });
  const scottish = of('Scotland').map((area): Row => {
    const rank = rankOf(area, 'overall');
    return [
      area.code,
      area.msoaCode,
      area.authority.name,
      area.population,
      Math.round(area.population * 0.62),
      rank,
      tenth(rank, 'Scotland', 100),
      tenth(rank, 'Scotland', 20),
      tenth(rank, 'Scotland', 10),
      tenth(rank, 'Scotland', 5),
      rankOf(area, 'i'),
      rankOf(area, 'e'),
    ];
  });
  return [
    oneFile(
      'deprivation-england',
      'deprivation/File_7_IoD2025_All_Ranks_Scores_Deciles_Population_Denominators.csv',
      csv([IOD_2025_HEADER, ...english]),
      english.length,
    ),
    oneFile(
      'deprivation-wales',
      'deprivation/wimd-2025-index-and-domain-ranks-by-small-area.csv',
      csv([WIMD_HEADER, ...welsh], '\r\n'),
      welsh.length,
    ),
    oneFile(
      'deprivation-scotland',
      'deprivation/simd2020v2_ranks.csv',
      csv([SIMD_HEADER, ...scottish]),
      scottish.length,
    ),
  ];
}

function english2025(area: SmallArea): Row {
  const measures = DOMAINS.flatMap((domain) => {
    const rank = rankOf(area, domain);
    return [round(60 * (1 - rank / RANKED.England) ** 1.4 + 2, 3), rank, tenth(rank, 'England', 10)];
  });
  return [area.code, area.name, area.authority.code, area.authority.name, ...measures, area.population];
}

function rankOf(area: SmallArea, domain: string): number {
  const level = area.wellBeing + 0.08 * randomFor('deprivation', area.code, domain).normal();
  return Math.min(RANKED[area.nation], Math.max(1, Math.round(level * RANKED[area.nation])));
}

function tenth(rank: number, nation: SmallArea['nation'], parts: number): number {
  return Math.min(parts, Math.ceil((rank / RANKED[nation]) * parts));
}
