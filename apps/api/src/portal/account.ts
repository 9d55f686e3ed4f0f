import { count } from '@domesday/files/counted';
import express, { type Request, type Response, type Router } from 'express';
import type { Caller } from '../accounts/callers.ts';
import { keyById, listPlans } from '../accounts/keys.query.ts';
import { createSubKey, HIGHEST_CAP, isUuid, MOST_KEYS } from '../accounts/keys.ts';
import { dayOf, monthOf, nextMonth } from '../accounts/month.ts';
import { type UsageRow, usageByDay, usageSums } from '../domains/account/usage.query.ts';
import { countedPeriod } from '../domains/account/usage-period.ts';
import { searchOf } from '../http/check/request-values.ts';
import { ApiError, notFound, unprocessable } from '../http/errors.ts';
import { csvOf } from '../http/forms/csv.ts';
import { isObject } from '../http/forms/plain-values.ts';
import { localsOf } from '../http/locals.ts';
import { readBody } from '../http/read-body.ts';
import type { Services } from '../http/services.ts';
import { addDays, daysBetween } from '../statistics/dates.ts';
import { accountsWithPlans, changeSubKey, keysSeen, revokeSubKey, subKeyNow } from './account.query.ts';

/** Excludes the year 0000, which PostgreSQL does not have. */
const DAY = /^(?!0000)\d{4}-\d{2}-\d{2}$/;
const MONTH = /^20\d{2}-(?:0[1-9]|1[0-2])$/;
const MOST_DAYS = 92;
const LONGEST_LABEL = 80;

/** Keys and usage of the account of the session; operators get every account. */
export function accountRoutes(services: Services): Router {
  const { db, clock } = services;
  const router = express.Router({ caseSensitive: true });
  const callerOf = (res: Response): Caller => localsOf(res).caller!;

  router.get('/keys', async (req, res) => {
    const caller = callerOf(res);
    const named = namedIn(req);
    await services.usage.flush();
    const keys = await keysSeen.rows(db, {
      account_id: caller.account_id,
      key_id: caller.key_id,
      is_parent: caller.parent_id === null,
      named,
      month: monthOf(clock.now()),
    });
    res.json({
      keys: keys.map(({ found, ...key }) => ({
        ...key,
        own: key.id === caller.key_id,
        // A parent key sees the whole account, and may change its own sub-keys.
        mine_to_change: key.parent_id === caller.key_id && key.revoked_at === null,
      })),
      left_out: (keys[0]?.found ?? 0) - keys.length,
    });
  });

  router.post('/keys', ...readBody(services), async (req, res) => {
    const caller = mustBeParent(callerOf(res));
    const made = await createSubKey(db, clock.now(), caller, keyFields(req.body));
    if (!made)
      throw unprocessable(
        'invalid_parameter',
        `An account holds at most ${MOST_KEYS} keys here, with those revoked in the last day. Revoke one and wait.`,
      );
    const { id, secret } = made;
    res.status(201).json({ id, secret });
  });

  router.put('/keys/:id', ...readBody(services), async (req, res) => {
    const caller = mustBeParent(callerOf(res));
    const key = { id: idOf(String(req.params.id)), parent_id: caller.key_id };
    const { was, ...to } = changeOf(req.body);
    const changed = await changeSubKey.run(db, {
      ...key,
      ...to,
      old_label: was.label,
      old_cap: was.monthly_cap,
    });
    if (changed === 0) {
      const now = await subKeyNow.first(db, key);
      throw now ? changedMeanwhile(now) : noSuchKey();
    }
    res.status(204).end();
  });

  router.delete('/keys/:id', async (req, res) => {
    const caller = mustBeParent(callerOf(res));
    const id = idOf(String(req.params.id));
    if ((await revokeSubKey.run(db, { id, parent_id: caller.key_id, now: clock.now() })) === 0)
      throw noSuchKey();
    res.status(204).end();
  });

  router.get('/usage', async (req, res) => {
    const caller = callerOf(res);
    const search = searchOf(req);
    const now = clock.now();
    const { from, to } = periodOf(search, now);
    const { account_id, key_id, parent_id } = caller;
    const asked = { account_id, key_id: parent_id === null ? null : key_id, from, to };
    const period = await countedPeriod(services, asked);
    if (search.get('format') === 'csv') {
      const columns = ['day', 'operation', 'calls', 'credits', 'would_be_credits', 'errors'];
      res.setHeader('Content-Type', 'text/csv; charset=utf-8');
      return void res.end(csvOf(columns, await usageByDay.rows(db, period)));
    }
    const sums = await usageSums.rows(db, period);
    const rows = sums
      .filter(({ key_id }) => key_id === null)
      .map((row) => ({ day: row.day, operation: row.operation, ...countsOf(row) }));
    res.json({ from, to, rows, ...byKey(sums) });
  });

  router.get('/accounts', async (req, res) => {
    const key = await keyById.first(db, { key_id: callerOf(res).key_id });
    if (!key?.admin) throw notFound('unknown_path', 'There is no such path.');
    const [accounts, plans] = await Promise.all([
      accountsWithPlans.rows(db, { named: namedIn(req), month: monthOf(clock.now()) }),
      listPlans.rows(db),
    ]);
    res.json({
      accounts: accounts.map(({ found, ...account }) => account),
      left_out: (accounts[0]?.found ?? 0) - accounts.length,
      plans,
    });
  });
  return router;
}

