import type { CallHeaders } from './call-tool.ts';

type Meta = Record<string, unknown> | undefined;

/** Internal header with the address of the caller; one that a caller sends is replaced. */
export const CALLER_ADDRESS = 'x-caller-address';

const PRINTABLE = /^[\x21-\x7e]{1,255}$/;

/**
 * Values that are passed on to the REST layer. They come from the `_meta` of the message, since many clients cannot set
 * a header for one call, else from the headers of the request.
 */
export function callHeaders(headers: Headers | undefined, meta: Meta): CallHeaders {
  const given = (name: string): string | null => {
    const own = Object.entries(meta ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
    return typeof own === 'string' && PRINTABLE.test(own) ? own : (headers?.get(name) ?? null);
  };
  return {
    authorization: headers?.get('authorization') ?? null,
    idempotency_key: given('idempotency-key') ?? undefined,
    traceparent: given('traceparent'),
    address: headers?.get(CALLER_ADDRESS) || null,
  };
}

const TELL_EVERY_MS = 2_000;

interface Request {
  _meta?: Meta;
  notify(notification: { method: string; params: Record<string, unknown> }): Promise<void>;
}

/** Sends progress every two seconds while a call runs, if the caller asked for it. Returns a function that stops it. */
export function reportProgress({ _meta, notify }: Request): () => void {
  const progressToken = _meta?.progressToken;
  if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return () => {};
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += TELL_EVERY_MS / 1000;
    const params = { progressToken, progress: seconds, message: `waiting for ${seconds} s` };
    notify({ method: 'notifications/progress', params }).catch(() => clearInterval(timer));
  }, TELL_EVERY_MS);
  return () => clearInterval(timer);
}
