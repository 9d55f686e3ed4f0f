import type { PublishedIndex } from '../fit/area-model.ts';
import { PARAMETERS, type Parameters } from '../fit/parameters.ts';
import { cutOffs, walkForward } from '../fit/walk-forward.ts';
import type { SaleRow, SalesTable } from '../sales-table.ts';
import type { SaleEstimate } from '../types.ts';
import { bootstrap, type ErrorIntervals } from './bootstrap.ts';
import { type Metrics, metrics, type Scored } from './metrics.ts';
import { METHODS, type ScoredRow, scoreRow } from './score-row.ts';

export interface BacktestInput {
  area: string;
  table: SalesTable;
  /** First cut-off and the end of the last window, ISO dates. */
  from: string;
  to: string;
  /** Published indices. The fit is based on the first; each one gives a baseline. */
  published: readonly PublishedIndex[];
  /** Months between cut-offs. Default: 1, since a service that loads each month's file is refitted monthly. */
  every_months?: number;
  parameters?: Parameters;
  /** Which sales are scored. Default: all. The model is fitted on the other sales too. */
  tested?: (sale: SaleRow) => boolean;
  /** Called for each tested sale with the estimate that a request on its day would have got. */
  seen?: (sale: SaleRow, estimate: SaleEstimate | null) => void;
}

export interface Result {
  name: string;
  metrics: Metrics | null;
  intervals_95: ErrorIntervals | null;
}

export interface Breakdown {
  by: string;
  rows: Result[];
}

export interface BacktestReport {
  area: string;
  from: string;
  to: string;
  cut_offs: string[];
  every_months: number;
  embargo_months: number;
  sales: { rows: number; tested: number; with_previous_sale: number };
  indices: string[];
  parameters: Parameters;
  /**
   * All standard sales of homes that are not new, by the first method that applies. Hit rate: the share with a value.
   */
  cascade: { hit_rate_pct: number; result: Result; breakdowns: Breakdown[] };
  /** Homes with a previous standard sale, and the baselines on the same rows. */
  repeat_sales: { result: Result; baselines: Result[]; breakdowns: Breakdown[] };
  /** Each method alone on all rows. */
  forced: (Result & { hit_rate_pct: number })[];
  /** Homes with a floor area but without a sale of their own. */
  certificate_only: { result: Result; baselines: Result[]; breakdowns: Breakdown[] };
  /** Homes without own sales and floor area; `true_type`: their values if the type were known. */
  neither: { result: Result; true_type: Result; baselines: Result[]; breakdowns: Breakdown[] };
  /** Errors of the cascade (value over price - 1) for plots, in per cent with one decimal. */
  error_pct: number[];
}

/** The tags by which the results of each part are broken down, besides price and value. */
const ALWAYS = ['property_type', 'tenure', 'year', 'data_age_months', 'sales_nearby', 'confidence'];

/**
 * Runs the back-test with rolling cut-offs, monthly by default, and a two-month embargo. Each cut-off has the settings
 * that a build of its day would have learned from earlier windows. Throws a LeakError if any evidence was not yet
 * known.
 */
export function runBacktest(input: BacktestInput): BacktestReport {
  const parameters = input.parameters ?? PARAMETERS;
  const { table, from, to, published } = input;
  const every = input.every_months ?? 1;
  const tested = cutOffs(from, to, every);
  const rows: ScoredRow[] = [];
  walkForward(
    table,
    input.area,
    tested,
    every,
    published[0] ?? null,
    (window) => {
      for (const row of window.rows) {
        const sale = table.rows[row]!;
        if (sale.date >= to || !(input.tested?.(sale) ?? true)) continue;
        const scored = scoreRow(table, window, row, published);
        rows.push(scored);
        input.seen?.(sale, scored.estimate);
      }
    },
    parameters,
  );
  return report(input, parameters, rows, tested);
}

