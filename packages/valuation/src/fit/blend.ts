import { monthTime } from '../dates.ts';
import { solveSymmetric } from '../math/cholesky.ts';
import { blendFeatures, EFFECT_RATIOS, type OwnSales, placedLevel } from '../own-sales.ts';
import { DEFAULT_BLEND } from '../settings.ts';
import type { Blend } from '../types.ts';

/** A past valuation from the dwelling's own sales, and the price of its next sale. */
export interface ScoredOwnSales {
  own: OwnSales;
  log_price: number;
  date: string;
}

const FEWEST_TO_CHOOSE = 40;
const SIZE_SHARES = [0.25, 0.5, 0.75, 1];
const SIMILAR_SHARES = [0, 0.1, 0.2, 0.3, 0.4, 0.5];
/**
 * The indices of the coefficients for the pull of the last sale. Each is kept between 0 and 1, so no pull overshoots.
 */
const PULLS = new Set([1, 2, 3, 13]);
const CAP = 0.5;
const HALF_LIFE_YEARS = 5;
const ROUNDS = 6;
/** Strength of the prior, in past sales, on the additive and on the multiplicative coefficients. */
const SHIFT = 100;
const SCALE = 10;
const MOMENTUM = 0.3;
/** Strength of the prior on the shifts by number of sales, type, years held and age of the data. */
const FINE = 30;
const STRENGTHS = [
  ...[SHIFT, SCALE, SCALE, SCALE, SHIFT, SHIFT, SHIFT, SCALE, MOMENTUM],
  ...[FINE, FINE, FINE, FINE, SCALE, SCALE, FINE, SCALE, SCALE, FINE],
];
const USUAL_ERROR = 0.1;
const LEAST_ERROR = 0.03;

/**
 * Fits the stability of the property effect and the weight of the last sale to past valuations, all of homes sold
 * before `today`. Least absolute errors by iterative reweighting, shrunk towards the best values on the tuning rows, so
 * that few past cases change little.
 */
export function fitBlend(past: readonly ScoredOwnSales[], today: string): Blend {
  const chosen = chooseLevel(past);
  const ratio = EFFECT_RATIOS[chosen.ratio]!;
  const p = DEFAULT_BLEND.coefficients.length;
  const now = monthTime(today);
  const cases = past.map(({ own, log_price, date }) => {
    const level = placedLevel(own, ratio, chosen);
    return {
      features: Float64Array.from(blendFeatures(own, ratio, chosen)),
      target: log_price - level,
      age: 0.5 ** ((now - monthTime(date)) / 12 / HALF_LIFE_YEARS),
    };
  });
  let coefficients = [...DEFAULT_BLEND.coefficients];
  for (let round = 0; round < ROUNDS; round++) {
    const matrix = new Float64Array(p * p);
    const right = new Float64Array(p);
    for (let j = 0; j < p; j++) {
      matrix[j * p + j] = STRENGTHS[j]!;
      right[j] = STRENGTHS[j]! * DEFAULT_BLEND.coefficients[j]!;
    }
    for (const { features, target, age } of cases) {
      let value = 0;
      for (let j = 0; j < p; j++) value += features[j]! * coefficients[j]!;
      const weight = (age * USUAL_ERROR) / Math.max(LEAST_ERROR, Math.abs(target - value));
      for (let i = 0; i < p; i++) {
        const weighted = weight * features[i]!;
        if (weighted === 0) continue;
        right[i]! += weighted * target;
        // `solveSymmetric` reads only the lower half.
        for (let j = 0; j <= i; j++) matrix[i * p + j]! += weighted * features[j]!;
      }
    }
    coefficients = [...solveSymmetric(matrix, right, p)].map((value, j) =>
      PULLS.has(j) ? Math.min(1, Math.max(0, value)) : value,
    );
  }
  return { ...chosen, coefficients };
}

type Level = Omit<Blend, 'coefficients'>;

/**
 * Chooses by least error: first the stability of the homes' own level, then the shares of similar sales and floor area.
 */
function chooseLevel(past: readonly ScoredOwnSales[]): Level {
  const { coefficients: _, ...usual } = DEFAULT_BLEND;
  const sized = past.filter(({ own }) => own.size_gap !== 0);
  const best = (cases: readonly ScoredOwnSales[], tried: readonly Level[], from: Level) =>
    cases.length < FEWEST_TO_CHOOSE ? from : least(tried, cases);
  const steady = best(
    past,
    EFFECT_RATIOS.map((_, ratio) => ({ ...usual, ratio })),
    usual,
  );
  const near = best(
    past,
    SIMILAR_SHARES.map((similar_share) => ({ ...steady, similar_share })),
    steady,
  );
  return best(
    sized,
    SIZE_SHARES.map((size_share) => ({ ...near, size_share })),
    near,
  );
}

/** The level with the least error; of equals, the first. */
function least(levels: readonly Level[], past: readonly ScoredOwnSales[]): Level {
  const losses = levels.map((level) => {
    const ratio = EFFECT_RATIOS[level.ratio]!;
    let sum = 0;
    for (const { own, log_price } of past)
      sum += Math.min(CAP, Math.abs(placedLevel(own, ratio, level) - log_price));
    return sum;
  });
  return levels[losses.indexOf(Math.min(...losses))]!;
}
