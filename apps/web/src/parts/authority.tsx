import { portal, Refusal } from '../lib/api.ts';
import { operatorCommand } from '../lib/operator-command.ts';
import { useAnswer } from '../lib/use-answer.ts';
import { count, money, shortMoney, words } from '../lib/words.ts';
import { AreaMap } from './area-map.tsx';
import { Profile } from './area-profile.tsx';
import { AreaRents } from './area-rents.tsx';
import { Chart } from './chart.tsx';
import { Comparison } from './comparison.tsx';
import { Gap, Waiting } from './priced-section.tsx';

export interface AuthorityFacts {
  kind: 'authority';
  /** Whether a build has computed the prices of outcodes. */
  priced: boolean;
  name: string;
  centre: { lat: number; lng: number } | null;
  bounds: [lng: number, lat: number][] | null;
  outcodes: { outcode: string; postcodes: number; median: number | null; n: number | null }[];
  index: {
    month: string;
    property_type: string;
    average_price: number | null;
    sales_volume: number | null;
  }[];
}

const AUTHORITY = /^[EWS]\d{8}$/;
const TYPES = ['detached', 'semi_detached', 'terraced', 'flat'];

/** A local authority: the published index by kind of home, and links to the pages of its outcodes. */
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
            No index of this authority is loaded. <code>{operatorCommand('load uk-hpi <file>')}</code> loads
            it; Scotland's is part of the same file.
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
      <Comparison
        code={code}
        of={{
          what: 'authority',
          example: `the code of an authority, such as ${code}`,
          pattern: AUTHORITY,
          draw: (codes) => <ComparedAuthorities codes={codes} />,
        }}
      />
      <section class="section" aria-labelledby="outcodes">
        <header>
          <h2 id="outcodes">Its outcodes</h2>
          <span class="muted">
            {code.startsWith('S')
              ? 'sale prices are not open data in Scotland'
              : !facts.priced
                ? 'no prices are built'
                : 'price: mean of the medians of its sectors, two years to the newest loaded sale, weighed by their sales'}
          </span>
        </header>
        <div class="two">
          <AreaMap centre={facts.centre} bounds={facts.bounds} />
          <table hidden={facts.outcodes.length === 0}>
            <thead>
              <tr>
                <th scope="col">Outcode</th>
                <th scope="col" class="figure">
                  Postcodes
                </th>
                <th scope="col" class="figure">
                  Price
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
                  <td class="figure">
                    {row.median === null
                      ? code.startsWith('S')
                        ? 'not open'
                        : facts.priced
                          ? 'too few'
                          : '–'
                      : money(row.median)}
                  </td>
                  <td class="figure">{row.n === null ? '–' : count(row.n)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <AreaRents of={{ authority: code }} />
      <Profile of={{ authority: code }} />
    </>
  );
}

/** The average price of several authorities by the published index. */
function ComparedAuthorities({ codes }: { codes: string[] }) {
  const answers = useAnswer(codes.join(), () =>
    Promise.all(
      codes.map((code) =>
        portal<AuthorityFacts>(`/areas/${code}`).then(
          (facts) => ({ code, facts }),
          (error) => {
            // Only a 404 means that there is no index.
            if (!(error instanceof Refusal && error.status === 404)) throw error;
            return { code, facts: null };
          },
        ),
      ),
    ),
  );
  if (answers.state === 'refused') return <Gap {...answers} />;
  if (answers.state === 'waiting') return <Waiting height={[344, 386]} />;
  const averages = answers.value.map(({ code, facts }) => ({
    name: facts?.name ?? code,
    by_day: new Map(
      (facts?.index ?? [])
        .filter((row) => row.property_type === 'all' && row.average_price !== null)
        .map((row) => [row.month, row.average_price!]),
    ),
  }));
  const days = [...new Set(averages.flatMap(({ by_day }) => [...by_day.keys()]))].sort();
  const known = averages.filter(({ by_day }) => by_day.size > 0);
  const unknown = averages.filter(({ by_day }) => by_day.size === 0);
  return (
    <div class="stack-2" aria-busy={answers.busy}>
      {known.length > 0 && (
        <Chart
          title="Average price, all kinds, UK House Price Index"
          unit="£"
          days={days}
          lines={known.map(({ name, by_day }) => ({
            name,
            values: days.map((day) => by_day.get(day) ?? null),
          }))}
          tick={shortMoney}
          full={money}
          zero
        />
      )}
      {unknown.length > 0 && (
        <p class="small muted">No loaded index has {unknown.map(({ name }) => name).join(', ')}.</p>
      )}
    </div>
  );
}
