import type { RequestOf, ResponseOf } from '@domesday/contract';
import { dayOf } from '../../accounts/month.ts';
import { p95Ms } from '../../accounts/usage.ts';
import { operationsById } from '../../http/check/operation-schema.ts';
import { unprocessable } from '../../http/errors.ts';
import { csvOf } from '../../http/forms/csv.ts';
import { type Context, TextAnswer } from '../../http/handler.ts';
import { daysBetween } from '../../statistics/dates.ts';
import { type UsageRow, usageSums } from './usage.query.ts';
import { countedPeriod } from './usage-period.ts';

type Request = RequestOf<'account.usage'>;
type Response = ResponseOf<'account.usage'>;

const MOST_DAYS = 92;

export async function usage(request: Request, context: Context): Promise<Response | TextAnswer> {
  const now = context.clock.now();
  const { from, to } = periodOf(request, now);
  const { account_id, key_id, parent_id } = context.caller;
  // A sub-key sees itself; a parent key sees the whole account.
  const asked = { account_id, key_id: parent_id === null ? null : key_id, from, to };
  const period = await countedPeriod({ ...context, db: context.books }, asked);
  const sums = await usageSums.rows(context.books, period);
  const rows = sums.filter(isDay);
  const answer: Response = {
    period: { from, to },
    totals: {
      calls: sum(rows, 'calls'),
      credits: sum(rows, 'credits'),
      would_be_credits: sum(rows, 'would_be_credits'),
      errors: sum(rows, 'client_errors') + sum(rows, 'server_errors'),
    },
    endpoints: grouped(rows, (row) => row.operation).map(([operation, group]) => ({
      endpoint: operationsById.get(operation)?.path ?? operation,
      operation,
      calls: sum(group, 'calls'),
      credits: sum(group, 'credits'),
      would_be_credits: sum(group, 'would_be_credits'),
      ok: sum(group, 'ok'),
      client_errors: sum(group, 'client_errors'),
      server_errors: sum(group, 'server_errors'),
      p95_ms: p95Ms(addedBuckets(group)),
    })),
    daily: grouped(rows, (row) => row.day).map(([date, group]) => ({
      date,
      calls: sum(group, 'calls'),
      credits: sum(group, 'credits'),
    })),
    keys: sums
      .filter(isKey)
      .map(({ key_id, prefix, label, calls, credits }) => ({ key_id, prefix, label, calls, credits })),
    meta: context.meta({ period: { from, to } }),
  };
  return request.query.format === 'csv' ? asCsv(answer, request.query.group_by ?? 'endpoint') : answer;
}

/** The first and last day asked for. A refusal names the parameter that was given. */
function periodOf({ query }: Request, now: Date): { from: string; to: string } {
  const to = query.to ?? dayOf(now);
  const from = query.from ?? `${to.slice(0, 7)}-01`;
  const days = daysBetween(from, to);
  if (days >= 0 && days < MOST_DAYS) return { from, to };
  const message = `The period must run forward and span at most ${MOST_DAYS} days.`;
  const most = `at most ${MOST_DAYS - 1} days`;
  const detail =
    query.to === undefined
      ? { field: 'from', issue: `must be ${most} before ${to}, today, or be given with a to` }
      : { field: 'to', issue: `must be from ${from} to ${most} later` };
  throw unprocessable('invalid_parameter', message, [detail]);
}

type DayRow = UsageRow & { day: string; operation: string };
type KeyRow = UsageRow & { key_id: string; prefix: string };

const isDay = (row: UsageRow): row is DayRow => row.day !== null;
const isKey = (row: UsageRow): row is KeyRow => row.key_id !== null;

type Count = 'calls' | 'credits' | 'would_be_credits' | 'ok' | 'client_errors' | 'server_errors';

function sum(rows: UsageRow[], field: Count): number {
  return rows.reduce((total, row) => total + row[field], 0);
}

function grouped(rows: DayRow[], by: (row: DayRow) => string): [string, DayRow[]][] {
  const groups = new Map<string, DayRow[]>();
  for (const row of rows) {
    const group = groups.get(by(row));
    if (group) group.push(row);
    else groups.set(by(row), [row]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

function addedBuckets(rows: UsageRow[]): number[] {
  const total: number[] = [];
  for (const row of rows)
    row.latency_buckets.forEach((n, i) => {
      total[i] = (total[i] ?? 0) + Number(n);
    });
  return total;
}

function asCsv(answer: Response, group_by: 'endpoint' | 'day' | 'key'): TextAnswer {
  const rows = { endpoint: answer.endpoints, day: answer.daily, key: answer.keys }[group_by] as object[];
  const columns = {
    endpoint: [
      'endpoint',
      'operation',
      'calls',
      'credits',
      'would_be_credits',
      'ok',
      'client_errors',
      'server_errors',
      'p95_ms',
    ],
    day: ['date', 'calls', 'credits'],
    key: ['key_id', 'prefix', 'label', 'calls', 'credits'],
  }[group_by];
  const text = csvOf(columns, rows as Record<string, unknown>[]);
  return new TextAnswer('text/csv; charset=utf-8', text, { 'X-Total-Count': String(rows.length) });
}
