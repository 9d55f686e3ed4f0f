import type { SmallArea } from './areas.ts';
import { randomFor } from './random.ts';

/** Counts of a small area by category. */
export type Counts = Record<string, number>;

/** Distributes a whole number by weights; the last category gets the rounding difference. */
export function sharedOut(total: number, weights: readonly (readonly [string, number])[]): Counts {
  const sum = weights.reduce((all, [, weight]) => all + weight, 0);
  const counts: Counts = {};
  let remaining = total;
  weights.forEach(([name, weight], i) => {
    const part =
      i === weights.length - 1 ? remaining : Math.min(remaining, Math.round((total * weight) / sum));
    counts[name] = part;
    remaining -= part;
  });
  return counts;
}

export function householdsOf(area: SmallArea): number {
  return Math.round(area.homes * 0.95);
}

/** Residents by single year of age, 0 to 100. */
export function residentsByAge(area: SmallArea): number[] {
  const random = randomFor('ages', area.code);
  const older = random.between(0.8, 1.3);
  const weights = Array.from({ length: 101 }, (_, age): [string, number] => {
    const level =
      age < 20
        ? 1.05
        : age < 60
          ? 1.2
          : age < 80
            ? 0.95 * older
            : age < 90
              ? 0.5 * older
              : age < 100
                ? 0.1
                : 0.02;
    return [String(age), level];
  });
  const counts = sharedOut(area.population, weights);
  return weights.map(([age]) => counts[age]!);
}

export function tenureOf(area: SmallArea): Counts {
  return sharedOut(householdsOf(area), [
    ['outright', 0.33],
    ['mortgage', 0.26 + 0.1 * area.wellBeing],
    ['shared', 0.01],
    ['social', 0.2 - 0.12 * area.wellBeing],
    ['free', 0.004],
    ['private', 0.2],
  ]);
}

export function householdTypes(area: SmallArea): Counts {
  return sharedOut(householdsOf(area), [
    ['one', 0.31],
    ['other', 0.07],
    ['family', 0.62],
  ]);
}

export function carsOf(area: SmallArea): Counts {
  return sharedOut(householdsOf(area), [
    ['none', 0.32 - 0.2 * area.wellBeing],
    ['one', 0.42],
    ['two', 0.2],
    ['three', 0.06 + 0.05 * area.wellBeing],
  ]);
}

export const OCCUPATIONS = [
  'Managers, directors and senior officials',
  'Professional occupations',
  'Associate professional and technical occupations',
  'Administrative and secretarial occupations',
  'Skilled trades occupations',
  'Caring, leisure and other service occupations',
  'Sales and customer service occupations',
  'Process, plant and machine operatives',
  'Elementary occupations',
] as const;

export function occupationsOf(area: SmallArea): Counts {
  const well = area.wellBeing;
  const weights = [
    0.1 + 0.05 * well,
    0.12 + 0.12 * well,
    0.12,
    0.09,
    0.12,
    0.1,
    0.09,
    0.1 - 0.05 * well,
    0.16 - 0.1 * well,
  ];
  return sharedOut(
    Math.round(area.population * 0.46),
    OCCUPATIONS.map((name, i) => [name, weights[i]!]),
  );
}
