/** A possible log value with its probability, and the half-width that holds 80 in 100 outcomes. */
export interface Part {
  weight: number;
  middle: number;
  spread_80: number;
}

const HALVINGS = 60;

/**
 * The median (`middle`), 10th and 90th percentile (`low`, `high`) of a mixture of double exponentials, whose tails are
 * as heavy as those of errors of valuations. `spread_68` is half the width from the 16th to the 84th percentile.
 */
export function mixture(parts: readonly Part[]): {
  middle: number;
  low: number;
  high: number;
  spread_68: number;
} {
  const total = parts.reduce((sum, part) => sum + part.weight, 0);
  const below = (x: number) =>
    parts.reduce((sum, part) => sum + (part.weight / total) * shareBelow(part, x), 0);
  const from = Math.min(...parts.map((part) => part.middle - 5 * part.spread_80));
  const to = Math.max(...parts.map((part) => part.middle + 5 * part.spread_80));
  const quantile = (share: number) => {
    let [low, high] = [from, to];
    for (let i = 0; i < HALVINGS; i++) {
      const middle = (low + high) / 2;
      if (below(middle) < share) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };
  return {
    middle: quantile(0.5),
    low: quantile(0.1),
    high: quantile(0.9),
    spread_68: (quantile(0.84) - quantile(0.16)) / 2,
  };
}

function shareBelow({ middle, spread_80 }: Part, x: number): number {
  const away = Math.exp((-Math.abs(x - middle) / spread_80) * Math.log(5)) / 2;
  return x < middle ? away : 1 - away;
}
