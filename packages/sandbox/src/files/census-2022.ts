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
import type { Country } from '../country/model.ts';
import { type Row, typedCsv } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

interface Table {
  id: string;
  title: string;
  variable: string;
  counting: string;
  count(area: SmallArea): Counts;
}

const TABLES: readonly Table[] = [
  {
    id: 'uv103',
    title: 'Age by single year',
    variable: 'Age (101)',
    counting: 'All people',
    count: (area) => ({
      'All people': area.population,
      ...Object.fromEntries(
        residentsByAge(area).map((count, age) => [
          age === 0 ? 'Under 1' : age === 100 ? '100 and over' : `${age}`,
          count,
        ]),
      ),
    }),
  },
  {
    id: 'uv113',
    title: 'Household composition',
    variable: 'Household composition',
    counting: 'All occupied households',
    count: (area) => {
      const { one = 0, family = 0, other = 0 } = householdTypes(area);
      return {
        Total: householdsOf(area),
        'One person household': one,
        'One family household': family,
        'Other household types': other,
      };
    },
  },
  {
    id: 'uv404',
    title: 'Household tenure - Households',
    variable: 'Household Tenure',
    counting: 'All occupied households',
    count: (area) => {
      const {
        outright = 0,
        mortgage = 0,
        shared = 0,
        social = 0,
        free = 0,
        private: rented = 0,
      } = tenureOf(area);
      return {
        Total: householdsOf(area),
        'Owned: Owned outright': outright,
        'Owned: Owned with a mortgage or loan': mortgage,
        'Owned: Shared ownership (part owned and part rented)': shared,
        'Social Rented: Council (LA) or Housing Association/ Registered Social Landlord': social,
        'Private rented: Total': rented,
        'Lives Rent Free': free,
      };
    },
  },
  {
    id: 'uv405',
    title: 'Number of cars or vans',
    variable: 'Number of cars or vans in household',
    counting: 'All occupied households',
    count: (area) => {
      const { none = 0, one = 0, two = 0, three = 0 } = carsOf(area);
      return {
        Total: householdsOf(area),
        'No cars or vans': none,
        'One car or van': one,
        'Two cars or vans': two,
        'Three or more cars or vans': three,
      };
    },
  },
  {
    id: 'uv606',
    title: 'Occupation',
    variable: 'Occupation',
    counting: 'All people aged 16 and over in employment',
    count: (area) => {
      const counts = occupationsOf(area);
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
      return {
        Total: total,
        ...Object.fromEntries(OCCUPATIONS.map((name, i) => [`${i + 1}. ${name}`, counts[name]!])),
      };
    },
  },
  {
    id: 'uv501',
    title: 'Highest level of qualification',
    variable: 'Highest level of qualification',
    counting: 'All people aged 16 and over',
    count: (area) => {
      const adults = Math.round(area.population * 0.83);
      return {
        Total: adults,
        ...sharedOut(adults, [
          ['No qualifications', 0.2 - 0.1 * area.wellBeing],
          ['Lower school qualifications', 0.15],
          ['Upper school qualifications', 0.17],
          ['Apprenticeship qualifications', 0.06],
          ['Further Education and sub-degree Higher Education qualifications', 0.13],
          ['Degree level qualifications or above', 0.26 + 0.1 * area.wellBeing],
        ]),
      };
    },
  },
];

/** Scotland's Census 2022 as its table builder exports it: titles, one row per area and category, a footer. */
export function census2022(country: Country): DatasetFiles[] {
  const areas = smallAreas(country).filter((area) => area.nation === 'Scotland');
  return TABLES.map((table) => {
    const rows: Row[] = [];
    for (const area of areas) {
      for (const [category, value] of Object.entries(table.count(area))) {
        rows.push([table.counting, `${area.code}`, category, value]);
      }
    }
    const content = typedCsv(
      [
        [`Table ${table.id.toUpperCase()} - ${table.title}`],
        ['Made-up figures of a fictional country'],
        [],
        ['Counting', 'Data Zone 2011', table.variable, 'Count'],
        ...rows,
        [],
        ['INFO', 'Cells are perturbed to protect confidentiality.'],
      ],
      '\r\n',
    );
    return oneFile('census-2022', `census-2022/${table.id}-data-zone.csv`, content, rows.length);
  });
}
