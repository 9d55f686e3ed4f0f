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

/** A refusal of the API, with its code. What the API says of a missing key does not help a visitor with a session. */
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

/** What a request of a session that has ended is refused with. */
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

/** What to tell a visitor of a request that failed. */
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
 * Requests an operation with the session, by its path in the API or by one of the portal's own that costs the same. The
 * same request is sent once for a page.
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
    // Asked again, it may be answered; what the data do not hold is refused again.
    asked.catch((error) => [404, 422].includes(error.status) || kept.delete(path));
  }
  return asked as Promise<ResponseOf<Id>>;
}

async function send(operation: string, path: string, options: { signal?: AbortSignal }): Promise<unknown> {
  const count = countFromNow();
  const headers = await headersOfSession();
  // A search that is given up may be asked again, and then is another.
  const once = options.signal || priceOf(operation) === 0 ? {} : paidOnce(path);
  const response = await patiently(() =>
    fetchInTime(
      path.startsWith('/portal/') ? path : `/v1${path}`,
      { headers: { ...headers, ...once } },
      options.signal,
    ),
  );
  // A refusal tells what is left too, and an answer that breaks off has been charged.
  count(response, response.ok ? priceOf(operation) : 0);
  const body = await bodyOf(response);
  if (!response.ok) throw new Refusal(response.status, body.error);
  return titled(body);
}

/** Cautions name a dataset by its id; a visitor knows it by the title that the answer gives it. */
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

/** A request to a path of the portal that costs nothing. */
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

/** How many answers have told what is left. */
let told = 0;

/**
 * For a request that is about to be sent: what adds the cost of its answer to what the page tells of its own cost, and
 * of the credits that are left. Answers come in another order than they were charged in: of those that were on their
 * way together the lowest rest is the newest.
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
