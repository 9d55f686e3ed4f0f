import type { SaleColumns } from '@domesday/builds/packed-sales/records';
import type { Context } from '../../http/handler.ts';
import type { Place } from '../../location/place.ts';
import { addDays, daysBetween, monthsBefore, type Period } from '../../statistics/dates.ts';
import { medianOf } from '../../statistics/quantiles.ts';
import { isPacked, packedSales } from './packed.ts';
import { columnsOf, countWithin, dayOf, pricesWithin, soldWithin } from './sale-columns.ts';
import {
  countSales,
  type MonthRow,
  monthlyPrices,
  pricedSales,
  type SalesFilter,
  saleFilter,
} from './sales.query.ts';

/**
 * The periods of a market answer: the current one, the one before with as many known days, the same one a year ago, and
 * the months of the history.
 */
export interface Windows {
  now: Period;
  prior: Period;
  year_ago: Period;
  /** Null if no history is asked for. */
  history: Period | null;
}

/**
 * `newest_sale` is the day of the newest loaded sale. Days after it are unknown, so the prior period leaves out as many
 * days.
 */
export function windowsOf(
  today: string,
  newest_sale: string,
  months: number,
  history_months: number,
): Windows {
  const from = monthsBefore(today, months);
  const before = { from: addDays(from, -1 - daysBetween(from, today)), to: addDays(from, -1) };
  const unknown_days = Math.max(0, daysBetween(newest_sale, today));
  const prior = { from: before.from, to: addDays(before.to, -unknown_days) };
  const year_ago = months === 12 ? before : { from: monthsBefore(from, 12), to: monthsBefore(today, 12) };
  const first = monthsBefore(`${today.slice(0, 7)}-01`, history_months - 1);
  return {
    now: { from, to: today },
    prior,
    year_ago,
    history: history_months === 0 ? null : { from: first, to: today },
  };
}

interface MarketEvidence {
  sales: SaleColumns;
  /** Further figures; reads them only if the sales were not packed. */
  rest(): Promise<{ prior: number; odd: number; prices_year_ago: ArrayLike<number>; by_month: MonthRow[] }>;
}

/** The sales of an area in the requested periods: one read of the packed sales, or else of the sales table. */
export async function evidenceOf(
  context: Context,
  area: Place,
  filter: SalesFilter,
  windows: Windows,
): Promise<MarketEvidence> {
  const { now, prior, year_ago, history } = windows;
  if (isPacked(context, area)) {
    const from = [now, prior, year_ago, history ?? now].map((window) => window.from).sort()[0]!;
    const { sales, odd_days } = await packedSales(context, area, filter, { from, to: now.to });
    const first = dayOf(now.from);
    return {
      sales: soldWithin(sales, now),
      rest: async () => ({
        prior: countWithin(sales, prior),
        odd: odd_days.filter((day) => day >= first).length,
        prices_year_ago: pricesWithin(sales, year_ago),
        by_month: history ? monthsOf(soldWithin(sales, history)) : [],
      }),
    };
  }
  const { db } = context;
  return {
    sales: columnsOf(await pricedSales.rows(db, area, saleFilter(filter, now))),
    rest: async () => {
      const [count, odd, then, by_month] = await Promise.all([
        countSales.one(db, area, saleFilter(filter, prior)),
        countSales.one(db, area, saleFilter(filter, now, true)),
        pricedSales.rows(db, area, saleFilter(filter, year_ago)),
        history ? monthlyPrices.rows(db, area, saleFilter(filter, history)) : [],
      ]);
      return { prior: count.n, odd: odd.n, prices_year_ago: then.map((sale) => sale.price), by_month };
    },
  };
}

/** Number and median price of the sales of each month. Sales of one month need not stand next to each other. */
function monthsOf({ prices, days }: SaleColumns): MonthRow[] {
  const lists = new Map<number, number[]>();
  let month = -1;
  let list: number[] = [];
  for (let i = 0; i < days.length; i++) {
    const sold = Math.floor(days[i]! / 100);
    if (sold !== month) {
      month = sold;
      list = lists.get(month) ?? [];
      lists.set(month, list);
    }
    list.push(prices[i]!);
  }
  return [...lists].map(([month, list]) => {
    const digits = String(month);
    return { month: `${digits.slice(0, 4)}-${digits.slice(4)}`, n: list.length, median: medianOf(list) };
  });
}
