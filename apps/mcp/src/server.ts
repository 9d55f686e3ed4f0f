import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { targets as generatedTargets, tools as generatedTools, type ToolTarget } from '@domesday/mcp-tools';
import { addressOf, TRUSTED_BY_DEFAULT, trustIn } from '@domesday/open-network/address';
import { boundConnections, inTurn, listenOn } from '@domesday/open-network/connections';
import { drainable } from '@domesday/open-network/draining';
import { continueWhenRead } from '@domesday/open-network/expect-continue';
import { hostInUrl } from '@domesday/open-network/hosts';
import { repeatedHeader } from '@domesday/open-network/repeated-headers';
import { logTurnedAway } from '@domesday/open-network/turned-away';
import { answerUnreadable, noteAnswer } from '@domesday/open-network/unreadable';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { type Logger, pino } from 'pino';
import type { Dispatcher } from 'undici';
import { createGate } from './gate.ts';
import { createHttpGuard } from './http-guard.ts';
import { createKeyCheck } from './key-check.ts';
import { CALLER_ADDRESS } from './meta.ts';
import { createProtocol } from './protocol.ts';
import { messageReader } from './read-message.ts';
import { rpcError, sendJson, sendRpcError } from './replies.ts';
import { createSignIn } from './sign-in.ts';
import { compileToolset } from './toolset.ts';
import { CALL_ID, createUndelivered } from './undelivered.ts';
import { connectUpstream } from './upstream.ts';

export interface McpServerOptions {
  /** Address of the REST layer, with or without `/v1`. */
  apiUrl: string;
  /** Interface to listen on; default 127.0.0.1. */
  host?: string;
  /** Port to listen on; 0, the default, = any free one. */
  port?: number;
  /** Host names accepted in `Host` and `Origin` besides loopback and `host`. */
  allowedHosts?: string[];
  /** Proxies whose X-Forwarded-For is believed; default: those of this machine. */
  trustedProxies?: string[];
  /** Longest wait for an answer of the REST layer, milliseconds; default 30 s. */
  timeoutMs?: number;
  log?: Logger;
  /** Public address of the service, without a path, if clients may sign in with OAuth. */
  oauthIssuer?: string | null;
  /** Milliseconds by a clock that is never set back; for tests. */
  now?: () => number;
  /** Sends calls to the REST layer, instead of the server's own pool; for tests. */
  dispatcher?: Dispatcher;
  /** Tools instead of those of the contract; for tests. */
  tools?: { tools: readonly unknown[]; targets: readonly ToolTarget[] };
}

export interface RunningMcpServer {
  listen(): Promise<{ url: string; port: number }>;
  /** Accepts requests on open connections for `last_requests_ms`, and lets calls finish for up to ten seconds. */
  close(last_requests_ms?: number): Promise<void>;
}

const GRACE_MS = 10_000;
const SERVED = {
  // A request without Host is refused below, with the body that every error has.
  requireHostHeader: false,
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5000,
  keepAliveTimeout: 65_000,
};

/** The path of the request target. HTTP requires servers to accept the whole address as target too. */
function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)[0]!;
}

function headerProblem(request: IncomingMessage): string | null {
  if (request.headers.host === undefined && request.httpVersion === '1.1')
    return 'The request lacks the header Host.';
  const repeated = repeatedHeader(request);
  return repeated && `The header ${repeated} is given more than once.`;
}

export function createMcpServer(options: McpServerOptions): RunningMcpServer {
  const host = options.host ?? '127.0.0.1';
  const log = options.log ?? pino({ level: 'silent' });
  const source = options.tools ?? { tools: generatedTools, targets: generatedTargets };
  const toolset = compileToolset(source.tools, source.targets);
  const now = options.now ?? (() => performance.now());
  const trust = trustIn(options.trustedProxies ?? TRUSTED_BY_DEFAULT);
  const gate = createGate(now);
  const upstream = connectUpstream(
    options.apiUrl,
    options.timeoutMs ?? 30_000,
    gate.knew,
    options.dispatcher,
  );
  const checkKey = createKeyCheck(upstream, now);
  const refusal = createHttpGuard(host, options.allowedHosts ?? []);
  const signIn = options.oauthIssuer ? createSignIn(options.oauthIssuer) : null;
  const readMessage = messageReader(gate, checkKey, signIn);
  const parts = { toolset, upstream, checkKey, log };

  const undelivered = createUndelivered(now);
  const handler = createProtocol(parts, undelivered);
  const serveMessage = toNodeHandler(handler, {
    onerror: (error) => log.error({ err: error }, 'request failed'),
  });

  async function serveMcp(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refused = refusal(request.headers);
    if (refused) return sendRpcError(response, 403, -32000, refused);
    if (request.method !== 'POST') {
      return sendRpcError(response, 405, -32000, 'Only POST is served here.', null, { allow: 'POST' });
    }
    const address = addressOf(request, trust);
    const message = await readMessage(request, response, address);
    // A client that has left gets no call made: nothing would show that its answer was not read.
    if (!message || response.destroyed) return;
    // Some clients accept only one of the two types; Host and Origin are checked above.
    Object.assign(request.headers, {
      accept: 'application/json, text/event-stream',
      host: 'localhost',
      [CALLER_ADDRESS]: address ?? '',
      [CALL_ID]: undelivered.watch(response),
    });
    response.setHeader('x-accel-buffering', 'no');
    await serveMessage(request, response, message);
  }

  const answer = continueWhenRead((request, response) => {
    noteAnswer(request, response);
    const problem = headerProblem(request);
    if (problem) return sendRpcError(response, 400, -32600, problem, null, { connection: 'close' });
    const pathname = pathOf(request.url ?? '');
    if (pathname === '/mcp') {
      serveMcp(request, response).catch((error: unknown) => {
        // The caller has left, or this server has failed; the answer must not contain details of the failure.
        if (response.destroyed) return;
        log.error({ err: error }, 'request failed');
        if (response.headersSent) response.destroy();
        else sendRpcError(response, 500, -32603, 'The server failed to answer.');
      });
      return;
    }
    const read = signIn?.paths.has(pathname) ? signIn.metadata : pathname === '/health' && { status: 'ok' };
    if (read && (request.method === 'GET' || request.method === 'HEAD')) return sendJson(response, 200, read);
    if (read)
      return sendJson(response, 405, { error: 'Only GET and HEAD are served here.' }, { allow: 'GET, HEAD' });
    sendJson(response, 404, {
      error: 'There is nothing here. MCP is served at POST /mcp, without a trailing slash.',
    });
  });
  const onTurnedAway = logTurnedAway(log);
  const handle = inTurn(answer, onTurnedAway);
  const http = createServer(SERVED, handle);
  answerUnreadable(http, ({ message }) => rpcError(-32600, message), onTurnedAway);
  http.on('checkContinue', handle);
  // An Expect other than 100-continue is ignored, as HTTP allows.
  http.on('checkExpectation', handle);
  boundConnections(http, trust, { onTurnedAway });
  const drain = drainable(http);

  return {
    listen: async () => {
      const port = await listenOn(http, host, options.port ?? 0);
      return { url: `http://${hostInUrl(host)}:${port}/mcp`, port };
    },
    close: async (last_requests_ms = 0) => {
      await drain({ last_requests_ms, most_ms: GRACE_MS });
      await handler.close();
      await upstream.close();
    },
  };
}
