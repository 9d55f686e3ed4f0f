import { useState } from 'preact/hooks';
import { headersOfSession, portal, Refusal, toldOf } from '../lib/api.ts';
import { bodyOf, byProxy, whole } from '../lib/body-of.ts';
import { fetchInTime } from '../lib/deadline.ts';
import { useAnswer } from '../lib/use-answer.ts';
import { count } from '../lib/words.ts';
import { Chart } from './chart.tsx';
import { Gap, Waiting } from './priced-section.tsx';

interface Row {
  day: string;
  operation: string;
  calls: number;
  credits: number;
  would_be_credits: number;
  errors: number;
}

interface Used {
  /** First and last day, by the clock of the server. */
  from: string;
  to: string;
  rows: Row[];
}

const DAY_MS = 86_400_000;
const KEPT_MS = 600_000;

function daysOf({ from, to }: Used): string[] {
  const first_ms = Date.parse(from);
  return Array.from({ length: (Date.parse(to) - first_ms) / DAY_MS + 1 }, (_, i) =>
    new Date(first_ms + i * DAY_MS).toISOString().slice(0, 10),
  );
}

/** Usage by day and operation, as a chart and as a download. */
export function Usage({ test }: { test: boolean }) {
  const [days, setDays] = useState(30);
  const [said, setSaid] = useState('');
  const usage = useAnswer(`${days}`, () => portal<Used>(`/usage?days=${days}`));
  const used = usage.state === 'answered' ? usage.value : null;
  return (
    <section class="section" aria-labelledby="usage">
      <header>
        <h2 id="usage">Usage</h2>
        <label class="period">
          <span class="hidden">Period</span>
          <select value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
            <option value={7}>7 days</option>
            <option value={30}>30 days</option>
            <option value={90}>90 days</option>
          </select>
        </label>
        <button
          type="button"
          class="plain"
          disabled={!used}
          onClick={() =>
            save(used!).then(
              () => setSaid(''),
              (error) => setSaid(toldOf(error)),
            )
          }
        >
          Save as CSV
        </button>
        <span class="small" role="alert">
          {said}
        </span>
      </header>
      {usage.state === 'waiting' && <Waiting height={[560, 900]} />}
      {usage.state === 'refused' && <Gap {...usage} />}
      {used && (
        <div class="stack" aria-busy={usage.state === 'answered' && usage.busy}>
          <Drawn used={used} test={test} />
        </div>
      )}
    </section>
  );
}

function Drawn({ used, test }: { used: Used; test: boolean }) {
  const { rows } = used;
  if (rows.length === 0)
    return (
      <p class="note">
        No calls in this period. The <a href="/docs/guides/first-call">first call</a> takes three minutes.
      </p>
    );
  const all = daysOf(used);
  const sum = (of: Row[], field: 'calls' | 'credits' | 'would_be_credits' | 'errors'): number =>
    of.reduce((total, row) => total + row[field], 0);
  const on = (at: string): Row[] => rows.filter((row) => row.day === at);
  const price = test ? 'would_be_credits' : 'credits';
  const operations = [...new Set(rows.map((row) => row.operation))].sort(
    (a, b) =>
      sum(
        rows.filter((r) => r.operation === b),
        'calls',
      ) -
      sum(
        rows.filter((r) => r.operation === a),
        'calls',
      ),
  );
  const most = Math.max(
    ...operations.map((operation) =>
      sum(
        rows.filter((r) => r.operation === operation),
        'calls',
      ),
    ),
  );
  return (
    <>
      <div class="two">
        <Chart
          title="Calls a day"
          unit="calls"
          days={all}
          lines={[{ name: 'Calls', values: all.map((at) => sum(on(at), 'calls')) }]}
          tick={count}
          full={count}
          height={200}
          bars
          zero
        />
        <Chart
          title={test ? 'Credits a day, had the key been live' : 'Credits a day'}
          unit="credits"
          days={all}
          lines={[{ name: 'Credits', values: all.map((at) => sum(on(at), price)) }]}
          tick={count}
          full={count}
          height={200}
          bars
          zero
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
      <div class="scroll" tabIndex={0}>
        <table>
          <caption>By operation</caption>
          <thead>
            <tr>
              <th scope="col">Operation</th>
              <th scope="col" class="figure">
                Calls
              </th>
              <th scope="col">
                <span class="hidden">Share of calls</span>
              </th>
              <th scope="col" class="figure">
                Credits
              </th>
              {test && (
                <th scope="col" class="figure">
                  Had it been live
                </th>
              )}
              <th scope="col" class="figure">
                Refused or failed
              </th>
            </tr>
          </thead>
          <tbody>
            {operations.map((operation) => {
              const of = rows.filter((row) => row.operation === operation);
              return (
                <tr key={operation}>
                  <td>
                    <a href={`/docs/reference/${operation}`}>{operation}</a>
                  </td>
                  <td class="figure">{count(sum(of, 'calls'))}</td>
                  <td class="share">
                    <meter min={0} max={most} value={sum(of, 'calls')} aria-label={`${operation}, calls`} />
                  </td>
                  <td class="figure">{count(sum(of, 'credits'))}</td>
                  {test && <td class="figure">{count(sum(of, 'would_be_credits'))}</td>}
                  <td class="figure">{count(sum(of, 'errors'))}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** The period that is shown. */
async function save({ from, to }: Used): Promise<void> {
  const path = `/portal/usage?from=${from}&to=${to}&format=csv`;
  const response = await fetchInTime(path, { headers: await headersOfSession() });
  if (!response.ok) throw new Refusal(response.status, (await bodyOf(response)).error);
  if (!response.headers.get('content-type')?.includes('csv')) throw byProxy(response);
  const text = await whole(response.text());
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = `usage-${from}-to-${to}.csv`;
  link.click();
  // A browser that asks where to save it reads it only then.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
