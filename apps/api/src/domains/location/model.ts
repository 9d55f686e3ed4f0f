import type { Schema } from '@domesday/contract';
import type { Context } from '../../http/handler.ts';
import type { BroadbandRow } from './infrastructure.query.ts';

/** Rounds to one decimal, as published: speeds and shares are stored as four-byte floats. */
export function oneDecimal(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10) / 10;
}

export function shownBroadband(row: BroadbandRow): Schema<'Broadband'> {
  return {
    median_down_mbps: oneDecimal(row.median_down_mbps),
    superfast_pct: oneDecimal(row.superfast_pct),
    ultrafast_pct: oneDecimal(row.ultrafast_pct),
    full_fibre_pct: oneDecimal(row.full_fibre_pct),
    gigabit_pct: oneDecimal(row.gigabit_pct),
    postcodes: row.postcodes,
    as_of: row.as_of,
    speeds_as_of: row.speeds_as_of,
  };
}

const FIGURES = [
  'median_down_mbps',
  'superfast_pct',
  'ultrafast_pct',
  'full_fibre_pct',
  'gigabit_pct',
] as const;

/** Warns why figures of broadband are null. */
export function warnOfBlanks(context: Context, shown: Schema<'Broadband'>, at: string): void {
  for (const field of FIGURES)
    if (shown[field] === null)
      context.warn('not_recorded', `${at}.${field}`, 'The loaded files do not give it for the place.');
  const undated = [
    ['as_of', shown.superfast_pct ?? shown.ultrafast_pct ?? shown.gigabit_pct ?? shown.full_fibre_pct],
    ['speeds_as_of', shown.median_down_mbps],
  ] as const;
  for (const [field, figure] of undated)
    if (shown[field] === null)
      context.warn(
        'not_recorded',
        `${at}.${field}`,
        figure === null
          ? 'There is no figure that would have an edition.'
          : 'The names of the loaded files tell no edition; of files loaded by an earlier version, load them again.',
      );
}
