import { count, money, shortMoney, words } from '../lib/words.ts';
import { AreaMap } from './area-map.tsx';
import { Chart } from './chart.tsx';

export interface AuthorityFacts {
  kind: 'authority';
  name: string;
  centre: { lat: number; lng: number } | null;
  outcodes: { outcode: string; postcodes: number; median: number | null; n: number | null }[];
  index: {
    month: string;
    property_type: string;
    average_price: number | null;
    sales_volume: number | null;
  }[];
}

const TYPES = ['detached', 'semi_detached', 'terraced', 'flat'];

/** A local authority: the published index by kind, and its outcodes, each with a page of its own. */
export function Authority({ code, facts }: { code: string; facts: AuthorityFacts }) {
  document.title = `${facts.name} – Domesday`;
  const days = [...new Set(facts.index.map((row) => row.month))];
  const at = new Map(facts.index.map((row) => [`${row.property_type} ${row.month}`, row]));
  const lines = TYPES.map((type) => ({
    name: words(type),
    values: days.map((day) => at.get(`${type} ${day}`)?.average_price ?? null),
  })).filter((line) => line.values.some((value) => value !== null));
  return (
    <>
      <header class="stack-2">
        <h1>{facts.name}</h1>
        <p class="muted">Local authority {code}</p>
      </header>
      <section class="section" aria-labelledby="index">
        <header>
          <h2 id="index">Average price by kind</h2>
          <span class="muted">UK House Price Index</span>
        </header>
        {lines.length > 0 ? (
          <Chart
            title="Average price, pounds"
            unit="£"
            days={days}
            lines={lines}
            tick={shortMoney}
            full={money}
            zero
          />
        ) : (
          <p class="note">
            No index of this authority is loaded. <code>npm run domesday -- load uk-hpi &lt;file&gt;</code>{' '}
            loads it; Scotland's is part of the same file.
          </p>
        )}
        {facts.index.some((row) => row.sales_volume !== null) && (
          <Chart
            title="Registered sales a month"
            unit="sales"
            days={days}
            lines={[{ name: 'Sales', values: days.map((day) => at.get(`all ${day}`)?.sales_volume ?? null) }]}
            tick={count}
            full={count}
            height={180}
            bars
            zero
          />
        )}
      </section>
      <section class="section" aria-labelledby="outcodes">
        <header>
          <h2 id="outcodes">Its outcodes</h2>
          <span class="muted">prices are medians of the last two years</span>
        </header>
        <div class="two">
          <AreaMap centre={facts.centre} zoom={10} />
          <table>
            <thead>
              <tr>
                <th scope="col">Outcode</th>
                <th scope="col" class="figure">
                  Postcodes
                </th>
                <th scope="col" class="figure">
                  Median
                </th>
                <th scope="col" class="figure">
                  Sales
                </th>
              </tr>
            </thead>
            <tbody>
              {facts.outcodes.map((row) => (
                <tr key={row.outcode}>
                  <td>
                    <a href={`/areas/${row.outcode}`}>{row.outcode}</a>
                  </td>
                  <td class="figure">{count(row.postcodes)}</td>
                  <td class="figure">{row.median === null ? 'too few' : money(row.median)}</td>
                  <td class="figure">{row.n === null ? '–' : count(row.n)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </>
  );
}