const countsOf = ({ calls, credits, would_be_credits, client_errors, server_errors }: UsageRow) => ({
  calls,
  credits,
  would_be_credits,
  errors: client_errors + server_errors,
});

/** As many rows as a person can read in a table. */
const MOST_KEYS_OF_USAGE = 100;

/** Usage of each key, the highest spenders first, and the number of keys that are left out. */
function byKey(sums: UsageRow[]) {
  const used = sums
    .filter(({ key_id }) => key_id !== null)
    .map((row) => ({ prefix: row.prefix, label: row.label, ...countsOf(row) }))
    .sort((a, b) => b.credits - a.credits || b.would_be_credits - a.would_be_credits || b.calls - a.calls);
  const keys = used.slice(0, MOST_KEYS_OF_USAGE);
  return { keys, keys_left_out: used.length - keys.length };
}

function mustBeParent(caller: Caller): Caller {
  if (caller.parent_id !== null)
    throw unprocessable(
      'invalid_parameter',
      'A sub-key can neither have nor change keys. Sign in with its parent.',
    );
  return caller;
}

interface KeyFields {
  label: string | null;
  monthly_cap: number | null;
}

/**
 * The change to a key, and the values that the page had shown. Both must name all fields, so that an omitted field
 * never lifts a cap, and a page with an outdated cap never restores it.
 */
function changeOf(body: unknown): KeyFields & { was: KeyFields } {
  if (!isObject(body)) throw invalid('body', 'must be an object');
  const { was, ...to } = body;
  if (!isObject(was)) throw invalid('was', 'must be the label and monthly_cap that the key was shown with');
  return { ...keyFields(to, ['label', 'monthly_cap']), was: keyFields(was, ['label', 'monthly_cap']) };
}

function changedMeanwhile({ label, monthly_cap }: KeyFields): ApiError {
  const now = [
    label === null ? 'it has no label' : `its label is "${label}"`,
    monthly_cap === null ? 'no cap' : `its cap ${monthly_cap}`,
  ];
  return new ApiError(
    409,
    'key_changed',
    `The key was changed meanwhile: ${now.join(' and ')} now. Nothing was changed.`,
  );
}

function keyFields(body: unknown, wanted: (keyof KeyFields)[] = []): KeyFields {
  if (!isObject(body)) throw invalid('body', 'must be an object');
  const lacking = wanted.find((name) => !(name in body));
  if (lacking) throw invalid(lacking, 'must be given, null for none');
  const { label = null, monthly_cap = null, ...others } = body;
  const [other] = Object.keys(others);
  if (other !== undefined) throw invalid(other, 'is not known here');
  if (label !== null && !isLabel(label)) throw invalid('label', AS_LABEL);
  const whole =
    Number.isInteger(monthly_cap) && Number(monthly_cap) >= 0 && Number(monthly_cap) <= HIGHEST_CAP;
  if (monthly_cap !== null && !whole)
    throw invalid('monthly_cap', `must be a whole number of credits up to ${count(HIGHEST_CAP)}, or null`);
  return { label: label as string | null, monthly_cap: monthly_cap as number | null };
}

const AS_LABEL = `must be text of at most ${LONGEST_LABEL} characters`;

const isLabel = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= LONGEST_LABEL && !/\p{Cc}/u.test(text);

/** The text that filters a list; empty for no filter. */
function namedIn(req: Request): string {
  const named = searchOf(req).get('named')?.trim() ?? '';
  if (!isLabel(named)) throw invalid('named', AS_LABEL);
  return named;
}

function periodOf(search: URLSearchParams, now: Date): { from: string; to: string } {
  const month = search.get('month');
  if (month !== null) return daysOfMonth(month, now);
  const to = search.get('to') ?? dayOf(now);
  const from = search.get('from') ?? addDays(dayOf(now), 1 - lengthOf(search));
  // Date.parse reads 2026-02-30 as a day in March.
  for (const [field, day] of Object.entries({ from, to }))
    if (!DAY.test(day) || Number.isNaN(Date.parse(day)) || dayOf(new Date(day)) !== day)
      throw invalid(field, 'must be a day, YYYY-MM-DD');
  const days = daysBetween(from, to);
  if (days < 0 || days >= MOST_DAYS)
    throw invalid('to', `must be from ${from} to at most ${MOST_DAYS - 1} days later`);
  return { from, to };
}

/** The days of a calendar month in UTC; of the present month up to today. */
function daysOfMonth(month: string, now: Date): { from: string; to: string } {
  const from = `${month}-01`;
  const today = dayOf(now);
  if (!MONTH.test(month) || from > today) throw invalid('month', 'must be a month, YYYY-MM, that has begun');
  const last = addDays(dayOf(nextMonth(new Date(from))), -1);
  return { from, to: [last, today].sort()[0]! };
}

/** Length in days of a period that ends today, by the clock that calls are counted by, not the browser's. */
function lengthOf(search: URLSearchParams): number {
  const days = Number(search.get('days') ?? 30);
  if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS)
    throw invalid('days', `must be a whole number from 1 to ${MOST_DAYS}`);
  return days;
}

function idOf(text: string): string {
  if (!isUuid(text)) throw noSuchKey();
  return text;
}

function invalid(field: string, issue: string): ApiError {
  return unprocessable('invalid_parameter', `${field} ${issue}.`, [{ field, issue }]);
}

function noSuchKey(): ApiError {
  return notFound(
    'unknown_path',
    'This key has no such sub-key in force. It may have been revoked meanwhile.',
  );
}
