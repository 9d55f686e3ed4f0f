import { Agent } from 'node:http';
import { operationTable } from '@domesday/contract';
import { targets, tools } from '@domesday/mcp-tools';
import {
  emptyTally,
  fileTally,
  generateJson,
  NoAnswer,
  pick,
  type Random,
  type RawResponse,
  sandboxDatabase,
  seeded,
  sendAsIs,
  type TestDatabase,
  UNUSUAL_TEXTS,
  type ValueSchema,
  valueFor,
} from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMcpServer } from '../src/index.ts';

/** `npm run test:fuzz` sends more. */
const REQUESTS = Number(process.env.FUZZ_MCP_REQUESTS ?? 700);
const SEED = Number(process.env.FUZZ_SEED ?? 20261031);
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 60);
const AT_ONCE = 6;
const WITHIN_MS = 15_000;
const MODERN = '2026-07-28';

let database: TestDatabase;
let api: TestApi;
let server: ReturnType<typeof createMcpServer>;
let base: URL;
let secret: string;
let account_id: string;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  await database.db.query("insert into plans values ('fuzz', 2000000000, 100000)");
  ({ secret, account_id } = await api.newKey({ plan: 'fuzz' }));
  server = createMcpServer({ apiUrl: api.url });
  base = new URL((await server.listen()).url);
});
afterAll(async () => {
  agent.destroy();
  await server?.close();
  await api?.close();
  await database?.drop();
});

/** Valid arguments, to be mixed with odd ones. */
const GOOD: Record<string, unknown> = {
  uprn: '998000000001',
  outcode: 'XE1',
  q: 'quaxley',
  bedrooms: 2,
  address: '1 High Street',
  postcode: 'XE1 1AA',
};

const noReference = (): ValueSchema => ({});
type Message = Record<string, unknown>;

function randomCall(random: Random): Message {
  const tool = pick(random, tools) as { name: string; inputSchema: ValueSchema };
  const args: Record<string, unknown> = {};
  const { properties = {}, required = [] } = tool.inputSchema;
  for (const [name, schema] of Object.entries(properties)) {
    const wanted = required.includes(name) || name === 'outcode';
    if (random() < (wanted ? 0.85 : 0.12))
      args[name] = name in GOOD && random() < 0.7 ? GOOD[name] : valueFor(random, schema, noReference);
  }
  if (random() < 0.04) args[pick(random, UNUSUAL_TEXTS)] = pick(random, UNUSUAL_TEXTS);
  const name =
    random() < 0.96
      ? tool.name
      : pick(random, [...UNUSUAL_TEXTS, 'svc_get_propertyy', '__proto__', 'constructor']);
  const given =
    random() < 0.95 ? args : pick<unknown>(random, [null, [], 'x', 7, JSON.stringify(args), undefined]);
  return {
    jsonrpc: '2.0',
    id: Math.floor(random() * 1e6),
    method: 'tools/call',
    params: { name, arguments: given },
  };
}

const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'fuzz', version: '1.0.0' },
};

function randomMessage(random: Random): Message {
  const message = randomCall(random);
  const roll = random();
  if (roll < 0.62) return message;
  if (roll < 0.68)
    return {
      ...message,
      id: pick<unknown>(random, [null, {}, [], true, 1.5, -1, '', 'x'.repeat(9000), undefined, 2 ** 60]),
    };
  if (roll < 0.74)
    return {
      ...message,
      method: pick<unknown>(random, [
        'tools/lst',
        '',
        null,
        7,
        {},
        'resources/list',
        'prompts/get',
        'ping',
        'tools/list',
        'logging/setLevel',
        'server/discover',
        'subscriptions/listen',
        'completion/complete',
        'notifications/initialized',
        'notifications/cancelled',
        ...UNUSUAL_TEXTS.slice(40, 60),
      ]),
    };
  if (roll < 0.79)
    return {
      ...message,
      params: pick<unknown>(random, [
        null,
        [],
        'x',
        7,
        {},
        { name: 7 },
        { name: null, arguments: {} },
        { arguments: {} },
        undefined,
      ]),
    };
  if (roll < 0.83) return { ...message, jsonrpc: pick<unknown>(random, ['1.0', 2, null, undefined, '2.0 ']) };
  if (roll < 0.87)
    return {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: pick<unknown>(random, [
        INITIALIZE,
        {
          ...INITIALIZE,
          protocolVersion: pick<unknown>(random, [
            '1999-01-01',
            '',
            null,
            7,
            '2024-11-05',
            MODERN,
            'x'.repeat(500),
          ]),
        },
        { ...INITIALIZE, capabilities: null },
        {},
        null,
      ]),
    };
  if (roll < 0.95) {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': pick<unknown>(random, [
        MODERN,
        MODERN,
        MODERN,
        '2099-01-01',
        null,
        7,
      ]),
      'io.modelcontextprotocol/clientCapabilities': pick<unknown>(random, [{}, {}, null, 'x']),
      'io.modelcontextprotocol/clientInfo': pick<unknown>(random, [
        INITIALIZE.clientInfo,
        INITIALIZE.clientInfo,
        {},
        'x',
      ]),
    };
    return {
      ...message,
      params: {
        ...(message.params as object),
        _meta: random() < 0.9 ? meta : pick<unknown>(random, [null, 'x', []]),
      },
    };
  }
  if (roll < 0.97) return { jsonrpc: '2.0', id: 1, result: { x: 1 } };
  return { jsonrpc: '2.0', id: 1, error: pick<unknown>(random, [{ code: -1, message: 'x' }, null, 'x']) };
}

