import { monthTime } from '../dates.ts';
import { solveSymmetric } from '../math/cholesky.ts';
import { type Blend, blendFeatures, EFFECT_RATIOS, type OwnSales, placedLevel } from '../own-sales.ts';
import { DEFAULT_BLEND } from '../settings.ts';

/** A past valuation from the dwelling's own sales, beside what it then sold for. */
export interface ScoredOwnSales {
  own: OwnSales;
  log_price: number;
  date: string;
}

const FEWEST_TO_CHOOSE = 100;
const CAP = 0.5;
const HALF_LIFE_YEARS = 5;
const ROUNDS = 6;
/** Strength of the prior, in past sales, on the parts that shift and on the parts that scale. */
const SHIFT = 100;
const SCALE = 10;
const MOMENTUM = 0.3;
const STRENGTHS = [SHIFT, SCALE, SCALE, SCALE, SHIFT, SHIFT, SHIFT, SCALE, MOMENTUM];
const USUAL_ERROR = 0.1;
const LEAST_ERROR = 0.03;

/**
 * Learns from valuations of past windows, all sold before `today`, how steady the property effect is and how
 * far the last sale alone should pull. Least absolute errors by reweighting, drawn towards what was best on
 * the tuning rows, so that a handful of past cases changes little.
 */
export function fitBlend(past: readonly ScoredOwnSales[], today: string): Blend {
  const ratio = chooseRatio(past);
  const p = DEFAULT_BLEND.coefficients.length;
  const now = monthTime(today);
  const cases = past.map(({ own, log_price, date }) => {
    const placed = placedLevel(own, EFFECT_RATIOS[ratio]!);
    return {
      features: blendFeatures(own, own.suspect ? 0 : own.own - placed.level, placed.effect),
      target: log_price - placed.level,
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
      const error = target - features.reduce((sum, f, j) => sum + f * coefficients[j]!, 0);
      const weight = (age * USUAL_ERROR) / Math.max(LEAST_ERROR, Math.abs(error));
      for (let i = 0; i < p; i++) {
        right[i]! += weight * features[i]! * target;
        for (let j = 0; j < p; j++) matrix[i * p + j]! += weight * features[i]! * features[j]!;
      }
    }
    coefficients = [...solveSymmetric(matrix, right, p)];
  }
  return { ratio, coefficients };
}

function chooseRatio(past: readonly ScoredOwnSales[]): number {
  if (past.length < FEWEST_TO_CHOOSE) return DEFAULT_BLEND.ratio;
  let best = DEFAULT_BLEND.ratio;
  let least = Number.POSITIVE_INFINITY;
  EFFECT_RATIOS.forEach((ratio, k) => {
    const sum = past.reduce((total, { own, log_price }) => {
      return total + Math.min(CAP, Math.abs(placedLevel(own, ratio).level - log_price));
    }, 0);
    if (sum < least) {
      least = sum;
      best = k;
    }
  });
  return best;
}
