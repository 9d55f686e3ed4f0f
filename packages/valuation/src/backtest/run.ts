import { addMonths, yearsBetween } from '../dates.ts';
import { estimateSale } from '../estimate-sale.ts';
import type { PublishedIndex } from '../fit/area-model.ts';
import { PARAMETERS, type Parameters } from '../fit/parameters.ts';
import { cutOffs, type Window, walkForward } from '../fit/walk-forward.ts';
import type { SalesTable } from '../sales-table.ts';
import { holdBin } from '../settings.ts';
import type { Method, SaleEstimate, SaleEvidence } from '../types.ts';
import { lastPriceByIndex, nearestSeven } from './baselines.ts';
import { bootstrap, type ErrorIntervals } from './bootstrap.ts';
import { refuseLeaks } from './guard.ts';
import { type Metrics, metrics, type Scored } from './metrics.ts';

export interface BacktestInput {
  area: string;
  table: SalesTable;
  /** First cut-off and the end of the last window, ISO dates. */
  from: string;
  to: string;
  /** Published indices, the one the fit stands on first; each gives a baseline as well. */
  published: readonly PublishedIndex[];
  /** Months between cut-offs, 1 where left out, as a service that loads each month's file is refitted. */
  every_months?: number;
  parameters?: Parameters;
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
  warm_up_from: string | null;
  sales: { rows: number; tested: number; with_previous_sale: number };
  indices: string[];
  parameters: Parameters;
  /** All standard sales of homes that are not new, by the cascade: hit rate is the share that got a value. */
  cascade: { hit_rate_pct: number; result: Result; breakdowns: Breakdown[] };
  /** Homes with a previous standard sale, and the baselines on the very same rows. */
  repeat_sales: { result: Result; baselines: Result[]; breakdowns: Breakdown[] };
  /** Each method on all rows, whatever the cascade would have chosen. */
  forced: (Result & { hit_rate_pct: number })[];
  no_history: { result: Result; baselines: Result[] };
  /** Value over price of the cascade, for plots; rounded to a tenth of a per cent. */
  error_pct: number[];
}

interface Row {
  tags: Record<string, string>;
  cascade: Scored | null;
  repeat: Scored | null;
  forced: Record<Method, Scored | null>;
  baselines: Record<string, Scored | null>;
}

const METHODS: readonly Method[] = ['last_sold_growth', 'sqft_estimate', 'comparables'];
const WARM_UP_YEARS = 6;
const FIRST_YEARS = 3;
const HOLDS = ['0-1', '1-2', '2-4', '4-8', '8-14', '14+'];

/**
 * Rolling cut-offs, every month where nothing else is asked, with a two-month embargo. Windows before `from` are gone through unscored,
 * because the blend and the intervals are learned from how earlier windows came out.
 * Throws LeakError should any evidence hold what was not yet known.
 */
export function runBacktest(input: BacktestInput): BacktestReport {
  const parameters = input.parameters ?? PARAMETERS;
  const { table, from, to } = input;
  const every = input.every_months ?? 1;
  const firstSale = table.rows[0]?.date ?? from;
  const earliest = [addMonths(firstSale, 12 * FIRST_YEARS), addMonths(from, -12 * WARM_UP_YEARS)].sort()[1]!;
  const warmUp = cutOffs(addMonths(from, -12 * WARM_UP_YEARS), from, every).filter(
    (date) => date >= earliest,
  );
  const tested = cutOffs(from, to, every);
  const rows: Row[] = [];
  const published = input.published[0] ?? null;
  walkForward(table, input.area, [...warmUp, ...tested], every, published, {
    parameters,
    visit: (window) => {
      if (window.as_of < from) return;
      for (const row of window.rows) {
        if (table.rows[row]!.date < to) rows.push(scoreRow(table, window, row, input.published));
      }
    },
  });
  return report(input, parameters, rows, tested, warmUp[0] ?? null);
}

