import type { Schema } from '@domesday/contract';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ask, priceOf, Refusal } from '../lib/api.ts';
import { type Cautioned, reasonIn } from '../lib/reason-in.ts';
import { session } from '../lib/session.ts';
import { useAnswer } from '../lib/use-answer.ts';
import { count, credits, money, numbered, percent, shortMoney, words } from '../lib/words.ts';
import { Chart } from './chart.tsx';
import { Gap, PricedSection, Waiting } from './priced-section.tsx';

type Market = Schema<'MarketPrices'>;

const MONTHS = 60;
const TYPES = ['detached', 'semi_detached', 'terraced', 'flat'] as const;

/** Prices of the last year by type, and the number of sales by month. */
export function AreaPrices({ place }: { place: string }) {
  return (
    <PricedSection
      id="prices"
      title="Prices"
      operation="prices.market"
      path={`/prices/market?${place}&history_months=${MONTHS}`}
      atOnce
      height={[356, 767]}
    >
      {(market) => (
        <>
          <dl class="figures">
            <Figure
              name="Median price"
              field="price.median"
              answer={market}
              value={market.price.median}
              show={money}
              small={numbered(market.price.n, 'sale')}
            />
            <Figure
              name="Middle half"
              field="price.p25"
              answer={market}
              value={market.price.p25}
              show={shortMoney}
              small={`to ${market.price.p75 === null ? '–' : shortMoney(market.price.p75)}`}
            />
            <Figure
              name="Per square foot"
              field="price_per_sqft"
              answer={market}
              value={market.price_per_sqft?.median ?? null}
              show={money}
              small={`${count(market.price_per_sqft?.n ?? 0)} with a floor area`}
            />
            <Figure
              name="Growth, one year"
              field="growth_pct.y1"
              answer={market}
              value={market.growth_pct.y1}
              show={percent}
              small={market.growth_pct.area ? `index of ${market.growth_pct.area}` : 'no index'}
            />
            <Figure
              name="Growth, five years"
              field="growth_pct.y5"
              answer={market}
              value={market.growth_pct.y5}
              show={percent}
            />
            <Figure
              name="Sales"
              field="sales_count"
              answer={market}
              value={market.sales_count}
              show={count}
              small={`${count(market.sales_count_prior)} in the same days before`}
            />
          </dl>
          <div class="two">
            <Chart
              title="Registered sales a month; the newest three are still coming in"
              unit="sales"
              days={daysOf(market)}
              lines={[{ name: 'Sales', values: market.history.map((month) => month.n) }]}
              tick={count}
              full={count}
              height={220}
              bars
              zero
            />
            <ByType market={market} />
          </div>
        </>
      )}
    </PricedSection>
  );
}

