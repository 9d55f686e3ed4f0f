import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { sizeProblem } from './size-problem.ts';

type RpcId = string | number | null;
export type Message = Record<string, unknown> & { id: RpcId };
export type ReadMessage = { message: Message } | { problem: string; code: number; id: RpcId };

/** Parses one JSON-RPC message from a body. The protocol has no batches since 2025-06-18. */
export function messageOf(text: string): ReadMessage {
  let value: unknown;
  try {
    // Some programs begin a text with a byte order mark.
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
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
  const problem = sizeProblem(value, 'The body');
  if (problem) return { problem, code: -32600, id };
  return { message: value as Message };
}

/** The text of an error that answers no particular request. */
export function rpcError(code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } });
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
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(text),
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  response.end(text);
}
