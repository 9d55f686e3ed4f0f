/** Quantile by linear interpolation of ascending values; NaN for none. */
export function quantileOfSorted(sorted: ArrayLike<number>, q: number): number {
  if (sorted.length === 0) return Number.NaN;
  const at = (sorted.length - 1) * q;
  const below = Math.floor(at);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low + (high - low) * (at - below);
}

export function quantile(values: ArrayLike<number>, q: number): number {
  return quantileOfSorted(Float64Array.from(values).sort(), q);
}

export function median(values: ArrayLike<number>): number {
  return medianInPlace(Float64Array.from(values));
}

/** The median of values, which it may reorder; equal to the median by sorting, in a fraction of the time. */
export function medianInPlace(values: Float64Array): number {
  const n = values.length;
  if (n === 0) return Number.NaN;
  const middle = (n - 1) >> 1;
  const low = select(values, middle);
  if (n % 2 === 1) return low;
  let high = Number.POSITIVE_INFINITY;
  for (let i = middle + 1; i < n; i++) if (values[i]! < high) high = values[i]!;
  return low + (high - low) * 0.5;
}

/**
 * Moves the k-th smallest value to its position, with no greater one before it and no smaller one after it (Hoare).
 */
export function select(values: Float64Array, k: number): number {
  selectRanks(values, [k]);
  return values[k]!;
}

/** Fewer values are ordered by insertion: halving them again would take longer. */
const FEW = 12;

/**
 * Brings the values of these ascending ranks to their places, as sorting would, and leaves the others in any order:
 * for a few quantiles a third of the time of sorting.
 */
export function selectRanks(values: Float64Array, ranks: readonly number[]): void {
  selectWithin(values, 0, values.length - 1, ranks, 0, ranks.length);
}

/** The same for the ranks from `first` to before `last`, which lie between `left` and `right`. */
function selectWithin(
  values: Float64Array,
  left: number,
  right: number,
  ranks: readonly number[],
  first: number,
  last: number,
): void {
  while (first < last && left < right) {
    if (right - left < FEW) {
      insertionSort(values, left, right);
      return;
    }
    const pivot = values[(left + right) >> 1]!;
    let i = left;
    let j = right;
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (values[j]! > pivot) j--;
      if (i > j) break;
      const swapped = values[i]!;
      values[i] = values[j]!;
      values[j] = swapped;
      i++;
      j--;
    }
    let below = first;
    while (below < last && ranks[below]! <= j) below++;
    let above = below;
    while (above < last && ranks[above]! < i) above++;
    selectWithin(values, left, j, ranks, first, below);
    left = i;
    first = above;
  }
}

function insertionSort(values: Float64Array, left: number, right: number): void {
  for (let i = left + 1; i <= right; i++) {
    const value = values[i]!;
    let j = i - 1;
    for (; j >= left && values[j]! > value; j--) values[j + 1] = values[j]!;
    values[j + 1] = value;
  }
}

/**
 * The mean of the values over the middle n-th part of the weight of n values: the median where all weigh the same. It
 * moves with the values, never against them and never by more, also where one overtakes another of another weight.
 */
export function weightedMedian(values: readonly number[], weights: readonly number[]): number {
  const n = values.length;
  const total = weights.reduce((sum, w) => sum + w, 0);
  if (n === 0 || !(total > 0)) return Number.NaN;
  const from = (total / 2) * (1 - 1 / n);
  const to = (total / 2) * (1 + 1 / n);
  let before = 0;
  let sum = 0;
  for (const i of values.map((_, i) => i).sort((a, b) => values[a]! - values[b]!)) {
    const after = before + weights[i]!;
    sum += values[i]! * Math.max(0, Math.min(to, after) - Math.max(from, before));
    before = after;
  }
  return sum / (to - from);
}
