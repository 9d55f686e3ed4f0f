import { median, medianInPlace } from '../math/quantile.ts';
import { FAMILIES, type Family } from '../places.ts';
import type { SalesTable } from '../sales-table.ts';
import type { Steps } from '../steps.ts';
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

/** Rounds between updates of the variance, which converges sooner than the effects and needs an expensive median. */
const VARIANCE_EVERY = 3;

/**
 * Ridge effects of sector by type by tenure, locality, street, postcode and, for flats, building on deflated log
 * prices, with more weight for recent sales. Solved by cycling through the families until they converge, with Huber
 * weights against outliers. `deflated` holds log price minus index for the first `known` rows, NaN for a row to leave
 * out.
 */
export function* fitLocationEffects(
  table: SalesTable,
  known: number,
  deflated: Float64Array,
  now: number,
  parameters: Parameters,
): Steps<LocationEffects> {
  const { row, group, groups } = groupRows(table, known, deflated);
  const n = row.length;
  const age = new Float64Array(n);
  const residual = new Float64Array(n);
  const size = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    age[k] = 0.5 ** ((now - table.time[row[k]!]!) / 12 / parameters.half_life_years);
    residual[k] = deflated[row[k]!]!;
  }
  const families = FAMILIES.map((name) => familyOf(table, name, row, group, groups));
  let intercept = n > 0 ? median(residual) : 0;
  let premium = 0;
  for (let k = 0; k < n; k++) residual[k]! -= intercept;
  const weight = Float64Array.from(age);
  const weights = new Float64Array(groups.n);
  const sums = new Float64Array(groups.n);
  const moves = new Float64Array(groups.n);
  let variance = 0.06;
  for (let round = 0; round < parameters.location_rounds; round++) {
    yield;
    weights.fill(0);
    sums.fill(0);
    moves.fill(0);
    for (let k = 0; k < n; k++) {
      weights[group[k]!]! += weight[k]!;
      sums[group[k]!]! += weight[k]! * residual[k]!;
    }
    for (const family of families) {
      moveEffects(family, parameters.penalties[family.name], weights, sums, moves);
    }
    const [level, step] = moveLevel(groups.fresh, weights, sums, premium);
    for (let g = 0; g < groups.n; g++) moves[g]! += level + (groups.fresh[g] ? step : 0);
    for (let k = 0; k < n; k++) residual[k]! -= moves[group[k]!]!;
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

/**
 * Sales with the same place in every family, all new or none. They have the same effects, so a round treats them as
 * one.
 */
interface Groups {
  n: number;
  fresh: Uint8Array;
}

function groupRows(table: SalesTable, known: number, deflated: Float64Array) {
  const rows: number[] = [];
  for (let i = 0; i < known; i++) if (!table.additional[i] && !Number.isNaN(deflated[i]!)) rows.push(i);
  const numbers = new Int32Array(table.groups.n).fill(-1);
  const group = new Int32Array(rows.length);
  const fresh: number[] = [];
  rows.forEach((i, k) => {
    const whole = table.groups.codes[i]!;
    if (numbers[whole]! < 0) numbers[whole] = fresh.push(table.new_build[i]!) - 1;
    group[k] = numbers[whole]!;
  });
  return {
    row: Int32Array.from(rows),
    group,
    groups: { n: fresh.length, fresh: Uint8Array.from(fresh) } satisfies Groups,
  };
}

interface FittedFamily extends FamilyEffects {
  /** The place of each group, or -1. */
  codes: Int32Array;
}

function familyOf(
  table: SalesTable,
  name: Family,
  row: Int32Array,
  group: Int32Array,
  groups: Groups,
): FittedFamily {
  const { numbers, codes } = table.places[name];
  const counts = new Int32Array(numbers.size);
  const groupCodes = new Int32Array(groups.n);
  for (let k = 0; k < row.length; k++) {
    const code = codes[row[k]!]!;
    groupCodes[group[k]!] = code;
    if (code >= 0) counts[code]!++;
  }
  return { name, numbers, codes: groupCodes, counts, effects: new Float64Array(numbers.size) };
}

/** Moves each effect of a family to its ridge estimate, and subtracts the moves from the weighted residuals. */
function moveEffects(
  { codes, effects }: FittedFamily,
  penalty: number,
  weights: Float64Array,
  sums: Float64Array,
  moves: Float64Array,
): void {
  const moved = new Float64Array(effects.length);
  const totals = new Float64Array(effects.length).fill(penalty);
  for (let g = 0; g < codes.length; g++) {
    const code = codes[g]!;
    if (code < 0) continue;
    moved[code]! += sums[g]! + weights[g]! * effects[code]!;
    totals[code]! += weights[g]!;
  }
  for (let code = 0; code < moved.length; code++) {
    const effect = moved[code]! / totals[code]!;
    moved[code] = effect - effects[code]!;
    effects[code] = effect;
  }
  for (let g = 0; g < codes.length; g++) {
    const code = codes[g]!;
    if (code < 0) continue;
    sums[g]! -= weights[g]! * moved[code]!;
    moves[g]! += moved[code]!;
  }
}

/** The moves of the level of all sales and of the premium of new homes. The premium is lightly shrunk towards 10 %. */
function moveLevel(
  fresh: Uint8Array,
  weights: Float64Array,
  sums: Float64Array,
  premium: number,
): [level: number, step: number] {
  let sum = 5 * 0.1;
  let total = 5;
  let levelSum = 0;
  let levelTotal = 1e-9;
  for (let g = 0; g < fresh.length; g++) {
    if (fresh[g]) {
      sum += sums[g]! + weights[g]! * premium;
      total += weights[g]!;
    } else {
      levelSum += sums[g]!;
      levelTotal += weights[g]!;
    }
  }
  return [levelSum / levelTotal, sum / total - premium];
}

/** The deflated level of the place of a row of the fitted table. */
export function levelOfRow(location: LocationEffects, table: SalesTable, row: number): number {
  return location.families.reduce((level, { name, counts, effects }) => {
    const code = table.places[name].codes[row]!;
    return code < 0 || !counts[code] ? level : level + effects[code]!;
  }, location.intercept);
}
