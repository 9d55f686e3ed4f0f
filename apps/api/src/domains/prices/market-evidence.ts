import type { Context } from '../../http/handler.ts';
import type { Place } from '../../location/place.ts';
import { monthsBefore } from '../../statistics/dates.ts';
import { medianOf } from '../../statistics/quantiles.ts';
import { type DatedSale, isPacked, packedSales } from './packed.ts';
import {
  countSales,
  type MonthRow,
  monthlyPrices,
  type PricedSale,
  pricedSales,
  type SalesFilter,
  sought,
} from './sales.query.ts';

interface Window {
  from: string;
  to: string;
}

/**
 * The periods of a market answer: the current one, as many days before it, the same one a year ago, and the months of
 * the history.
 */
export interface Windows {
  now: Window;
  prior: Window;
  year_ago: Window;
  /** Null if no history is asked for. */
  history: Window | null;
}

export function windowsOf(today: string, months: number, history_months: number): Windows {
  const from = monthsBefore(today, months);
  const prior = { from: daysBefore(from, 1 + daysBetween(from, today)), to: daysBefore(from, 1) };
  const year_ago = months === 12 ? prior : { from: monthsBefore(from, 12), to: monthsBefore(today, 12) };
  const first = monthsBefore(`${today.slice(0, 7)}-01`, history_months - 1);
  return {
    now: { from, to: today },
    prior,
    year_ago,
    history: history_months === 0 ? null : { from: first, to: today },
  };
}

export interface MarketEvidence {
  sales: PricedSale[];
  /** Further figures, read only if they were not read with the sales. */
  rest(): Promise<{ prior: number; odd: number; prices_year_ago: number[]; by_month: MonthRow[] }>;
}

/** The sales of an area in the requested periods: one read of the packed sales, else of the sales table. */
export async function evidenceOf(
  context: Context,
  area: Place,
  filter: SalesFilter,
  windows: Windows,
): Promise<MarketEvidence> {
  const { now, prior, year_ago, history } = windows;
  if (isPacked(context, area)) {
    const from = [now, prior, year_ago, history ?? now].map((window) => window.from).sort()[0]!;
    const odd: DatedSale[] = [];
    const all = await packedSales(context, area, filter, from, now.to, odd);
    const within = (window: Window) => all.filter(({ date }) => date >= window.from && date <= window.to);
    const sales = within(now);
    return {
      sales,
      rest: async () => ({
        prior: within(prior).length,
        odd: odd.filter(({ date }) => date >= now.from).length,
        prices_year_ago: within(year_ago).map((sale) => sale.price),
        by_month: history ? monthsOf(within(history)) : [],
      }),
    };
  }
  const { db } = context;
  return {
    sales: await pricedSales.rows(db, area, sought(filter, now.from, now.to)),
    rest: async () => {
      const [count, odd, then, by_month] = await Promise.all([
        countSales.one(db, area, sought(filter, prior.from, prior.to)),
        countSales.one(db, area, sought(filter, now.from, now.to, true)),
        pricedSales.rows(db, area, sought(filter, year_ago.from, year_ago.to)),
        history ? monthlyPrices.rows(db, area, sought(filter, history.from, history.to)) : [],
      ]);
      return { prior: count.n, odd: odd.n, prices_year_ago: then.map((sale) => sale.price), by_month };
    },
  };
}

function monthsOf(sales: readonly DatedSale[]): MonthRow[] {
  const prices = new Map<string, number[]>();
  for (const { date, price } of sales) {
    const month = date.slice(0, 7);
    const list = prices.get(month);
    if (list) list.push(price);
    else prices.set(month, [price]);
  }
  return [...prices].map(([month, list]) => ({ month, n: list.length, median: medianOf(list) }));
}

const DAY_MS = 86_400_000;

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}
