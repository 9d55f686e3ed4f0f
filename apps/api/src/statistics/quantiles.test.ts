import { expect, it } from 'vitest';
import { quantilesOf, twoDecimals, withMinimums } from './quantiles.ts';
import { explainThin, explainThinRows } from './thin.ts';

type Warning = [code: string, field: string | null, message: string];
const warningsOf = (ask: (context: never) => void): Warning[] => {
  const warnings: Warning[] = [];
  ask({ warn: (...warning: Warning) => warnings.push(warning) } as never);
  return warnings;
};

it('gives medians of 5 records, quartiles and extremes of 10 and tails of 20, and says which are missing', () => {
  const needs = { mean: 5, median: 5, p25: 10, p75: 10, min: 10, max: 10, p10: 20, p90: 20 };
  for (const n of [0, 4, 5, 9, 10, 19, 20]) {
    const given = withMinimums({ n, mean: 1, median: 1, p10: 1, p25: 1, p75: 1, p90: 1, min: 1, max: 1 });
    for (const [figure, least] of Object.entries(needs))
      expect([n, figure, given[figure as keyof typeof needs]]).toEqual([n, figure, n >= least ? 1 : null]);
    const fields = [
      ...(n < 5 ? ['price.median'] : []),
      ...(n < 10 ? ['price.p25'] : []),
      ...(n < 20 ? ['price.p10'] : []),
    ];
    expect(
      warningsOf((context) => explainThin(context, { n }, 'price', 'sales')).map(([, field]) => field),
    ).toEqual(fields);
    const rows = [{ n: 30 }, { n }];
    const [told, ...more] = warningsOf((context) => explainThinRows(context, rows, 'rows', 'sales'));
    expect([told?.[2].split(', ').length ?? 0, more]).toEqual([fields.length, []]);
  }
  const of = (n: number) =>
    warningsOf((context) => explainThinRows(context, [{ n }], 'rows', 'sales'))[0]?.[2];
  expect([of(4), of(7), of(19), of(20)]).toEqual([
    'Mean and median need 5 sales, quartiles and extremes 10, the 10th and 90th percentile 20.',
    'Quartiles and extremes need 10 sales, the 10th and 90th percentile 20.',
    'The 10th and 90th percentile need 20 sales.',
    undefined,
  ]);
});

it('interpolates between the ranks of a sample in any order, and rounds to the penny', () => {
  const values = [...Array(21).keys()].map((i) => ((i * 8) % 21) * 10);
  expect(quantilesOf(values)).toEqual({
    ...{ n: 21, mean: 100, median: 100, p10: 20, p25: 50, p75: 150, p90: 180, min: 0, max: 200 },
  });
  expect(quantilesOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10.019])).toMatchObject({
    ...{ mean: 5.5, median: 5.5, p25: 3.25, p75: 7.75, min: 1, max: 10.02, p10: null, p90: null },
  });
  expect([twoDecimals(2.675_1), twoDecimals(-1.005_1), twoDecimals(0.004)]).toEqual([2.68, -1.01, 0]);
});