function randomHeaders(random: Random, message: Message): Record<string, string> {
  const { method, params } = message as { method?: unknown; params?: { name?: unknown; _meta?: object } };
  const ascii = (value: unknown) =>
    String(value)
      .replaceAll(/[^\x21-\x7e]/g, '?')
      .slice(0, 500) || 'x';
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    Authorization: `Bearer ${secret}`,
  };
  if (params?._meta) {
    headers['MCP-Protocol-Version'] = random() < 0.9 ? MODERN : '2025-11-25';
    headers['Mcp-Method'] = random() < 0.93 ? ascii(method) : 'tools/list';
    if (params.name !== undefined) headers['Mcp-Name'] = random() < 0.93 ? ascii(params.name) : 'svc_other';
  }
  if (random() < 0.12)
    Object.assign(
      headers,
      pick<Record<string, string>>(random, [
        { 'MCP-Protocol-Version': pick(random, ['1999-01-01', 'x', '2024-11-05', '2025-06-18', MODERN]) },
        { Accept: pick(random, ['application/json', 'text/event-stream', 'text/html', '*/*', 'x']) },
        { 'Content-Type': pick(random, ['text/plain', 'application/json; charset=utf-16', 'x']) },
        { 'Content-Encoding': 'gzip' },
        {
          Authorization: pick(random, [
            'Bearer',
            'Bearer x',
            'Basic x',
            `bearer  ${secret}`,
            `Bearer ${secret} `,
          ]),
        },
        { Origin: pick(random, ['https://example.org', 'null', 'http://localhost', 'x']) },
        { Host: pick(random, ['example.org', 'x:99999', '127.0.0.1']) },
        { 'Mcp-Session-Id': ascii(pick(random, UNUSUAL_TEXTS)) },
        { 'Last-Event-ID': '7' },
        { 'Mcp-Method': ascii(pick(random, UNUSUAL_TEXTS)) },
        { 'X-Long': 'a'.repeat(9000) },
      ]),
    );
  return headers;
}

/** One sentence for each way in which an answer breaks the protocol. */
function protocolFaults(method: string, { status, headers, text }: RawResponse): string[] {
  if (status >= 500) return [`${status} ${text.slice(0, 200)}`];
  if (status === 202) return text === '' ? [] : ['202 with a body'];
  if (status === 0 || (status >= 300 && status < 400)) return [`status ${status}`];
  if (headers['access-control-allow-origin']) return ['a CORS header'];
  if (method === 'HEAD') return [];
  const message = messageOf(headers, text);
  if (!message) return [`${status} without a JSON-RPC message: ${text.slice(0, 120)}`];
  if (message.jsonrpc !== '2.0' || !('id' in message)) return [`no JSON-RPC: ${text.slice(0, 120)}`];
  const error = message.error as { code?: unknown; message?: unknown } | undefined;
  if (error) {
    if (!Number.isInteger(error.code) || typeof error.message !== 'string')
      return [`no JSON-RPC error: ${text.slice(0, 120)}`];
    // -32603 is a fault of the server, as a 5xx is.
    return error.code === -32603 || 'result' in message ? [`a server fault: ${text.slice(0, 200)}`] : [];
  }
  const result = message.result as { content?: { type?: unknown; text?: unknown }[] } | undefined;
  if (typeof result !== 'object' || result === null || status !== 200) return [`${status} without a result`];
  if (
    result.content &&
    !result.content.every((part) => part.type === 'text' && typeof part.text === 'string')
  )
    return ['content that is not text'];
  return [];
}

