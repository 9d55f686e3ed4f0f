import { watchReading } from '@domesday/open-network/reading';
import type { Request, Response } from 'express';
import { keepNewest } from '../bounded-memory.ts';
import { localsOf } from '../locals.ts';
import { handOver, PIECE_BYTES } from './hand-over.ts';

/**
 * Whether the client has left, checked after a turn of the event loop, so that what has arrived by now is seen.
 */
export async function hasLeft(res: Response): Promise<boolean> {
  await new Promise(setImmediate);
  return res.closed || res.socket === null || res.socket.destroyed;
}

/**
 * Records whether the whole answer was handed over to the connection. Node's own `writableFinished` is also true where
 * the end of the connection cut the last write short.
 */
export function watchHandover({ socket }: Request, res: Response): void {
  res.once('finish', () => {
    localsOf(res).handed_over = !socket.destroyed;
  });
}

/**
 * The status for the log, the metrics and the trace: 499 if the client left before the whole answer was handed over.
 */
export function statusOf(res: Response): number {
  return localsOf(res).handed_over ? res.statusCode : 499;
}

/**
 * Sends the answer. Returns false if the connection ended before the first piece was handed over. Calls `onDoubt` if
 * the connection ended later and the client has not read everything.
 */
export async function deliver(res: Response, answer: string | Buffer, onDoubt: () => void): Promise<boolean> {
  const { socket } = res;
  if (!socket) return false;
  localsOf(res).leavePlace?.();
  const isHandedOver = () => localsOf(res).handed_over === true;
  res.once('finish', () => isHandedOver() && watchReading(socket, (was_read) => was_read || onDoubt()));
  const closed = new Promise<void>((resolve) => res.once('close', resolve));
  const bytes = typeof answer === 'string' ? Buffer.from(answer) : answer;
  res.setHeader('Content-Length', bytes.length);
  // The last piece (most answers have only one) is sent by `end`: a separate write would take longer.
  const last = Math.max(0, Math.ceil(bytes.length / PIECE_BYTES) - 1) * PIECE_BYTES;
  const handed = await handOver(res, bytes.subarray(0, last));
  res.end(bytes.subarray(last));
  await closed;
  if (isHandedOver()) return true;
  if (handed > 0) onDoubt();
  return handed > 0;
}

const FREE_FOR_MS = 60_000;
const TAKEN_BACK_ONCE_IN_MS = 24 * 3_600_000;
const MOST_KEPT = 10_000;

/**
 * Charged calls whose answer was cut off and perhaps not received. The next identical call with the same key is free
 * for a minute after the cut. If that call is cut off too, the next is free for the rest of the minute.
 */
export interface CutCalls {
  /**
   * Records a call whose answer was cut off. A repetition is free until `until_ms`, or for a minute if that is not
   * given.
   */
  note(key_id: string, fingerprint: string, until_ms?: number | null): void;
  /** Whether the call would repeat one that was cut off. */
  has(key_id: string, fingerprint: () => string): boolean;
  /** Whether any call of the key was cut off. */
  any(key_id: string): boolean;
  /**
   * Until when the call is free, because it repeats one that was cut off; null if it repeats none. Each cut call can be
   * repeated once, so the record is deleted. The fingerprint is computed only if there is any record.
   */
  repeats(key_id: string, fingerprint: () => string): number | null;
  /**
   * Whether to take back the charge of an answer that was cut off while it was sent: once in 24 hours for the same
   * call, since the client may have read all but the end.
   */
  mayTakeBack(key_id: string, fingerprint: string): boolean;
}

export function createCutCalls(now_ms: () => number): CutCalls {
  const until_ms = new Map<string, number>();
  const taken_back_until_ms = new Map<string, number>();
  return {
    note(key_id, fingerprint, until) {
      const name = `${key_id} ${fingerprint}`;
      const later = Math.max(until_ms.get(name) ?? 0, until ?? now_ms() + FREE_FOR_MS);
      keepNewest(until_ms, name, later, MOST_KEPT);
    },
    has(key_id, fingerprint) {
      const until = until_ms.size === 0 ? undefined : until_ms.get(`${key_id} ${fingerprint()}`);
      return until !== undefined && until >= now_ms();
    },
    any: (key_id) => [...until_ms.keys()].some((name) => name.startsWith(`${key_id} `)),
    repeats(key_id, fingerprint) {
      if (until_ms.size === 0) return null;
      const name = `${key_id} ${fingerprint()}`;
      const until = until_ms.get(name);
      until_ms.delete(name);
      return until !== undefined && until >= now_ms() ? until : null;
    },
    mayTakeBack(key_id, fingerprint) {
      const name = `${key_id} ${fingerprint}`;
      if ((taken_back_until_ms.get(name) ?? 0) >= now_ms()) return false;
      keepNewest(taken_back_until_ms, name, now_ms() + TAKEN_BACK_ONCE_IN_MS, MOST_KEPT);
      return true;
    },
  };
}
