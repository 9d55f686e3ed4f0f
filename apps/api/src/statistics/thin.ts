import type { Schema } from '@domesday/contract';
import type { Context } from '../http/handler.ts';
import { FOR_QUARTILES, FOR_TAILS, MINIMUM_SAMPLE } from './quantiles.ts';

type Sample = Pick<Schema<'Quantiles'>, 'n'>;

const NEEDS = [
  { least: MINIMUM_SAMPLE, figure: 'median', which: 'Mean and median need' },
  { least: FOR_QUARTILES, figure: 'p25', which: 'Quartiles and extremes need' },
  { least: FOR_TAILS, figure: 'p10', which: 'The 10th and 90th percentile need' },
];

/** Says which figures of a distribution are null, because too few were counted; `what` was, such as `sales`. */
export function explainThin(context: Context, { n }: Sample, field: string, what: string): void {
  for (const { least, figure, which } of NEEDS)
    if (n < least) context.warn('insufficient_sample', `${field}.${figure}`, `${which} ${least} ${what}.`);
}

/** The same at once for the rows of a list, where some of them have fewer than others. */
export function explainThinRows(
  context: Context,
  rows: readonly Sample[],
  field: string,
  what: string,
): void {
  const fewest = Math.min(...rows.map(({ n }) => n));
  if (fewest >= FOR_TAILS) return;
  const needs = NEEDS.filter(({ least }) => fewest < least).map(
    ({ least, which }) => `${which} ${least} ${what}.`,
  );
  context.warn('insufficient_sample', field, needs.join(' '));
}
