import prices from 'virtual:prices';
import type { OperationId, ResponseOf, Schema } from '@domesday/contract';
import { bodyOf, messageOf } from './body-of.ts';
import { fetchInTime } from './deadline.ts';
import { paidOnce } from './paid-once.ts';
import { patiently } from './patiently.ts';
import { readSession, session } from './session.ts';
import { signal } from './signal.ts';
import { british } from './words.ts';

export const ENDED = 'The session has ended, or its key is revoked. Reload the page to sign in again.';

/**
 * A refusal of the API, with its code. The API's message about a missing key is replaced: it does not help a visitor
 * whose session has ended.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: { field: string | null; issue: string }[];

  constructor(status: number, error: Schema<'Error'>['error']) {
    super(status === 401 ? ENDED : british(messageOf(error)));
    this.status = status;
    this.code = error.code;
    this.details = error.details.map(({ field, issue }) => ({ field, issue: british(issue) }));
  }
}

/** The refusal for a session that has ended. */
export function ended(): Refusal {
  return new Refusal(401, {
    code: 'invalid_key',
    message: ENDED,
    status: 401,
    details: [],
    request_id: '',
    docs_url: '',
  });
}

/** The message for a visitor about a failed request. */
export function toldOf(error: Error): string {
  return error instanceof TypeError ? 'The server cannot be reached.' : error.message;
}

/** Cost of this page so far: credits taken, and what a live key would have paid. */
export const spent = signal({ charged: 0, price: 0 });

const kept = new Map<string, Promise<unknown>>();

export function priceOf(operation: string): number {
  return prices[operation] ?? 0;
}

/**
 * Requests an operation with the session, by its API path or by a portal path with the same price. A page sends the
 * same request once.
 */
export function ask<Id extends OperationId>(
  operation: Id,
  path: string,
  options: { signal?: AbortSignal } = {},
): Promise<ResponseOf<Id>> {
  const before = kept.get(path);
  if (before) return before as Promise<ResponseOf<Id>>;
  const asked = send(operation, path, options);
  if (!options.signal) {
    kept.set(path, asked);
    // A 404 or 422 would be refused again; other failures are forgotten, so that the request can be repeated.
    asked.catch((error) => [404, 422].includes(error.status) || kept.delete(path));
  }
  return asked as Promise<ResponseOf<Id>>;
}

async function send(operation: string, path: string, options: { signal?: AbortSignal }): Promise<unknown> {
  const count = countFromNow();
  const headers = await headersOfSession();
  // A search that was aborted and is repeated is a new request, so it has no Idempotency-Key.
  const once = options.signal || priceOf(operation) === 0 ? {} : paidOnce(path);
  const response = await patiently(() =>
    fetchInTime(
      path.startsWith('/portal/') ? path : `/v1${path}`,
      { headers: { ...headers, ...once } },
      options.signal,
    ),
  );
  // Counted before the body is read: a refusal also has the credits left, and an interrupted answer was charged.
  count(response, response.ok ? priceOf(operation) : 0);
  const body = await bodyOf(response);
  if (!response.ok) throw new Refusal(response.status, body.error);
  return titled(body);
}

/** Replaces dataset ids in warnings by the titles that the answer gives them. */
function titled(answer: { meta?: Schema<'Meta'> }): unknown {
  const { warnings = [], sources = [], geography } = answer.meta ?? {};
  for (const caution of warnings) {
    caution.message = british(caution.message);
    for (const { id, name } of sources)
      caution.message = caution.message.replace(
        new RegExp(`(^|[^\\w-])${id}(?![\\w-])`, 'g'),
        (_, before) => before + name,
      );
  }
  if (geography) {
    geography.used = british(geography.used);
    geography.widened_from = geography.widened_from && british(geography.widened_from);
  }
  return answer;
}

/** Sends a request to a free path of the portal. */
export async function portal<Answer>(path: string, method = 'GET', body?: unknown): Promise<Answer> {
  const response = await patiently(async () =>
    fetchInTime(`/portal${path}`, {
      method,
      headers: { ...(await headersOfSession()), ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
  );
  const answer = response.status === 204 ? null : await bodyOf(response);
  if (!response.ok) throw new Refusal(response.status, answer.error);
  return answer as Answer;
}

export async function headersOfSession(): Promise<Record<string, string>> {
  const { csrf } = await readSession();
  return { accept: 'application/json', ...(csrf ? { 'x-csrf-token': csrf } : {}) };
}

/** Number of answers that have reported the credits left. */
let told = 0;

/**
 * Call this before sending a request. Returns a function that adds the cost of the answer to the page's total and
 * updates the credits left. Concurrent answers may arrive in another order than they were charged in: the lowest number
 * of credits left is the newest.
 */
export function countFromNow(): (response: Response, price: number) => void {
  const told_before = told;
  return (response, price) => {
    const charged = Number(response.headers.get('x-credits-charged') ?? 0);
    const before = spent.get();
    spent.set({ charged: before.charged + charged, price: before.price + price });
    const rest = response.headers.get('x-credits-remaining');
    const now = session.get();
    if (!now?.credits || rest === null) return;
    const overtaken = told > told_before;
    const remaining = overtaken ? Math.min(Number(rest), now.credits.remaining) : Number(rest);
    told++;
    session.set({ ...now, credits: { ...now.credits, remaining } });
  };
}