function ByType({ market }: { market: Market }) {
  return (
    <table>
      <caption>By kind of dwelling, last twelve months</caption>
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col" class="figure">
            Median
          </th>
          <th scope="col" class="figure">
            £ per sq ft
          </th>
          <th scope="col" class="figure">
            Sales
          </th>
        </tr>
      </thead>
      <tbody>
        {market.by_property_type.map((row) => (
          <tr key={row.property_type}>
            <td>{words(row.property_type)}</td>
            <td class="figure">{row.price.median === null ? 'too few' : money(row.price.median)}</td>
            <td class="figure">
              {row.price_per_sqft?.median == null ? '–' : count(row.price_per_sqft.median)}
            </td>
            <td class="figure">{count(row.price.n)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Median price of each type over five years, with the number of sales behind each line. */
export function PricesByType({ place }: { place: string }) {
  const path = (type: string): string =>
    `/prices/market?${place}&property_type=${type}&history_months=${MONTHS}&widen=false`;
  return (
    <Many
      id="by-type"
      title="Median price by kind over time"
      ask={TYPES.map((type) => ({ name: words(type), path: path(type) }))}
      none="No kind of dwelling has enough sales here for a line."
    />
  );
}

/** The median price of several areas in one chart. */
export function Compared({ codes }: { codes: string[] }) {
  return (
    <Many
      id="compared"
      ask={codes.map((code) => ({
        name: code,
        path: `/prices/market?outcode=${code}&history_months=${MONTHS}`,
      }))}
      none="None of these areas has enough sales for a line."
    />
  );
}

interface ManyGiven {
  id: string;
  title?: string;
  ask: { name: string; path: string }[];
  none: string;
}

/**
 * Several calls of one operation for one chart. With a live key their total price is shown first, and the price of each
 * call added later.
 */
function Many({ id, title, ask: wanted, none }: ManyGiven) {
  const [agreed, setAgreed] = useState<string[]>([]);
  const free = session.get()?.key?.mode === 'test';
  const shown = wanted.filter(({ path }) => free || agreed.includes(path));
  const left = wanted.filter((one) => !shown.includes(one));
  const key = shown.length > 0 ? shown.map(({ path }) => path).join() : null;
  const answers = useAnswer(key, () => Promise.all(shown.map(answerOf)));
  const body = (
    <>
      {key === null ? null : answers.state === 'waiting' ? (
        <Waiting height={[344, 386]} />
      ) : answers.state === 'refused' ? (
        <Gap {...answers} />
      ) : (
        <div class="stack-2" aria-busy={answers.busy}>
          <Lines answers={answers.value} none={none} />
        </div>
      )}
      {left.length > 0 && (
        <p>
          <button type="button" class="plain" onClick={() => setAgreed(wanted.map(({ path }) => path))}>
            Show {shown.length > 0 && `${left.map(({ name }) => name).join(', ')} `}for at most{' '}
            {credits(left.length * priceOf('prices.market'))}
          </button>
        </p>
      )}
    </>
  );
  if (!title) return body;
  return (
    <section class="section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {body}
    </section>
  );
}

interface Line {
  name: string;
  /** Null if there is no answer, for the reason in `why`; too few sales need no explanation. */
  market: Market | null;
  why: string | null;
}

/** Only a 404 means that there is no line; any other refusal is thrown, since it says nothing about the sales. */
async function answerOf({ name, path }: ManyGiven['ask'][number]): Promise<Line> {
  try {
    return { name, market: await ask('prices.market', path), why: null };
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 404)) throw error;
    return { name, market: null, why: error.code === 'insufficient_data' ? null : error.message };
  }
}

function Lines({ answers, none }: { answers: Line[]; none: string }): ComponentChildren {
  const known = answers.flatMap(({ name, market }) =>
    market?.history.some((month) => month.median !== null) ? [{ name, market }] : [],
  );
  const left = answers.filter(({ name }) => !known.some((one) => one.name === name));
  const few = left.filter(({ why }) => why === null);
  const reasons = [...new Set(left.flatMap(({ why }) => why ?? []))].map((why) => (
    <p class={known.length > 0 ? 'small muted' : 'note'} key={why}>
      No line for {namesOf(left.filter((one) => one.why === why))}: {why}
    </p>
  ));
  if (known.length === 0) return reasons.length > 0 ? reasons : <p class="note">{none}</p>;
  const days = [...new Set(known.flatMap(({ market }) => daysOf(market)))].sort();
  const lines = known.map(({ name, market }) => {
    const medians = new Map(market.history.map((month) => [`${month.month}-01`, month.median]));
    const sales = market.history.reduce((sum, month) => sum + month.n, 0);
    const { geography } = market.meta;
    return {
      name: `${geography?.widened ? `${geography.used} instead of ${name}` : name}, ${numbered(sales, 'sale')}`,
      values: days.map((day) => medians.get(day) ?? null),
    };
  });
  return (
    <>
      <Chart
        title="Median price, months of five sales or more"
        unit="£"
        days={days}
        lines={lines}
        tick={shortMoney}
        full={money}
        zero
      />
      {few.length > 0 && <p class="small muted">Too few sales for a line: {namesOf(few)}.</p>}
      {reasons}
    </>
  );
}

const namesOf = (lines: Line[]): string => lines.map(({ name }) => name).join(', ');
const daysOf = (market: Market): string[] => market.history.map((month) => `${month.month}-01`);

interface FigureGiven {
  name: string;
  value: number | null;
  show: (value: number) => string;
  small?: string;
  /** Name of the value in the answer; a warning for this name gives the reason for a null. */
  field: string;
  answer: Cautioned;
}

export function Figure({ name, value, show, small, field, answer }: FigureGiven) {
  const beside = (value === null && reasonIn(answer, field)) || small;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value === null ? '–' : show(value)}
        {beside && <small>{beside}</small>}
      </dd>
    </div>
  );
}
