import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

type RpcId = string | number | null;
type Message = Record<string, unknown> & { id: RpcId };
export type ReadMessage = { message: Message } | { problem: string; code: number; id: RpcId };

const DEEPEST = 64;

/** One JSON-RPC message out of a body. Batches went out of the protocol with 2025-06-18. */
export function messageOf(text: string): ReadMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'Parse error: the body is not valid JSON.', code: -32700, id: null };
  }
  if (Array.isArray(value)) {
    return { problem: 'Batches are not served: send one message at a time.', code: -32600, id: null };
  }
  if (typeof value !== 'object' || value === null) {
    return { problem: 'The body must be one JSON-RPC message.', code: -32600, id: null };
  }
  const given = (value as { id?: unknown }).id;
  const id = typeof given === 'string' || typeof given === 'number' ? given : null;
  if (deeperThan(value, DEEPEST)) {
    return { problem: `The body is nested deeper than ${DEEPEST} levels.`, code: -32600, id };
  }
  return { message: value as Message };
}

function deeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => deeperThan(inner, levels - 1));
}

/** The request as the protocol library reads it: the headers of the protocol, without its body. */
export function webRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers({
    'content-type': request.headers['content-type'] ?? '',
    // Some clients name one of the two types only; the answer is the same for all.
    accept: 'application/json, text/event-stream',
  });
  for (const [name, value] of Object.entries(request.headers)) {
    const wanted = name.startsWith('mcp-') || name === 'traceparent';
    if (wanted && typeof value === 'string') headers.set(name, value);
  }
  for (const name of ['authorization', 'idempotency-key']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return new Request('http://localhost/mcp', { method: 'POST', headers, signal });
}

/** Sends the library's answer, as it comes where it is a stream; what comes at once goes out in one write. */
export async function sendWebResponse(response: ServerResponse, answer: Response): Promise<void> {
  const headers: OutgoingHttpHeaders = Object.fromEntries(answer.headers);
  if (answer.headers.get('content-type')?.startsWith('text/event-stream'))
    headers['x-accel-buffering'] = 'no';
  response.writeHead(answer.status, headers);
  if (answer.body) {
    for await (const chunk of answer.body) {
      if (response.destroyed) return;
      response.cork();
      setImmediate(() => response.uncork());
      if (!response.write(chunk)) await drained(response);
    }
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
}

export function sendRpcError(
  response: ServerResponse,
  status: number,
  code: number,
  message: string,
  id: unknown = null,
  headers: OutgoingHttpHeaders = {},
): void {
  const echoed = typeof id === 'string' || typeof id === 'number' ? id : null;
  sendJson(response, status, { jsonrpc: '2.0', id: echoed, error: { code, message } }, headers);
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: OutgoingHttpHeaders = {},
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  response.end(text);
}
