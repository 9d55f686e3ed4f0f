import { solveSymmetric } from '../math/cholesky.ts';
import { DEFAULT_SHARES } from '../settings.ts';
import type { LevelShares } from '../types.ts';
import type { Outcome } from './outcome.ts';

/** Strength of the usual share, in past sales of an ordinary gap. */
const PRIOR_SALES = 30;
const ORDINARY_GAP = 0.2;
const USUAL_ERROR = 0.15;
const LEAST_ERROR = 0.03;
const ROUNDS = 5;

/**
 * A past sale of a home without earlier own sales. `by`: what floor area and similar sales would add to the level of
 * the place; `target`: what the price added.
 */
interface Case {
  by: readonly number[];
  target: number;
}

/**
 * Fits, on homes without earlier own sales, how far floor area, similar sales, or both move a home from the level of
 * its place. Least absolute errors by reweighting, shrunk towards the default shares and kept between 0 and 1.
 */
export function fitShares(past: readonly Outcome[]): LevelShares {
  const found = past.flatMap(({ pieces: { own, place, sized, similar }, log_price }) => {
    if (own || place === null) return [];
    return [
      { sized: sized && sized - place, similar: similar && similar - place, target: log_price - place },
    ];
  });
  const of = (pick: (one: (typeof found)[number]) => (number | null)[], usual: number[]) =>
    fit(
      found.flatMap((one): Case[] => {
        const by = pick(one);
        return by.includes(null) ? [] : [{ by: by as number[], target: one.target }];
      }),
      usual,
    );
  const usual = DEFAULT_SHARES;
  const [sized] = of((one) => [one.sized], [usual.sized]);
  const [similar] = of((one) => [one.similar], [usual.similar]);
  const [sized_of_both, similar_of_both] = of(
    (one) => [one.sized, one.similar],
    [usual.sized_of_both, usual.similar_of_both],
  );
  return {
    sized: sized!,
    similar: similar!,
    sized_of_both: sized_of_both!,
    similar_of_both: similar_of_both!,
  };
}

function fit(cases: readonly Case[], usual: readonly number[]): number[] {
  const p = usual.length;
  const strength = PRIOR_SALES * ORDINARY_GAP ** 2;
  let shares = [...usual];
  for (let round = 0; round < ROUNDS; round++) {
    const matrix = new Float64Array(p * p);
    const right = new Float64Array(p);
    for (let j = 0; j < p; j++) {
      matrix[j * p + j] = strength;
      right[j] = strength * usual[j]!;
    }
    for (const { by, target } of cases) {
      const error = target - by.reduce((sum, one, j) => sum + one * shares[j]!, 0);
      const weight = USUAL_ERROR / Math.max(LEAST_ERROR, Math.abs(error));
      for (let i = 0; i < p; i++) {
        right[i]! += weight * by[i]! * target;
        for (let j = 0; j < p; j++) matrix[i * p + j]! += weight * by[i]! * by[j]!;
      }
    }
    shares = [...solveSymmetric(matrix, right, p)].map((one) => Math.min(1, Math.max(0, one)));
  }
  return shares;
}
