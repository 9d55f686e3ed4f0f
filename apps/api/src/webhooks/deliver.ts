import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@domesday/db';
import type { Logger } from 'pino';
import type { Outcome } from '../http/health/metrics.ts';
import type { PublicPost } from '../http/public-fetch.ts';
import { type DueDelivery, markDelivered, markFailed, markForRetry, takeDue } from './deliveries.query.ts';
import { signedHeaders } from './signature.ts';
import { whyUnreached } from './unreached.ts';

/** Seconds to the next attempt, after the first, the second …: three days in all. */
const RETRY_AFTER_S = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 73_495];
/** No attempt is longer ahead than this. */
export const LONGEST_WAIT_MS = Math.max(...RETRY_AFTER_S) * 1000;
/** Statuses of an endpoint that will answer later. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);
/** Longest that an endpoint may take to answer. */
const ANSWER_MS = 15_000;
/** When a delivery is due again whose process ended while it was sent. */
const LEASE_MS = 60_000;
/**
 * Deliveries that a process sends at once, and of these those to one endpoint: a slow one holds up no other. An account
 * has no second ones beyond its share, so that many slow endpoints of one leave room for those of others.
 */
const AT_ONCE = 100;
const AT_ONCE_EACH = 4;
const SHARE_OF_ACCOUNT = 20;
/** How long ends are gathered before the next are taken: thousands that are due would else take a look each. */
const GATHERED_MS = 50;

interface Sender {
  db: Db;
  log: Logger;
  now(): Date;
  post: PublicPost;
  /** Is told what became of each attempt. */
  onSent(outcome: Outcome): void;
}

interface Deliverer {
  /** Begins to send what is due, as far as there is room, and returns how many it began. */
  begin(): Promise<number>;
  /** Resolves soon after one has ended that was being sent when `begin` was last called; never if none was. */
  someEnded(): Promise<unknown>;
  allEnded(): Promise<unknown>;
}

export function createDeliverer(sender: Sender): Deliverer {
  const under_way = new Map<Promise<void>, DueDelivery>();
  let ended = 0;
  /** How many had ended when what is due was last looked for: those since have left room. */
  let seen = 0;
  /** The endpoint of each delivery that is being sent. */
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
  const take = async (each: number, of_account: number, passed: string[]): Promise<DueDelivery[]> => {
    const count = AT_ONCE - under_way.size;
    if (count <= 0) return [];
    const now = sender.now();
    const until = new Date(now.getTime() + LEASE_MS);
    const due = await takeDue.rows(sender.db, { now, until, count, each, of_account, busy: busy(), passed });
    for (const delivery of due) start(delivery);
    return due;
  };
  return {
    begin: async () => {
      seen = ended;
      // One to each account that has none, then one to each endpoint, before a second to any: others could wait for
      // many slow ones without end.
      const served: string[] = [];
      for (const of_account of [1, AT_ONCE])
        for (
          let due = await take(1, of_account, served);
          due.length > 0;
          due = await take(1, of_account, served)
        )
          served.push(...due.map(({ webhook_id }) => webhook_id));
      // All may have ended meanwhile, and as many more be due.
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
  /** How long the endpoint asks to be left alone, seconds; 0 if it does not. */
  wait_asked_s: number;
}

/** One attempt. Only a 2xx is a success: redirects are not followed, and what the endpoint says is not read. */
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

/** The seconds of a Retry-After, which is a number or a date; at most the longest wait of all. */
function secondsOf(retry_after: string | null, now: Date): number {
  const seconds = /^\d+$/.test(retry_after ?? '')
    ? Number(retry_after)
    : (Date.parse(retry_after ?? '') - now.getTime()) / 1000;
  return Number.isNaN(seconds) ? 0 : Math.min(seconds, LONGEST_WAIT_MS / 1000);
}

function reasonOf(error: Error): string {
  if (error.name === 'TimeoutError') return `The endpoint did not answer within ${ANSWER_MS / 1000} s.`;
  return whyUnreached(error);
}