function report(
  input: BacktestInput,
  parameters: Parameters,
  rows: readonly ScoredRow[],
  tested: string[],
): BacktestReport {
  const valued = rows.filter((row) => row.cascade);
  const repeats = rows.filter((row) => row.forced.last_sold_growth);
  const sized = rows.filter((row) => row.forced.sqft_estimate && row.forced.comparables);
  const certified = valued.filter((row) => row.known === 'floor area, no sale');
  const neither = valued.filter((row) => row.known === 'neither');
  const names = Object.keys(rows[0]?.baselines ?? {});
  const of = (name: string, list: readonly ScoredRow[], pick: (row: ScoredRow) => Scored | null): Result => {
    const scored = list.flatMap((row) => pick(row) ?? []);
    return { name, metrics: metrics(scored), intervals_95: bootstrap(scored) };
  };
  const baselines = (list: readonly ScoredRow[]) =>
    names
      .map((name) => of(name, list, (row) => row.baselines[name] ?? null))
      .filter((result) => result.metrics !== null);
  const share = (n: number) => (rows.length > 0 ? Number(((100 * n) / rows.length).toFixed(1)) : 0);
  const broken = (
    list: readonly ScoredRow[],
    pick: (row: ScoredRow) => Scored | null,
    tags: readonly string[],
  ) => [
    ...tags.map((by) => breakdown(by, list, (row) => row.tags[by]!, pick)),
    breakdown('price_decile', list, decileOf(list, pick, 'price'), pick),
    breakdown('value_decile', list, decileOf(list, pick, 'value'), pick),
  ];
  return {
    area: input.area,
    from: input.from,
    to: input.to,
    cut_offs: tested,
    every_months: input.every_months ?? 1,
    embargo_months: 2,
    sales: { rows: input.table.n, tested: rows.length, with_previous_sale: repeats.length },
    indices: input.published.map((index) => index.area),
    parameters,
    cascade: {
      hit_rate_pct: share(valued.length),
      result: of('cascade', valued, (row) => row.cascade),
      breakdowns: broken(valued, (row) => row.cascade, ['method', ...ALWAYS]),
    },
    repeat_sales: {
      result: of('last_sold_growth', repeats, (row) => row.forced.last_sold_growth),
      baselines: baselines(repeats),
      breakdowns: broken(repeats, (row) => row.forced.last_sold_growth, [
        ...ALWAYS,
        'years_held',
        'last_sale',
        'own_sales_known',
      ]),
    },
    forced: [
      ...METHODS.map((method) => {
        const hit = rows.filter((row) => row.forced[method]);
        return { ...of(method, hit, (row) => row.forced[method]), hit_rate_pct: share(hit.length) };
      }),
      {
        ...of('comparables, on the rows of sqft_estimate', sized, (row) => row.forced.comparables),
        hit_rate_pct: share(sized.length),
      },
    ],
    certificate_only: {
      result: of('cascade', certified, (row) => row.cascade),
      baselines: baselines(certified),
      breakdowns: broken(certified, (row) => row.cascade, ALWAYS),
    },
    neither: {
      result: of('cascade', neither, (row) => row.cascade),
      true_type: of('with the true type given', neither, (row) => row.true_type),
      baselines: baselines(neither),
      breakdowns: broken(neither, (row) => row.cascade, [...ALWAYS, 'type_right']),
    },
    error_pct: valued.map((row) => Number((100 * (row.cascade!.value / row.cascade!.price - 1)).toFixed(1))),
  };
}

function breakdown(
  by: string,
  rows: readonly ScoredRow[],
  tag: (row: ScoredRow) => string,
  pick: (row: ScoredRow) => Scored | null,
): Breakdown {
  const names = [...new Set(rows.map(tag))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return {
    by,
    rows: names.map((name) => {
      const scored = rows.filter((row) => tag(row) === name).flatMap((row) => pick(row) ?? []);
      return { name, metrics: metrics(scored), intervals_95: null };
    }),
  };
}

/** A function for the tenth of a row, by the price paid or by the value. A request knows only the value. */
function decileOf(
  rows: readonly ScoredRow[],
  pick: (row: ScoredRow) => Scored | null,
  by: 'price' | 'value',
): (row: ScoredRow) => string {
  const pounds = rows.flatMap((row) => pick(row)?.[by] ?? []).sort((a, b) => a - b);
  const ends = Array.from({ length: 9 }, (_, i) => pounds[Math.floor(((i + 1) * pounds.length) / 10)] ?? 0);
  return (row) => String(1 + ends.filter((end) => (pick(row)?.[by] ?? 0) >= end).length);
}
