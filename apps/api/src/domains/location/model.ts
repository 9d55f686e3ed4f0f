import type { Schema } from '@domesday/contract';
import type { BroadbandRow } from './infrastructure.query.ts';

export function shownBroadband(row: BroadbandRow): Schema<'Broadband'> {
  const one = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10);
  return {
    median_down_mbps: one(row.median_down_mbps),
    superfast_pct: one(row.superfast_pct),
    ultrafast_pct: one(row.ultrafast_pct),
    full_fibre_pct: one(row.full_fibre_pct),
    gigabit_pct: one(row.gigabit_pct),
    postcodes: row.postcodes,
    as_of: row.as_of,
  };
}
