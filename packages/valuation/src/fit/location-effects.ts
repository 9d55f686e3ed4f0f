import { median, medianInPlace } from '../math/quantile.ts';
import { FAMILIES, type Family } from '../places.ts';
import type { SalesTable } from '../sales-table.ts';
import type { Parameters } from './parameters.ts';

/** Effects by the table's place numbers; a place without sales has effect 0 and weight 0. */
export interface FamilyEffects {
  name: Family;
  numbers: ReadonlyMap<string, number>;
  effects: Float64Array;
  counts: Int32Array;
}

export interface LocationEffects {
  /** Deflated log price of a typical sale. */
  intercept: number;
  new_build_premium: number;
  families: readonly FamilyEffects[];
  /** Robust variance of sales around their place. */
  variance: number;
}

/** The spread converges sooner than the effects, and a median is expensive. */
const VARIANCE_EVERY = 3;

/**
 * Ridge effects of sector by type by tenure, locality, street, postcode and, for flats, building on deflated log
 * prices, with more weight for recent sales. Solved by cycling through the families until they converge, with Huber
 * weights against outliers. `deflated` holds log price minus index for the first `known` rows, NaN for a row to leave
 * out.
 */
export function fitLocationEffects(
  table: SalesTable,
  known: number,
  deflated: Float64Array,
  now: number,
  parameters: Parameters,
): LocationEffects {
  const rows: number[] = [];
  for (let i = 0; i < known; i++) if (!table.additional[i] && !Number.isNaN(deflated[i]!)) rows.push(i);
  const n = rows.length;
  const age = new Float64Array(n);
  const fresh = new Uint8Array(n);
  const residual = new Float64Array(n);
  const size = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    const i = rows[k]!;
    age[k] = 0.5 ** ((now - table.time[i]!) / 12 / parameters.half_life_years);
    fresh[k] = table.new_build[i]!;
    residual[k] = deflated[i]!;
  }
  const families = FAMILIES.map((name) => {
    const { numbers, codes } = table.places[name];
    const mine = new Int32Array(n);
    for (let k = 0; k < n; k++) mine[k] = codes[rows[k]!]!;
    const counts = new Int32Array(numbers.size);
    for (const code of mine) if (code >= 0) counts[code]!++;
    return { name, numbers, codes: mine, counts, effects: new Float64Array(numbers.size) };
  });
  let intercept = n > 0 ? median(residual) : 0;
  let premium = 0;
  for (let k = 0; k < n; k++) residual[k]! -= intercept;
  const weight = Float64Array.from(age);
  let variance = 0.06;
  for (let round = 0; round < parameters.location_rounds; round++) {
    for (const family of families) {
      const penalty = parameters.penalties[family.name];
      const { codes, effects } = family;
      const sums = new Float64Array(family.effects.length);
      const totals = new Float64Array(family.effects.length).fill(penalty);
      for (let k = 0; k < n; k++) {
        const code = codes[k]!;
        if (code < 0) continue;
        sums[code]! += weight[k]! * (residual[k]! + effects[code]!);
        totals[code]! += weight[k]!;
      }
      for (let code = 0; code < sums.length; code++) {
        const moved = sums[code]! / totals[code]!;
        // The change of the effect is subtracted from the residuals below.
        sums[code] = effects[code]! - moved;
        effects[code] = moved;
      }
      for (let k = 0; k < n; k++) {
        const code = codes[k]!;
        if (code >= 0) residual[k]! += sums[code]!;
      }
    }
    // The premium is shrunk lightly towards the usual 10 %.
    let sum = 5 * 0.1;
    let total = 5;
    let levelSum = 0;
    let levelTotal = 1e-9;
    for (let k = 0; k < n; k++) {
      if (fresh[k]) {
        sum += weight[k]! * (residual[k]! + premium);
        total += weight[k]!;
      } else {
        levelSum += weight[k]! * residual[k]!;
        levelTotal += weight[k]!;
      }
    }
    const level = levelSum / levelTotal;
    const step = sum / total - premium;
    for (let k = 0; k < n; k++) residual[k]! -= level + (fresh[k] ? step : 0);
    intercept += level;
    premium += step;
    if (n > 20 && round % VARIANCE_EVERY === 0) {
      for (let k = 0; k < n; k++) size[k] = Math.abs(residual[k]!);
      variance = (medianInPlace(size) / 0.6745) ** 2;
    }
    const limit = parameters.huber_sd * Math.sqrt(variance);
    for (let k = 0; k < n; k++) weight[k] = age[k]! * Math.min(1, limit / Math.abs(residual[k]!));
  }
  return {
    intercept,
    new_build_premium: premium,
    variance,
    families: families.map(({ name, numbers, counts, effects }) => ({ name, numbers, counts, effects })),
  };
}

/** The level of the place of a row of the fitted table, before the index. */
export function levelOfRow(location: LocationEffects, table: SalesTable, row: number): number {
  return location.families.reduce((level, { name, counts, effects }) => {
    const code = table.places[name].codes[row]!;
    return code < 0 || !counts[code] ? level : level + effects[code]!;
  }, location.intercept);
}