function scoreRow(table: SalesTable, window: Window, row: number, published: readonly PublishedIndex[]): Row {
  const sale = table.rows[row]!;
  const evidence = window.evidence(row);
  refuseLeaks(evidence, {
    as_of: window.as_of,
    known_before: window.model.known_before,
    transaction_id: sale.transaction_id,
    floor_area_lodged_on: sale.floor_area_lodged_on ?? null,
  });
  const score = (estimate: SaleEstimate | null): Scored | null =>
    estimate && {
      value: estimate.value,
      price: sale.price,
      low: estimate.interval_80.low,
      high: estimate.interval_80.high,
      fsd: estimate.fsd,
      cluster: sale.postcode,
    };
  const plain = (value: number | null): Scored | null =>
    value === null
      ? null
      : { value, price: sale.price, low: null, high: null, fsd: null, cluster: sale.postcode };
  const cascade = estimateSale(evidence);
  const forced = Object.fromEntries(
    METHODS.map((method) => [method, score(estimateSale(evidence, method))]),
  ) as Record<Method, Scored | null>;
  const baselines: Record<string, Scored | null> = { '7 nearest sales': plain(nearestSeven(evidence)) };
  for (const index of published) {
    const baseline = lastPriceByIndex(index, window.model.known_before);
    baselines[`last price x ${index.area} index`] = plain(baseline(evidence));
  }
  return {
    tags: tagsOf(evidence, cascade),
    cascade: score(cascade),
    repeat: forced.last_sold_growth,
    forced,
    baselines,
  };
}

function tagsOf(evidence: SaleEvidence, estimate: SaleEstimate | null): Record<string, string> {
  const last = evidence.past_sales.filter((sale) => sale.category === 'standard').at(-1);
  return {
    property_type: evidence.subject.property_type,
    tenure: evidence.subject.tenure ?? 'unknown',
    years_held: last ? HOLDS[holdBin(yearsBetween(last.date, evidence.as_of))]! : 'no previous sale',
    last_sale: last ? (last.new_build ? 'new build' : 'resale') : 'none',
    method: estimate?.method ?? 'none',
    year: evidence.as_of.slice(0, 4),
  };
}

function report(
  input: BacktestInput,
  parameters: Parameters,
  rows: readonly Row[],
  tested: string[],
  warm_up_from: string | null,
): BacktestReport {
  const valued = rows.filter((row) => row.cascade);
  const repeats = rows.filter((row) => row.repeat);
  const sized = rows.filter((row) => row.forced.sqft_estimate && row.forced.comparables);
  const first = rows.filter((row) => !row.repeat && row.cascade);
  const names = Object.keys(rows[0]?.baselines ?? {});
  const of = (name: string, list: readonly Row[], pick: (row: Row) => Scored | null): Result => {
    const scored = list.flatMap((row) => pick(row) ?? []);
    return { name, metrics: metrics(scored), intervals_95: bootstrap(scored) };
  };
  const baselines = (list: readonly Row[]) =>
    names
      .map((name) => of(name, list, (row) => row.baselines[name] ?? null))
      .filter((result) => result.metrics !== null);
  const share = (n: number) => (rows.length > 0 ? Number(((100 * n) / rows.length).toFixed(1)) : 0);
  const broken = (list: readonly Row[], pick: (row: Row) => Scored | null, tags: readonly string[]) => [
    ...tags.map((by) => breakdown(by, list, (row) => row.tags[by]!, pick)),
    breakdown('price_decile', list, decileOf(list, pick), pick),
  ];
  return {
    area: input.area,
    from: input.from,
    to: input.to,
    cut_offs: tested,
    every_months: input.every_months ?? 1,
    embargo_months: 2,
    warm_up_from,
    sales: { rows: input.table.n, tested: rows.length, with_previous_sale: repeats.length },
    indices: input.published.map((index) => index.area),
    parameters,
    cascade: {
      hit_rate_pct: share(valued.length),
      result: of('cascade', valued, (row) => row.cascade),
      breakdowns: broken(valued, (row) => row.cascade, ['method', 'property_type', 'tenure', 'year']),
    },
    repeat_sales: {
      result: of('last_sold_growth', repeats, (row) => row.repeat),
      baselines: baselines(repeats),
      breakdowns: broken(repeats, (row) => row.repeat, [
        'property_type',
        'tenure',
        'years_held',
        'last_sale',
        'year',
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
    no_history: { result: of('cascade', first, (row) => row.cascade), baselines: baselines(first) },
    error_pct: valued.map((row) => Number((100 * (row.cascade!.value / row.cascade!.price - 1)).toFixed(1))),
  };
}

function breakdown(
  by: string,
  rows: readonly Row[],
  tag: (row: Row) => string,
  pick: (row: Row) => Scored | null,
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

function decileOf(rows: readonly Row[], pick: (row: Row) => Scored | null): (row: Row) => string {
  const prices = rows.flatMap((row) => pick(row)?.price ?? []).sort((a, b) => a - b);
  const ends = Array.from({ length: 9 }, (_, i) => prices[Math.floor(((i + 1) * prices.length) / 10)] ?? 0);
  return (row) => String(1 + ends.filter((end) => (pick(row)?.price ?? 0) >= end).length);
}
