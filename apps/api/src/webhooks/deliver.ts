import type { Db } from '@domesday/db';
import type { Logger } from 'pino';
import type { FetchDocument } from '../http/public-fetch.ts';
import { type DueDelivery, markDelivered, markFailed, markForRetry, takeDue } from './deliveries.query.ts';
import { signedHeaders } from './signature.ts';

/** Seconds to the next attempt, after the first, the second …: three days in all. */
const RETRY_AFTER_S = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 73_495];
/** Longest that an endpoint may take to answer. */
const ANSWER_MS = 15_000;
/** When a delivery is due again whose process ended while it was sent. */
const LEASE_MS = 60_000;
const AT_ONCE = 20;

export interface Sender {
  db: Db;
  log: Logger;
  now(): Date;
  fetchPublic: FetchDocument;
}

/** Sends what is due, each to its endpoint, and returns how many it sent. */
export async function deliverDue(sender: Sender): Promise<number> {
  const now = sender.now();
  const until = new Date(now.getTime() + LEASE_MS);
  const due = await takeDue.rows(sender.db, { now, until, count: AT_ONCE });
  await Promise.all(due.map((delivery) => deliver(sender, delivery)));
  return due.length;
}

async function deliver(sender: Sender, delivery: DueDelivery): Promise<void> {
  const { db, log } = sender;
  const { id, attempts } = delivery;
  const { status, problem } = await send(sender, delivery);
  if (problem === null)
    return void (await markDelivered.run(db, { id, last_status: status!, now: sender.now() }));
  const last = { id, last_status: status, last_error: problem };
  const wait_s = RETRY_AFTER_S[attempts - 1];
  if (status !== 410 && wait_s !== undefined) {
    const next_at = new Date(sender.now().getTime() + wait_s * 1000);
    return void (await markForRetry.run(db, { ...last, next_at }));
  }
  const off_reason = status === 410 ? 'gone' : 'failed';
  await markFailed.run(db, { ...last, off_reason });
  log.warn({ webhook_id: delivery.webhook_id, off_reason }, 'a webhook was switched off');
}

/** One attempt. Only a 2xx is a success: redirects are not followed, and what the endpoint says is not read. */
async function send(
  { fetchPublic, now }: Sender,
  delivery: DueDelivery,
): Promise<{ status: number | null; problem: string | null }> {
  const sent_at = now();
  const { body, secret, old_secret, old_secret_until } = delivery;
  const rotating = old_secret !== null && old_secret_until !== null && old_secret_until > sent_at;
  const message = { id: `msg_${delivery.id}`, sent_at, body };
  try {
    const answer = await fetchPublic(delivery.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Domesday-Webhooks/1',
        ...signedHeaders(message, rotating ? [secret, old_secret] : [secret]),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await answer.body?.cancel().catch(() => {});
    const { status } = answer;
    return { status, problem: status >= 200 && status < 300 ? null : `The endpoint answered ${status}.` };
  } catch (error) {
    return { status: null, problem: reasonOf(error as Error) };
  }
}

function reasonOf(error: Error): string {
  if (error.name === 'TimeoutError') return `The endpoint did not answer within ${ANSWER_MS / 1000} s.`;
  const cause = (error.cause as Error | undefined)?.message || error.message;
  return `The endpoint could not be reached: ${cause}`.slice(0, 300);
}
