import { median } from '../math/quantile.ts';
import type { SalesTable } from '../sales-table.ts';
import { HOLD_BIN_YEARS, holdBin } from '../settings.ts';
import type { Parameters } from './parameters.ts';
import { previousStandard } from './repeat-pairs.ts';

/** Log offsets by hold bin, separately for a previous resale and a previous new build. */
export interface Offsets {
  resale: number[];
  new_build: number[];
}

/**
 * The median growth of past pairs that the index does not explain, shrunk towards 0 if pairs are few: homes resold soon
 * rise by more than the market, and former new builds lose their premium. `deflated` is NaN where growth is unknown.
 */
export function fitOffsets(
  table: SalesTable,
  known: number,
  deflated: Float64Array,
  parameters: Parameters,
): Offsets {
  const bins = HOLD_BIN_YEARS.length + 1;
  const residuals: number[][] = Array.from({ length: bins * 2 }, () => []);
  for (let i = 0; i < known; i++) {
    const before = previousStandard(table, i);
    if (before < 0 || table.additional[i] || table.new_build[i] || table.type[before] !== table.type[i])
      continue;
    if (Number.isNaN(deflated[before]!)) continue;
    const bin = holdBin((table.time[i]! - table.time[before]!) / 12) + (table.new_build[before] ? bins : 0);
    residuals[bin]!.push(deflated[i]! - deflated[before]!);
  }
  const offsets = residuals.map((values) =>
    values.length > 0 ? (median(values) * values.length) / (values.length + parameters.offset_prior_n) : 0,
  );
  return { resale: offsets.slice(0, bins), new_build: offsets.slice(bins) };
}
