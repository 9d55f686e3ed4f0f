import { median, quantile } from '../math/quantile.ts';

/** A valuation and the price that was then paid, pounds. */
export interface Scored {
  value: number;
  price: number;
  /** The 80 % interval, if the method gives one. */
  low: number | null;
  high: number | null;
  fsd: number | null;
  /** The postcode. Errors within a postcode are correlated, so confidence intervals resample whole postcodes. */
  cluster: string;
}

/** Shares and errors in per cent, except the ratios PRD and PRB. */
export interface Metrics {
  n: number;
  mdape_pct: number;
  pe5_pct: number;
  pe10_pct: number;
  pe20_pct: number;
  mean_ape_pct: number;
  /** Median of value / price - 1. */
  bias_pct: number;
  /** Coefficient of dispersion about the median ratio. */
  cod_pct: number;
  /** Price-related differential: mean ratio over sales-weighted ratio. */
  prd: number;
  /** Price-related bias (IAAO): change of the ratio for a doubling of value. */
  prb: number;
  /** Robust standard deviation of the log error. */
  robust_sd_pct: number;
  over_30_pct: number;
  bounds_cover_pct: number;
  interval_80_cover_pct: number | null;
  /** Median width of the 80 % interval over the value. */
  interval_80_width_pct: number | null;
  median_fsd_pct: number | null;
}

/** 110 / 100 is not exactly 1.1 in binary, and a valuation exactly 10 % off counts as within 10 %. */
const ROUNDING = 1e-9;

/** The measures of a ratio study (IAAO) and of an AVM test (EAA) over scored rows; null for none. */
export function metrics(rows: readonly Scored[]): Metrics | null {
  if (rows.length === 0) return null;
  const ratios = rows.map((row) => row.value / row.price);
  const errors = ratios.map((ratio) => Math.abs(ratio - 1));
  const middle = median(ratios);
  const within = (limit: number) =>
    percent(errors.filter((error) => error <= limit + ROUNDING).length / rows.length);
  const total = (pick: (row: Scored) => number) => rows.reduce((sum, row) => sum + pick(row), 0);
  const logs = ratios.map(Math.log);
  const centre = median(logs);
  const intervals = rows.filter((row) => row.low !== null && row.high !== null);
  const covered = intervals.filter((row) => row.price >= row.low! && row.price <= row.high!);
  const fsds = rows.flatMap((row) => (row.fsd === null ? [] : [row.fsd]));
  return {
    n: rows.length,
    mdape_pct: percent(median(errors)),
    pe5_pct: within(0.05),
    pe10_pct: within(0.1),
    pe20_pct: within(0.2),
    mean_ape_pct: percent(mean(errors)),
    bias_pct: percent(middle - 1),
    cod_pct: percent(mean(ratios.map((ratio) => Math.abs(ratio - middle))) / middle),
    prd: round(mean(ratios) / (total((row) => row.value) / total((row) => row.price)), 3),
    prb: round(priceRelatedBias(rows, ratios, middle), 3),
    robust_sd_pct: percent(median(logs.map((log) => Math.abs(log - centre))) / 0.6745),
    over_30_pct: percent(errors.filter((error) => error > 0.3).length / rows.length),
    bounds_cover_pct: percent(
      rows.filter((row) => row.price >= row.value * 0.9 && row.price <= row.value * 1.1).length / rows.length,
    ),
    interval_80_cover_pct: intervals.length > 0 ? percent(covered.length / intervals.length) : null,
    interval_80_width_pct:
      intervals.length > 0
        ? percent(median(intervals.map((row) => (row.high! - row.low!) / row.value)))
        : null,
    median_fsd_pct: fsds.length > 0 ? percent(quantile(fsds, 0.5)) : null,
  };
}

function priceRelatedBias(rows: readonly Scored[], ratios: readonly number[], middle: number): number {
  const x = rows.map((row) => Math.log2(0.5 * (row.value / middle) + 0.5 * row.price));
  const y = ratios.map((ratio) => (ratio - middle) / middle);
  const meanX = mean(x);
  const meanY = mean(y);
  const cross = x.reduce((sum, value, i) => sum + (value - meanX) * (y[i]! - meanY), 0);
  const square = x.reduce((sum, value) => sum + (value - meanX) ** 2, 0);
  return square > 0 ? cross / square : 0;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percent(share: number): number {
  return round(share * 100, 1);
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
