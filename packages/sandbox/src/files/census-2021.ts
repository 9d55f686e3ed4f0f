import { type SmallArea, smallAreas } from '../country/areas.ts';
import {
  type Counts,
  carsOf,
  householdsOf,
  householdTypes,
  OCCUPATIONS,
  occupationsOf,
  residentsByAge,
  sharedOut,
  tenureOf,
} from '../country/census.ts';
import { NATIONS } from '../country/geography.ts';
import type { Country } from '../country/model.ts';
import { type Row, typedCsv } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

interface Table {
  id: string;
  variable: string;
  /** Categories in the published order, with sub-totals among them. */
  count(area: SmallArea): Counts;
}

const TABLES: readonly Table[] = [
  {
    id: 'ts003',
    variable: 'Household composition',
    count: (area) => {
      const { one = 0, family = 0, other = 0 } = householdTypes(area);
      const older = Math.round(one * 0.44);
      return {
        Total: householdsOf(area),
        'One-person household': one,
        'One-person household: Aged 66 years and over': older,
        'One-person household: Other': one - older,
        'Single family household': family,
        'Other household types': other,
      };
    },
  },
  {
    id: 'ts007a',
    variable: 'Age',
    count: (area) => {
      const ages = residentsByAge(area);
      const between = (from: number, to: number): number =>
        ages.slice(from, to + 1).reduce((sum, count) => sum + count, 0);
      const counts: Counts = { Total: area.population, 'Aged 4 years and under': between(0, 4) };
      for (let from = 5; from < 85; from += 5)
        counts[`Aged ${from} to ${from + 4} years`] = between(from, from + 4);
      counts['Aged 85 years and over'] = between(85, 100);
      return counts;
    },
  },
  {
    id: 'ts054',
    variable: 'Tenure of household',
    count: (area) => {
      const {
        outright = 0,
        mortgage = 0,
        shared = 0,
        social = 0,
        free = 0,
        private: rented = 0,
      } = tenureOf(area);
      const council = Math.round(social * 0.4);
      return {
        'Total: All households': householdsOf(area),
        Owned: outright + mortgage,
        'Owned: Owns outright': outright,
        'Owned: Owns with a mortgage or loan': mortgage,
        'Shared ownership': shared,
        'Shared ownership: Shared ownership': shared,
        'Social rented': social,
        'Social rented: Rents from council or Local Authority': council,
        'Social rented: Other social rented': social - council,
        'Private rented': rented,
        'Private rented: Private landlord or letting agency': rented,
        'Lives rent free': free,
      };
    },
  },
  {
    id: 'ts045',
    variable: 'Number of cars or vans',
    count: (area) => {
      const { none = 0, one = 0, two = 0, three = 0 } = carsOf(area);
      return {
        'Total: All households': householdsOf(area),
        'No cars or vans in household': none,
        '1 car or van in household': one,
        '2 cars or vans in household': two,
        '3 or more cars or vans in household': three,
      };
    },
  },
  {
    id: 'ts063',
    variable: 'Occupation (current)',
    count: (area) => {
      const counts = occupationsOf(area);
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
      return {
        'Total: All usual residents aged 16 years and over in employment the week before the census': total,
        ...Object.fromEntries(OCCUPATIONS.map((name, i) => [`${i + 1}. ${name}`, counts[name]!])),
      };
    },
  },
  {
    id: 'ts067',
    variable: 'Highest level of qualification',
    count: (area) => {
      const adults = Math.round(area.population * 0.82);
      return {
        'Total: All usual residents aged 16 years and over': adults,
        ...sharedOut(adults, [
          ['No qualifications', 0.24 - 0.12 * area.wellBeing],
          ['Level 1 and entry level qualifications', 0.1],
          ['Level 2 qualifications', 0.14],
          ['Apprenticeship', 0.06],
          ['Level 3 qualifications', 0.17],
          ['Level 4 qualifications and above', 0.22 + 0.2 * area.wellBeing],
          ['Other qualifications', 0.03],
        ]),
      };
    },
  },
];

const LEVELS = ['ctry', 'ltla', 'msoa', 'lsoa'] as const;

/** Census 2021 bulk tables, England and Wales, one wide file per table and level of geography. */
export function census2021(country: Country): DatasetFiles[] {
  const areas = smallAreas(country).filter((area) => area.nation !== 'Scotland');
  return TABLES.flatMap((table) =>
    LEVELS.map((level) => {
      const groups = new Map<string, { name: string; counts: Counts }>();
      for (const area of areas) {
        const [code, name] = placeAt(level, area);
        const group = groups.get(code) ?? { name, counts: {} };
        for (const [category, value] of Object.entries(table.count(area))) {
          group.counts[category] = (group.counts[category] ?? 0) + value;
        }
        groups.set(code, group);
      }
      const categories = Object.keys([...groups.values()][0]!.counts);
      const header = [
        'date',
        'geography',
        'geography code',
        ...categories.map((name) => `${table.variable}: ${name}; measures: Value`),
      ];
      const rows: Row[] = [...groups].map(([code, group]) => [
        '2021',
        group.name,
        code,
        ...categories.map((name) => group.counts[name]!),
      ]);
      const path = `census-2021/census2021-${table.id}/census2021-${table.id}-${level}.csv`;
      return oneFile('census-2021', path, typedCsv([header, ...rows]), rows.length);
    }),
  );
}

function placeAt(level: (typeof LEVELS)[number], area: SmallArea): readonly [string, string] {
  if (level === 'lsoa') return [area.code, area.name];
  if (level === 'msoa') return [area.msoaCode, area.name.slice(0, -1)];
  if (level === 'ltla') return [area.authority.code, area.authority.name];
  return [NATIONS[area.nation].code, area.nation];
}
