import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@domesday/db';
import type { Logger } from 'pino';
import type { Outcome } from '../http/health/metrics.ts';
import type { PublicPost } from '../http/public-fetch.ts';
import { type DueDelivery, markDelivered, markFailed, markForRetry, takeDue } from './deliveries.query.ts';
import { signedHeaders } from './signature.ts';
import { whyUnreached } from './unreached.ts';

/** Seconds from each failed attempt to the next: three days in all. */
const RETRY_AFTER_S = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 73_495];
/** No attempt is scheduled further ahead than this. */
export const LONGEST_WAIT_MS = Math.max(...RETRY_AFTER_S) * 1000;
/** Statuses of an endpoint that asks to be called again later. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);
/** Time limit for an endpoint to answer. */
const ANSWER_MS = 15_000;
/** After this, a delivery is due again if its process ended while sending it. */
const LEASE_MS = 60_000;
/**
 * Deliveries that a process sends at once, and how many of them to one endpoint, so that a slow endpoint does not hold
 * up others. An account beyond its share gets no second delivery to an endpoint, so that many slow endpoints of one
 * account leave room for others.
 */
const AT_ONCE = 100;
const AT_ONCE_EACH = 4;
const SHARE_OF_ACCOUNT = 20;
/**
 * After a delivery ends, wait this long for more to end, so that thousands of due deliveries do not take a query each.
 */
const GATHERED_MS = 50;

interface Sender {
  db: Db;
  log: Logger;
  now(): Date;
  post: PublicPost;
  /** Called with the outcome of each attempt. */
  onSent(outcome: Outcome): void;
}

interface Deliverer {
  /** Starts due deliveries, as far as there is room. Returns how many were started. */
  begin(): Promise<number>;
  /** Resolves soon after a delivery ends that was under way at the last `begin`; never if none was. */
  someEnded(): Promise<unknown>;
  allEnded(): Promise<unknown>;
}

export function createDeliverer(sender: Sender): Deliverer {
  const under_way = new Map<Promise<void>, DueDelivery>();
  let ended = 0;
  /** How many deliveries had ended at the last `begin`. Those that have ended since have left room. */
  let seen = 0;
  /** The endpoint of each delivery under way. */
  const busy = () => [...under_way.values()].map(({ webhook_id }) => webhook_id);
  const start = (delivery: DueDelivery) => {
    const sent: Promise<void> = deliver(sender, delivery)
      .catch((error) => sender.log.error({ error: String(error) }, 'a delivery was not noted'))
      .finally(() => {
        under_way.delete(sent);
        ended++;
      });
    under_way.set(sent, delivery);
  };
  const take = async (each: number, per_account: number, passed: string[]): Promise<DueDelivery[]> => {
    const count = AT_ONCE - under_way.size;
    if (count <= 0) return [];
    const now = sender.now();
    const until = new Date(now.getTime() + LEASE_MS);
    const due = await takeDue.rows(sender.db, {
      now,
      until,
      count,
      each,
      of_account: per_account,
      busy: busy(),
      passed,
    });
    for (const delivery of due) start(delivery);
    return due;
  };
  return {
    begin: async () => {
      seen = ended;
      // First one delivery for each account that has none under way, then one for each endpoint. Otherwise they could
      // wait for many slow endpoints for ever.
      const served: string[] = [];
      for (const per_account of [1, AT_ONCE])
        for (
          let due = await take(1, per_account, served);
          due.length > 0;
          due = await take(1, per_account, served)
        )
          served.push(...due.map(({ webhook_id }) => webhook_id));
      // If all have ended by now, as many more may be due, so begin again.
      if (under_way.size === 0) return served.length;
      const more = await take(AT_ONCE_EACH, SHARE_OF_ACCOUNT, []);
      return served.length + more.length;
    },
    someEnded: async () => {
      if (ended === seen) await (under_way.size > 0 ? Promise.race(under_way.keys()) : new Promise(() => {}));
      await sleep(GATHERED_MS, undefined, { ref: false });
    },
    allEnded: () => Promise.all(under_way.keys()),
  };
}

async function deliver(sender: Sender, delivery: DueDelivery): Promise<void> {
  const { db, log, onSent } = sender;
  const { id, attempts, next_at: taken_until } = delivery;
  const { status, problem, wait_asked_s } = await send(sender, delivery);
  const attempt = { id, attempts, taken_until, last_status: status };
  const wait_s = status === 410 ? undefined : RETRY_AFTER_S[attempts - 1];
  onSent(problem === null ? 'delivered' : wait_s === undefined ? 'failed' : 'tried_again');
  if (problem === null) return void (await markDelivered.run(db, { ...attempt, now: sender.now() }));
  const last = { ...attempt, last_error: problem };
  if (wait_s !== undefined) {
    const next_at = new Date(sender.now().getTime() + Math.max(wait_s, wait_asked_s) * 1000);
    return void (await markForRetry.run(db, { ...last, next_at }));
  }
  const off_reason = status === 410 ? 'gone' : 'failed';
  await markFailed.run(db, { ...last, off_reason });
  log.warn({ webhook_id: delivery.webhook_id, off_reason }, 'a webhook was switched off');
}

interface Attempt {
  status: number | null;
  problem: string | null;
  /** Seconds that the endpoint asks to be left alone; 0 if it does not ask. */
  wait_asked_s: number;
}

/** Makes one attempt. Only a 2xx is a success: redirects are not followed, and the body is not read. */
async function send({ post, now }: Sender, delivery: DueDelivery): Promise<Attempt> {
  const sent_at = now();
  const { body, secret, old_secret, old_secret_until } = delivery;
  const rotating = old_secret !== null && old_secret_until !== null && old_secret_until > sent_at;
  const message = { id: `msg_${delivery.id}`, sent_at, body };
  try {
    const { status, retry_after } = await post(delivery.url, {
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Domesday-Webhooks/1',
        ...signedHeaders(message, rotating ? [secret, ...old_secret.split(' ')] : [secret]),
      },
      body,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const problem = status >= 200 && status < 300 ? null : `The endpoint answered ${status}.`;
    return { status, problem, wait_asked_s: BUSY.has(status) ? secondsOf(retry_after, now()) : 0 };
  } catch (error) {
    return { status: null, problem: reasonOf(error as Error), wait_asked_s: 0 };
  }
}

/** A date in the form of HTTP. `Date.parse` alone accepts more: it reads 40.1 as a day of 2040. */
const HTTP_DATE = /^[a-z]{3,9}, .+ GMT$/i;

/** Seconds of a Retry-After, which is a number or a date; at most the longest wait between attempts. */
function secondsOf(retry_after: string | null, now: Date): number {
  const text = retry_after ?? '';
  const at_ms = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  const seconds = /^\d+$/.test(text) ? Number(text) : (at_ms - now.getTime()) / 1000;
  return Number.isNaN(seconds) ? 0 : Math.min(seconds, LONGEST_WAIT_MS / 1000);
}

function reasonOf(error: Error): string {
  if (error.name === 'TimeoutError') return `The endpoint did not answer within ${ANSWER_MS / 1000} s.`;
  return whyUnreached(error);
}
