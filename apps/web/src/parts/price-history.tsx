import type { Schema } from '@domesday/contract';
import type { Line } from '../lib/line.ts';
import { day, LEFT_OUT, money, shortMoney, words } from '../lib/words.ts';
import { Chart } from './chart.tsx';
import { reasonOf } from './record.tsx';

/** The home's own sales, and the newest sale that counts for values, carried over time by the area's index. */
export function PriceHistory({ market, home }: { market: Schema<'MarketPrices'>; home: Schema<'Property'> }) {
  const sales = home.transactions ?? [];
  const months = market.history.map((month) => `${month.month}-01`);
  const sold = sales.map((sale) => sale.date);
  // Two sales on one day, such as a home and its garage, are two dots.
  const days = [...months.filter((month) => !sold.includes(month)), ...sold].sort();
  const index = new Map(market.history.map((month) => [`${month.month}-01`, month.index]));
  const counted = sales.filter((sale) => sale.left_out == null && sale.category === 'standard');
  const anchor = counted.find((sale) => index.get(`${sale.date.slice(0, 7)}-01`) != null);
  const lines: Line[] = [];
  if (anchor) {
    const base = index.get(`${anchor.date.slice(0, 7)}-01`)!;
    lines.push({
      name: `Sale of ${anchor.date.slice(0, 4)} carried by the index`,
      values: days.map((at) => {
        const value = index.get(at);
        return value == null ? value : Math.round((anchor.price * value) / base);
      }),
    });
  }
  if (sales.length > 0) {
    const left = [...sales];
    const next = (at: string): number | null => {
      const found = left.findIndex((sale) => sale.date === at);
      return found === -1 ? null : left.splice(found, 1)[0]!.price;
    };
    lines.push({ name: 'Sales of this home', dots: true, values: days.map(next) });
  }
  const medians = new Map(market.history.map((month) => [`${month.month}-01`, month.median]));
  if (market.history.some((month) => month.median !== null))
    lines.push({
      name: 'Median of the area',
      dashed: true,
      values: days.map((at) => medians.get(at)),
    });
  return (
    <>
      {lines.length > 0 && (
        <Chart title="Price, pounds" unit="£" days={days} lines={lines} tick={shortMoney} full={money} zero />
      )}
      {sales.length === 0 && <p class="note">{reasonOf(home, 'last_sold_price')}</p>}
    </>
  );
}

/** A table of the home's sales, shown even if its area has too few sales for a chart. */
export function RegisteredSales({ sales }: { sales: Schema<'Sale'>[] }) {
  if (sales.length === 0) return null;
  return (
    <table class="narrow">
      <caption>Registered sales</caption>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col" class="figure">
            Price
          </th>
          <th scope="col">Tenure</th>
          <th scope="col">Category</th>
        </tr>
      </thead>
      <tbody>
        {sales.map((sale) => (
          <tr key={sale.transaction_id}>
            <td>{day(sale.date)}</td>
            <td class="figure">{money(sale.price)}</td>
            <td>{sale.tenure ?? '–'}</td>
            <td>
              {words(sale.category)}
              {sale.new_build ? ', new build' : ''}
              {sale.left_out ? `, not counted: ${LEFT_OUT[sale.left_out] ?? words(sale.left_out)}` : ''}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
