import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { watchAnswer } from '@domesday/open-network/reading';
import type { CallToolResult } from '@modelcontextprotocol/server';

const FREE_FOR_MS = 60_000;
const MOST_KEPT = 500;

/** Time for which the connection is watched after a result, milliseconds. */
const WATCHED_FOR_MS = 1000;
/** Identifies a call between the HTTP request and its result; never leaves this process. */
export const CALL_ID = 'x-call-id';

/**
 * Stores answers that were paid for and perhaps not received. The next identical call with the same key gets the answer
 * free, within a minute of the first broken connection, even if that connection breaks too.
 */
export interface Undelivered {
  /** The stored answer to the call, else the result of `ask`, which is stored if the connection of `id` breaks. */
  answer(id: string | null, call: string, ask: () => Promise<CallToolResult>): Promise<CallToolResult>;
  /** Watches the connection of an HTTP request. Returns the id of its call. */
  watch(response: ServerResponse): string;
}

interface Answer {
  result: CallToolResult;
  /** The end of the minute in which the answer is free; null if it has just been paid for. */
  until_ms: number | null;
}

export function createUndelivered(now_ms: () => number): Undelivered {
  const stored = new Map<string, Answer & { until_ms: number }>();
  const sent = new Map<string, Answer & { call: string }>();
  const lost = new Set<string>();
  const keep = ({ call, result, until_ms }: Answer & { call: string }) => {
    stored.set(call, { result, until_ms: until_ms ?? now_ms() + FREE_FOR_MS });
    if (stored.size > MOST_KEPT) stored.delete(stored.keys().next().value!);
  };
  const take = (call: string): Answer | null => {
    const found = stored.get(call);
    stored.delete(call);
    return found && found.until_ms >= now_ms() ? found : null;
  };
  return {
    async answer(id, call, ask) {
      const { result, until_ms } = take(call) ?? { result: await ask(), until_ms: null };
      if (result.isError || !id) return result;
      if (lost.has(id)) keep({ call, result, until_ms });
      else sent.set(id, { call, result, until_ms });
      return result;
    },
    watch(response) {
      const id = randomUUID();
      let watched = true;
      const forget = () => {
        watched = false;
        sent.delete(id);
        lost.delete(id);
      };
      watchAnswer(response, (was_read) => {
        if (was_read) return forget();
        const found = sent.get(id);
        if (found) keep(found);
        // A result may be ready after its client has left.
        else if (watched) lost.add(id);
      });
      response.once('close', () => setTimeout(forget, WATCHED_FOR_MS).unref());
      return id;
    },
  };
}

/** Two calls are identical if key, tool and arguments are equal; the order of the arguments does not matter. */
export function callName(authorization: string | null, tool: string, given: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([authorization, tool, given], inOrder))
    .digest('hex');
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
