import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call as the stand-in received it. */
export interface SeenCall {
  method: string;
  /** Path with its query. */
  url: string;
  authorization: string | undefined;
  body: unknown;
  /** Absent if the call has none. */
  idempotency_key?: string;
  /** X-Forwarded-For; absent if the call has none. */
  address?: string;
}

export interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** Breaks the connection instead of answering. */
  hang_up?: boolean;
  /** Waits for this before it answers. */
  hold?: Promise<void>;
  /** Never answers. */
  silent?: boolean;
}

export const GOOD_KEY = 'svc_test_stand_in';

/**
 * A REST layer for tests of the proxy alone: keys and error bodies as in the contract, answers as configured.
 */
export async function startStandInApi() {
  const calls: SeenCall[] = [];
  let reply: ((call: SeenCall) => Reply) | null = null;
  let refusal: Reply | null = null;
  const server = createServer(async (request, response) => {
    const call: SeenCall = {
      method: request.method ?? '',
      url: request.url ?? '',
      authorization: request.headers.authorization,
      body: await bodyOf(request),
    };
    const idempotency_key = request.headers['idempotency-key'];
    if (typeof idempotency_key === 'string') call.idempotency_key = idempotency_key;
    const address = request.headers['x-forwarded-for'];
    if (typeof address === 'string') call.address = address;
    calls.push(call);
    const { status, body, headers, hang_up, silent, hold } = answer(call);
    await hold;
    if (silent) return;
    if (hang_up) return request.socket.destroy();
    const knows = call.authorization === `Bearer ${GOOD_KEY}` && status < 500;
    const known = knows ? { 'x-credits-limit': '100' } : {};
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-request-id': 'req_1',
      ...known,
      ...headers,
    });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });

  function answer(call: SeenCall): Reply {
    if (call.authorization !== `Bearer ${GOOD_KEY}`) {
      if (refusal) return refusal;
      return { status: 401, body: errorBody(401, 'invalid_key', 'The API key is missing or not valid.') };
    }
    return reply?.(call) ?? { status: 200, body: { ok: true, url: call.url } };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    /** Sets the answer to every call with a valid key; null = 200. */
    replyWith(next: Reply | ((call: SeenCall) => Reply) | null) {
      reply = typeof next === 'function' || next === null ? next : () => next;
    },
    /** Sets the answer to a key that is not recognised; null = 401. */
    refuseAll(next: Reply | null) {
      refusal = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function errorBody(status: number, code: string, message: string, more: object = {}) {
  return {
    error: { code, message, status, details: [], request_id: 'req_1', docs_url: '/v1/docs', ...more },
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text ? JSON.parse(text) : undefined;
}
