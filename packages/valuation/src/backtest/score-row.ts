import { monthTime, yearsBetween } from '../dates.ts';
import { estimateHome } from '../estimate-home.ts';
import type { PublishedIndex } from '../fit/area-model.ts';
import type { Window } from '../fit/walk-forward.ts';
import { type HomeCases, uncertain } from '../known-home.ts';
import type { SalesTable } from '../sales-table.ts';
import { holdBin } from '../settings.ts';
import type { Method, SaleEstimate } from '../types.ts';
import { lastPriceByIndex, nearestSeven, pricePerSqm } from './baselines.ts';
import { refuseLeaks } from './guard.ts';
import type { Scored } from './metrics.ts';

/** The best evidence known of a home on the day: own sales, else a floor area, else neither. */
export type Known = 'own sales' | 'floor area, no sale' | 'neither';

/** One tested sale. `tags` are only for the report; no estimate uses them. */
export interface ScoredRow {
  tags: Record<string, string>;
  known: Known;
  estimate: SaleEstimate | null;
  cascade: Scored | null;
  /** The value with the type of the tested sale given, if a request would have had to infer the type. */
  true_type: Scored | null;
  forced: Record<Method, Scored | null>;
  baselines: Record<string, Scored | null>;
}

export const METHODS: readonly Method[] = ['last_sold_growth', 'sqft_estimate', 'comparables'];
const HOLDS = ['0-1', '1-2', '2-4', '4-8', '8-14', '14+'];
const AGES = [2, 4, 8, 12];
/** Lower ends of the bins of counts in the report: of own sales, and of sales in the closest surroundings. */
const OWN_COUNTS = [1, 2, 3];
const NEARBY_COUNTS = [0, 1, 5, 10, 20];

export function scoreRow(
  table: SalesTable,
  window: Window,
  row: number,
  published: readonly PublishedIndex[],
): ScoredRow {
  const sale = table.rows[row]!;
  const home = window.witness(row);
  for (const { evidence } of home.cases) {
    refuseLeaks(evidence, {
      as_of: window.as_of,
      known_before: window.model.known_before,
      transaction_id: sale.transaction_id,
      floor_area_lodged_on: sale.floor_area_lodged_on ?? null,
    });
  }
  const plain = (value: number | null): Scored | null =>
    value === null
      ? null
      : { value, price: sale.price, low: null, high: null, fsd: null, cluster: sale.postcode };
  const score = (estimate: SaleEstimate | undefined): Scored | null =>
    estimate
      ? {
          value: estimate.value,
          price: sale.price,
          low: estimate.interval_80.low,
          high: estimate.interval_80.high,
          fsd: estimate.fsd,
          cluster: sale.postcode,
        }
      : null;
  const cascade = estimateHome(home)?.estimate;
  const { property_type } = sale;
  const certain = !uncertain(home);
  const likeliest = home.cases[0]?.evidence;
  const baselines: Record<string, Scored | null> = {
    '7 nearest sales': plain(likeliest ? nearestSeven(likeliest) : null),
    'price per square metre': plain(likeliest ? pricePerSqm(likeliest) : null),
  };
  for (const index of published) {
    const baseline = lastPriceByIndex(index, window.model.known_before);
    baselines[`last price x ${index.area} index`] = plain(likeliest ? baseline(likeliest) : null);
  }
  return {
    tags: tagsOf(home, cascade, sale, window.model.known_before),
    known:
      cascade?.method === 'last_sold_growth'
        ? 'own sales'
        : home.floor_area_source
          ? 'floor area, no sale'
          : 'neither',
    estimate: cascade ?? null,
    cascade: score(cascade),
    true_type: score(certain ? cascade : estimateHome(window.witness(row, { property_type }))?.estimate),
    forced: Object.fromEntries(
      METHODS.map((method) => [method, score(estimateHome(home, method)?.estimate)]),
    ) as Record<Method, Scored | null>,
    baselines,
  };
}

function tagsOf(
  home: HomeCases,
  estimate: SaleEstimate | undefined,
  sale: SalesTable['rows'][number],
  known_before: string,
): Record<string, string> {
  const { belief, cases } = home;
  const likeliest = cases[0]?.evidence;
  const own = (likeliest?.past_sales ?? []).filter((one) => one.category === 'standard');
  const last = own.at(-1);
  const age = monthTime(sale.date) - monthTime(known_before);
  return {
    property_type: sale.property_type,
    tenure: sale.tenure ?? 'unknown',
    years_held: last ? HOLDS[holdBin(yearsBetween(last.date, sale.date))]! : 'no previous sale',
    last_sale: last ? (last.new_build ? 'new build' : 'resale') : 'none',
    method: estimate?.method ?? 'none',
    year: sale.date.slice(0, 4),
    data_age_months: between(AGES, age),
    own_sales_known: counted(OWN_COUNTS, own.length),
    sales_nearby: counted(NEARBY_COUNTS, likeliest?.location?.n ?? 0),
    confidence: estimate?.confidence ?? 'none',
    type_from: belief.source,
    type_right: !uncertain(home)
      ? belief.source
      : belief.types[0]?.property_type === sale.property_type
        ? 'inferred, right'
        : 'inferred, wrong',
  };
}

function between(ends: readonly number[], value: number): string {
  const bin = ends.findIndex((end) => value < end);
  return bin < 0 ? `${ends.at(-1)}+` : `${ends[bin - 1] ?? 0}-${ends[bin]}`;
}

/** The name of the bin of a count, given the lower end of each bin; the last bin is open. */
function counted(least: readonly number[], count: number): string {
  const bin = least.findLastIndex((one) => count >= one);
  const [from, next] = [least[bin] ?? 0, least[bin + 1]];
  if (next === undefined) return `${from}+`;
  return next - 1 === from ? String(from) : `${from}-${next - 1}`;
}
