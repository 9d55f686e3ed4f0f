import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { featuresOf, labelled } from './evaluate.ts';

/**
 * Fits the confidence: a ridge logistic regression on the features of `score.ts` over half of the labelled rows, and
 * an isotonic regression of its output over the other half. The rows are made up, and those of
 * published lists that `npm run bench -- lists --set fit --rows <file>` wrote, which count three times. The parents are
 * those of published lists alone. Run: npx tsx packages/addresses/fit/fit.ts --lists <file>
 */
interface Row {
  x: number[];
  y: number;
}

function collect(seed: number, rows: number, count: number): Row[] {
  const found: Row[] = [];
  for (const { query, result } of labelled(rows, count, seed)) {
    const row = featuresOf(result, query.uprn);
    if (row) found.push(row);
  }
  return found;
}

function solve(a: number[][], b: number[]): number[] {
  const n = b.length;
  for (let i = 0; i < n; i += 1) {
    let pivot = i;
    for (let r = i + 1; r < n; r += 1) if (Math.abs(a[r]![i]!) > Math.abs(a[pivot]![i]!)) pivot = r;
    [a[i], a[pivot]] = [a[pivot]!, a[i]!];
    [b[i], b[pivot]] = [b[pivot]!, b[i]!];
    for (let r = 0; r < n; r += 1) {
      if (r === i) continue;
      const factor = a[r]![i]! / a[i]![i]!;
      for (let c = i; c < n; c += 1) a[r]![c]! -= factor * a[i]![c]!;
      b[r]! -= factor * b[i]!;
    }
  }
  return b.map((value, i) => value / a[i]![i]!);
}

/** Newton's method for a logistic regression with a small ridge on all weights but the constant. */
function logistic(rows: Row[], ridge: number): number[] {
  const n = rows[0]!.x.length;
  let weights = new Array<number>(n).fill(0);
  for (let step = 0; step < 25; step += 1) {
    const hessian = Array.from({ length: n }, (_, i) =>
      new Array<number>(n).fill(0).map((_, j) => (i === j && i > 0 ? ridge : i === j ? 1e-6 : 0)),
    );
    const gradient = weights.map((weight, i) => (i > 0 ? ridge * weight : 0));
    for (const { x, y } of rows) {
      const p = 1 / (1 + Math.exp(-x.reduce((sum, value, i) => sum + value * weights[i]!, 0)));
      for (let i = 0; i < n; i += 1) {
        gradient[i]! += (p - y) * x[i]!;
        for (let j = 0; j < n; j += 1) hessian[i]![j]! += p * (1 - p) * x[i]! * x[j]!;
      }
    }
    const delta = solve(hessian, gradient);
    weights = weights.map((weight, i) => weight - delta[i]!);
  }
  return weights;
}

/** Pool adjacent violators over at most sixty quantile groups, each a point (mean of the fit, share that is right). */
function isotonic(pairs: Array<[number, number]>): Array<[number, number]> {
  const sorted = [...pairs].sort((a, b) => a[0] - b[0]);
  const size = Math.max(25, Math.ceil(sorted.length / 60));
  const blocks: Array<{ x: number; y: number; n: number }> = [];
  for (let i = 0; i < sorted.length; i += size) {
    const group = sorted.slice(i, i + size);
    const n = group.length;
    blocks.push({
      x: group.reduce((s, g) => s + g[0], 0) / n,
      y: group.reduce((s, g) => s + g[1], 0) / n,
      n,
    });
    while (blocks.length > 1 && blocks.at(-2)!.y >= blocks.at(-1)!.y) {
      const last = blocks.pop()!;
      const before = blocks.pop()!;
      const total = last.n + before.n;
      blocks.push({
        x: (last.x * last.n + before.x * before.n) / total,
        y: (last.y * last.n + before.y * before.n) / total,
        n: total,
      });
    }
  }
  return blocks.map(({ x, y }) => [Number(x.toFixed(5)), Number(Math.min(0.9995, y).toFixed(5))]);
}

function fit(rows: readonly Row[]): string {
  const weights = logistic(
    rows.filter((_, i) => i % 2 === 0),
    2,
  ).map((weight) => Number(weight.toFixed(5)));
  const pairs = rows
    .filter((_, i) => i % 2 === 1)
    .map(({ x, y }): [number, number] => [
      1 / (1 + Math.exp(-x.reduce((s, value, i) => s + value * weights[i]!, 0))),
      y,
    ]);
  const points = isotonic(pairs).map(([x, y]) => `      [${x}, ${y}],`);
  console.log({
    rows: rows.length,
    right: rows.filter(({ y }) => y === 1).length,
    weights,
    points: points.length,
  });
  return `{
    weights: [${weights.join(', ')}],
    isotonic: [
${points.join('\n')}
    ],
  }`;
}

const { values } = parseArgs({ options: { lists: { type: 'string' } } });
if (!values.lists) throw new Error('Name the file of rows of published lists: --lists <file>');
const { homes, parents }: Record<'homes' | 'parents', Row[]> = JSON.parse(readFileSync(values.lists, 'utf8'));
const made = [...collect(101, 150_000, 30_000), ...collect(202, 40_000, 20_000)];
writeFileSync(
  new URL('../generated/calibration.ts', import.meta.url),
  `// From labelled rows by fit/fit.ts; run it again rather than change a number here.
interface Fit {
  weights: readonly number[];
  isotonic: ReadonlyArray<readonly [number, number]>;
}
export const calibration: { home: Fit; parent: Fit } = {
  home: ${fit([...made, ...homes, ...homes, ...homes])},
  parent: ${fit(parents)},
};
`,
);
