import type { Schema } from '@domesday/contract';
import type { Context } from '../http/handler.ts';
import { FOR_QUARTILES, FOR_TAILS, MINIMUM_SAMPLE } from './quantiles.ts';

type Sample = Pick<Schema<'Quantiles'>, 'n'>;

const NEEDS = [
  { least: MINIMUM_SAMPLE, figure: 'median', which: 'mean and median' },
  { least: FOR_QUARTILES, figure: 'p25', which: 'quartiles and extremes' },
  { least: FOR_TAILS, figure: 'p10', which: 'the 10th and 90th percentile' },
];

/**
 * Warns which figures of a distribution are null because the sample is too small; `what` says what is counted, such as
 * `sales`.
 */
export function explainThin(context: Context, { n }: Sample, field: string, what: string): void {
  for (const { least, figure, which } of NEEDS)
    if (n < least)
      context.warn(
        'insufficient_sample',
        `${field}.${figure}`,
        `${capitalised(which)} need ${least} ${what}.`,
      );
}

/** The same once for all rows of a list, some of which have smaller samples than others. */
export function explainThinRows(
  context: Context,
  rows: readonly Sample[],
  field: string,
  what: string,
): void {
  const fewest = Math.min(...rows.map(({ n }) => n));
  if (fewest >= FOR_TAILS) return;
  const needs = NEEDS.filter(({ least }) => fewest < least);
  const requirements = needs.map(({ least, which }, i) =>
    i === 0 ? `${which} need ${least} ${what}` : `${which} ${least}`,
  );
  context.warn('insufficient_sample', field, `${capitalised(requirements.join(', '))}.`);
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