function messageOf(headers: RawResponse['headers'], text: string): Message | null {
  const json = String(headers['content-type']).startsWith('text/event-stream')
    ? /^data: ([^\r\n]*)/m.exec(text)?.[1]
    : text;
  try {
    return JSON.parse(json ?? '') as Message;
  } catch {
    return null;
  }
}

/** The charge that an answered call must have in the ledger, derived from the answer. */
function chargeOf(tool: string, message: Message | null): [string, number] | null {
  const result = message?.result as
    | { isError?: boolean; content?: { text: string }[]; _meta?: Record<string, string> }
    | undefined;
  if (!result?.content || result.isError) return null;
  const operation = operationTable.find((o) => o.id === targets.find((t) => t.tool === tool)?.operation)!;
  const body = JSON.parse(result.content[0]!.text) as {
    quote?: boolean;
    risks?: { level: unknown }[];
  };
  const credits =
    body.quote === true
      ? 0
      : operation.id === 'risks.get'
        ? body.risks!.filter((risk) => risk.level !== null).length
        : operation.credits;
  if (credits === 0) return null;
  return [result._meta!['X-Request-Id']!, credits];
}

it(
  'answers generated messages as the protocol requires, without an internal error, and charges what it answered',
  async () => {
    const tally = emptyTally('MCP');
    const random = seeded(SEED);
    const expected = new Map<string, number>();
    const began_ms = performance.now();
    const fault = (text: string) => {
      // Reports one failure of each kind.
      if (!tally.faults.some((known) => known.slice(-60) === text.slice(-60)) && tally.faults.length < 25)
        tally.faults.push(text);
    };
    const one = async (): Promise<void> => {
      const message = randomMessage(random);
      const headers = randomHeaders(random, message);
      const method = random() < 0.97 ? 'POST' : pick(random, ['GET', 'DELETE', 'PUT', 'OPTIONS', 'HEAD']);
      const json = random() < 0.03 ? JSON.stringify([message, message]) : generateJson(random, message);
      const body = Buffer.from(json, random() < 0.02 ? 'latin1' : random() < 0.02 ? 'utf16le' : 'utf8');
      const shown = `${method} ${JSON.stringify(headers).slice(0, 400)} ${json.slice(0, 500)}`;
      api.clock.advance(20);
      tally.sent++;
      const sent_ms = performance.now();
      try {
        const request = { method, path: '/mcp', headers, body: method === 'POST' ? body : null, agent };
        const answer = await sendAsIs(base, request, WITHIN_MS);
        tally.slowest_ms = Math.max(tally.slowest_ms, performance.now() - sent_ms);
        const faults = protocolFaults(method, answer);
        if (answer.status >= 500) tally.server_errors++;
        else if (faults.length) tally.off_contract++;
        for (const f of faults) fault(`${shown}: ${f}`);
        const tool = (message.params as { name?: string } | undefined)?.name ?? '';
        const charge =
          method === 'POST' && !faults.length ? chargeOf(tool, messageOf(answer.headers, answer.text)) : null;
        if (charge) {
          expected.set(...charge);
          tally.credits_expected += charge[1];
        }
      } catch (error) {
        if (error instanceof NoAnswer) tally.hangs++;
        else if (['EPIPE', 'ECONNRESET'].includes((error as { code?: string }).code ?? '')) return;
        else tally.off_contract++;
        fault(`${shown}: ${error}`);
      }
    };
    let sent = 0;
    const worker = async (): Promise<void> => {
      while (sent++ < REQUESTS && performance.now() - began_ms < SECONDS * 1000) await one();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const { rows } = await database.db.query('select request_id, credits from ledger where account_id = $1', [
      account_id,
    ]);
    tally.credits_found = rows.reduce((sum, row) => sum + row.credits, 0);
    fileTally(tally);
    if (process.env.FUZZ_REPORT)
      console.log(`MCP: ${Math.round(tally.sent / ((performance.now() - began_ms) / 1000))} messages/s`);
    expect(tally.faults).toEqual([]);
    expect(tally).toMatchObject({ server_errors: 0, off_contract: 0, hangs: 0 });
    expect(new Map(rows.map((row) => [row.request_id, row.credits]))).toEqual(expected);
    expect(expected.size).toBeGreaterThan(10);
  },
  SECONDS * 2000 + 60_000,
);
