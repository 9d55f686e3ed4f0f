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

/** The median of the values, in a fraction of the time of sorting. Reorders the values. NaN for none. */
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

/** Moves the k-th smallest value to position k, with no greater value before and no smaller one after (Hoare). */
export function select(values: Float64Array, k: number): number {
  selectRanks(values, [k]);
  return values[k]!;
}

/** Fewer values than this are sorted by insertion, which is faster than partitioning them. */
const FEW = 12;

/**
 * Moves the values of these ascending ranks to the positions that sorting would give them. The other values are in any
 * order. For a few quantiles this takes a third of the time of sorting.
 */
export function selectRanks(values: Float64Array, ranks: readonly number[]): void {
  selectWithin(values, 0, values.length - 1, ranks, 0, ranks.length);
}

/** `selectRanks` for ranks[first, last), which lie between the positions `left` and `right`. */
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
 * The mean of n values over the middle n-th part of their weight; the ordinary median for equal weights. Unlike other
 * weighted medians it is monotone and continuous: it moves with the values and by no more than they do, even if a value
 * passes another of different weight. NaN without weight.
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
