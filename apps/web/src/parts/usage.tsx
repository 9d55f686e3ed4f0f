import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { headersOfSession, portal, Refusal, toldOf } from '../lib/api.ts';
import { bodyOf, byProxy, whole } from '../lib/body-of.ts';
import { fetchInTime } from '../lib/deadline.ts';
import { useAnswer } from '../lib/use-answer.ts';
import { count, edition, numbered } from '../lib/words.ts';
import { Chart } from './chart.tsx';
import { Gap, Waiting } from './priced-section.tsx';

interface Counts {
  calls: number;
  credits: number;
  would_be_credits: number;
  errors: number;
}

interface Row extends Counts {
  day: string;
  operation: string;
}

interface Used {
  /** First and last day, by the clock of the server. */
  from: string;
  to: string;
  rows: Row[];
  /** The keys that were used, highest spending first. */
  keys: (Counts & { prefix: string; label: string | null })[];
  keys_left_out: number;
}

const NAMES: Record<keyof Counts, string> = {
  calls: 'Calls',
  credits: 'Credits',
  would_be_credits: 'Had it been live',
  errors: 'Refused or failed',
};
const DAY_MS = 86_400_000;
const KEPT_MS = 600_000;

function daysOf({ from, to }: Used): string[] {
  const first_ms = Date.parse(from);
  return Array.from({ length: (Date.parse(to) - first_ms) / DAY_MS + 1 }, (_, i) =>
    new Date(first_ms + i * DAY_MS).toISOString().slice(0, 10),
  );
}

const MOST_MONTHS = 12;

/** Calendar months by the clock of the server, the current one first. */
function monthsBefore(resets_at: string): string[] {
  const next = new Date(resets_at);
  return Array.from({ length: MOST_MONTHS }, (_, i) =>
    new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() - 1 - i)).toISOString().slice(0, 7),
  );
}

/** Usage by day, operation and key, as a chart and as a download. */
export function Usage({ test, resets_at }: { test: boolean; resets_at: string }) {
  const [period, setPeriod] = useState('days=30');
  const [said, setSaid] = useState('');
  const usage = useAnswer(period, () => portal<Used>(`/usage?${period}`));
  const used = usage.state === 'answered' ? usage.value : null;
  return (
    <section class="section" aria-labelledby="usage">
      <header>
        <h2 id="usage">Usage</h2>
        <label class="period">
          <span class="hidden">Period</span>
          <select value={period} onChange={(event) => setPeriod(event.currentTarget.value)}>
            {[7, 30, 90].map((days) => (
              <option key={days} value={`days=${days}`}>
                {days} days
              </option>
            ))}
            {monthsBefore(resets_at).map((month) => (
              <option key={month} value={`month=${month}`}>
                {edition(month)}
              </option>
            ))}
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

const sum = (of: Counts[], field: keyof Counts): number =>
  of.reduce((total, counts) => total + counts[field], 0);

function Drawn({ used, test }: { used: Used; test: boolean }) {
  const { rows, keys } = used;
  if (rows.length === 0)
    return (
      <p class="note">
        No calls in this period. The <a href="/docs/guides/first-call">first call</a> takes three minutes.
      </p>
    );
  const all = daysOf(used);
  const on = (at: string): Row[] => rows.filter((row) => row.day === at);
  const price = test ? 'would_be_credits' : 'credits';
  const operations = [...new Set(rows.map((row) => row.operation))]
    .map((operation) => ({ operation, of: rows.filter((row) => row.operation === operation) }))
    .sort((a, b) => sum(b.of, 'calls') - sum(a.of, 'calls'));
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
      <Shares
        of="operation"
        test={test}
        rows={operations.map(({ operation, of }) => ({
          name: operation,
          shown: <a href={`/docs/reference/${operation}`}>{operation}</a>,
          of,
        }))}
      />
      {keys.length > 1 && (
        <Shares
          of="key"
          test={test}
          rows={keys.map((key) => ({
            name: `${key.prefix}…`,
            shown: (
              <>
                <code>{key.prefix}…</code> <bdi class="key-label">{key.label}</bdi>
              </>
            ),
            of: [key],
          }))}
        />
      )}
      {used.keys_left_out > 0 && (
        <p class="small muted">Without {numbered(used.keys_left_out, 'key')} that spent less.</p>
      )}
    </>
  );
}

interface Shared {
  /** What each row counts. */
  of: 'operation' | 'key';
  test: boolean;
  rows: { name: string; shown: ComponentChildren; of: Counts[] }[];
}

/** Calls and credits of each operation or key, with its share of all calls. */
function Shares({ of, test, rows }: Shared) {
  const most = Math.max(...rows.map((row) => sum(row.of, 'calls')));
  const figures = (['credits', ...(test ? ['would_be_credits'] : []), 'errors'] as (keyof Counts)[]).map(
    (field) => [field, NAMES[field]] as const,
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
    <div class="scroll" tabIndex={0}>
      <table>
        <caption>By {of}</caption>
        <thead>
          <tr>
            <th scope="col">{of === 'key' ? 'Key' : 'Operation'}</th>
            <th scope="col" class="figure">
              Calls
            </th>
            <th scope="col">
              <span class="hidden">Share of calls</span>
            </th>
            {figures.map(([field, name]) => (
              <th key={field} scope="col" class="figure">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              <td>{row.shown}</td>
              <td class="figure">{count(sum(row.of, 'calls'))}</td>
              <td class="share">
                <meter min={0} max={most} value={sum(row.of, 'calls')} aria-label={`${row.name}, calls`} />
              </td>
              {figures.map(([field]) => (
                <td key={field} class="figure">
                  {count(sum(row.of, field))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Saves the usage of the shown period as CSV. */
async function save({ from, to }: Used): Promise<void> {
  const path = `/portal/usage?from=${from}&to=${to}&format=csv`;
  const response = await fetchInTime(path, { headers: await headersOfSession() });
  if (!response.ok) throw new Refusal(response.status, (await bodyOf(response)).error);
  if (!response.headers.get('content-type')?.includes('csv')) throw byProxy(response);
  const text = await whole(response.text());
  const link = document.createElement('a');
  // With a byte order mark, like every file that a page saves.
  link.href = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }));
  link.download = `usage-${from}-to-${to}.csv`;
  link.click();
  // A browser that asks where to save the file reads it only after the answer.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
