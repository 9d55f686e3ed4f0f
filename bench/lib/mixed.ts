import { type ToolTarget, targets } from '@domesday/mcp-tools';
import { exampleCall, operationTable } from '@domesday/testing/contract';
import type { Pool } from 'undici';

/** The worked example of one operation, as a REST call and as a tool call. */
export interface Mixed {
  id: string;
  method: 'GET' | 'POST';
  path: string;
  body: string | null;
  tool: string;
  arguments: Record<string, unknown>;
  /** Price of its 2xx, credits, as the API charged for the first call. */
  credits: number;
}

/** Every billable operation with its worked example, which the sandbox answers. */
export function mixedOperations(): Mixed[] {
  return operationTable
    .filter((entry) => entry.credits > 0 && entry.tool !== null)
    .map((entry) => {
      const { path, body } = exampleCall(entry);
      const target = targets.find((t) => t.operation === entry.id)!;
      return {
        id: entry.id,
        method: entry.method === 'post' ? 'POST' : 'GET',
        path: `/v1${path}`,
        body: body === undefined ? null : JSON.stringify(body),
        tool: entry.tool!,
        arguments: argumentsOf(target, path, body),
        credits: entry.credits,
      };
    });
}

/** The arguments of a tool that make the same REST call. */
function argumentsOf(target: ToolTarget, path: string, body: unknown): Record<string, unknown> {
  const values: Record<string, unknown> = { ...(body as object | undefined) };
  const url = new URL(path, 'http://localhost');
  const template = target.path.split('/');
  url.pathname.split('/').forEach((part, i) => {
    const name = /^\{(\w+)\}$/.exec(template[i] ?? '')?.[1];
    if (name) values[name] = decodeURIComponent(part);
  });
  for (const [name, value] of url.searchParams) {
    const place = target.places[name];
    values[name] =
      place === 'query_list' ? value.split(',') : place === 'query_json' ? JSON.parse(value) : value;
  }
  return values;
}

export interface Answered {
  ok: boolean;
  /** The problem in a few words; empty if the answer is right. */
  problem: string;
  credits: number;
}

export async function overRest(pool: Pool, one: Mixed, key: string): Promise<Answered> {
  const headers: Record<string, string> = { authorization: `Bearer ${key}` };
  if (one.body !== null) headers['content-type'] = 'application/json';
  const response = await pool.request({ method: one.method, path: one.path, headers, body: one.body });
  const text = await response.body.text();
  const ok = response.statusCode === 200;
  const problem = ok ? '' : `${one.id} ${response.statusCode} ${text.slice(0, 200)}`;
  return { ok, problem, credits: ok ? Number(response.headers['x-credits-charged']) : 0 };
}

export async function overMcp(pool: Pool, one: Mixed, key: string): Promise<Answered> {
  const response = await pool.request({
    method: 'POST',
    path: '/mcp',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: one.tool, arguments: one.arguments },
    }),
  });
  const text = await response.body.text();
  const ok = response.statusCode === 200 && text.includes('"result":') && !text.includes('"isError":true');
  const problem = ok ? '' : `${one.tool} ${response.statusCode} ${text.slice(0, 200)}`;
  return { ok, problem, credits: ok ? one.credits : 0 };
}
