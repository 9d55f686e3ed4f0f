import { type SmallArea, smallAreas } from '../country/areas.ts';
import type { Country } from '../country/model.ts';
import { randomFor } from '../country/random.ts';
import { type Row, typedCsv } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

interface Table {
  id: string;
  variable: string;
  /** Categories in print order; sub-totals stand among them. */
  count(area: SmallArea): Record<string, number>;
}

const share = (total: number, part: number): number => Math.round(total * part);

const TABLES: readonly Table[] = [
  {
    id: 'ts001',
    variable: 'Residence type',
    count: (area) => ({
      Total: area.population,
      'Lives in a household': share(area.population, 0.985),
      'Lives in a communal establishment': area.population - share(area.population, 0.985),
    }),
  },
  {
    id: 'ts007a',
    variable: 'Age',
    count: (area) => {
      const ages = [
        'Aged 4 years and under',
        'Aged 5 to 15 years',
        'Aged 16 to 34 years',
        'Aged 35 to 64 years',
        'Aged 65 years and over',
      ];
      const parts = [0.05, 0.13, 0.23, 0.39];
      const counts = parts.map((part) => share(area.population, part));
      const rest = area.population - counts.reduce((sum, value) => sum + value, 0);
      return {
        Total: area.population,
        ...Object.fromEntries(ages.map((age, i) => [age, counts[i] ?? rest])),
      };
    },
  },
  {
    id: 'ts054',
    variable: 'Tenure of household',
    count: (area) => {
      const random = randomFor('tenure', area.code);
      const households = share(area.homes, 0.95);
      const outright = share(households, 0.33);
      const mortgage = share(households, 0.26 + 0.1 * area.wellBeing);
      const social = share(households, 0.2 - 0.12 * area.wellBeing);
      const free = random.int(0, 2);
      const rented = households - outright - mortgage - social - free;
      return {
        'Total: All households': households,
        Owned: outright + mortgage,
        'Owned: Owns outright': outright,
        'Owned: Owns with a mortgage or loan': mortgage,
        'Social rented': social,
        'Private rented': rented,
        'Lives rent free': free,
      };
    },
  },
  {
    id: 'ts045',
    variable: 'Number of cars or vans',
    count: (area) => {
      const households = share(area.homes, 0.95);
      const none = share(households, 0.32 - 0.2 * area.wellBeing);
      const one = share(households, 0.42);
      const two = share(households, 0.2);
      return {
        'Total: All households': households,
        'No cars or vans in household': none,
        '1 car or van in household': one,
        '2 cars or vans in household': two,
        '3 or more cars or vans in household': households - none - one - two,
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
      const groups = new Map<string, { name: string; counts: Record<string, number> }>();
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
  return area.nation === 'England' ? ['E92000001', 'England'] : ['W92000004', 'Wales'];
}
