import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { type CallParts, callTool } from './call-tool.ts';
import { beginningOf } from './error-text.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { callHeaders, reportProgress } from './meta.ts';
import { CALL_ID, callName, type Undelivered } from './undelivered.ts';

const IDENTITY = { name: 'svc', version: '1.0.0' };

/**
 * The protocol side of the server: its identity, its tools, and their results. Each request has a server object of its
 * own.
 */
export function createProtocol(parts: CallParts, undelivered: Undelivered) {
  const list = { tools: [...parts.toolset.values()].map((ready) => ready.tool) };
  const jsonSchemaValidator = new AjvJsonSchemaValidator();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const server = new Server(IDENTITY, {
        capabilities: { tools: {} },
        jsonSchemaValidator,
        instructions: INSTRUCTIONS,
        cacheHints: {
          'tools/list': { ttlMs: 60_000, cacheScope: 'private' },
          'server/discover': { ttlMs: 3_600_000, cacheScope: 'public' },
        },
      });
      server.setRequestHandler('tools/list', ({ params }) => {
        if (!params?.cursor) return list;
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          'Unknown cursor: all tools are in the first answer.',
        );
      });
      server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
        const ready = parts.toolset.get(params.name);
        if (!ready) {
          throw new ProtocolError(
            ProtocolErrorCode.InvalidParams,
            `Unknown tool: ${beginningOf(params.name, 128)}`,
          );
        }
        const stop = reportProgress(mcpReq);
        const headers = callHeaders(requestInfo?.headers, mcpReq._meta);
        const given = params.arguments ?? {};
        const id = requestInfo?.headers.get(CALL_ID) ?? null;
        const name = callName(headers.authorization, params.name, given);
        return undelivered
          .answer(id, name, () => callTool(parts, ready, given, headers, mcpReq.signal))
          .finally(stop);
      });
      return server;
    },
    { responseMode: 'sse', onerror: (error) => parts.log.debug({ err: error }, 'protocol error') },
  );
  const fetch: typeof handler.fetch = async (...call) => {
    const answer = await handler.fetch(...call);
    // The library sends `Connection: keep-alive` even if this request is the last on its connection.
    answer.headers.delete('connection');
    return answer;
  };
  return { fetch, close: () => handler.close() };
}
