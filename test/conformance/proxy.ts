import { createServer, type IncomingHttpHeaders, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Tools that the suite calls, and our tools in their place. */
const STAND_INS: Record<string, { name: string; arguments: object }> = {
  test_simple_text: { name: 'svc_api_status', arguments: {} },
  test_error_handling: { name: 'svc_get_property', arguments: { uprn: '999999999999' } },
};

/**
 * The suite sends no key and calls tools of its own. This proxy, for the suite alone, adds the key and replaces two of
 * their tools by ours, in the body and in `Mcp-Name`; everything else passes unchanged.
 */
export async function startProxy(mcp_url: string, key: string): Promise<{ url: string; close(): void }> {
  const target = new URL(mcp_url);
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = renamed(Buffer.concat(chunks).toString('utf8'));
    const headers: IncomingHttpHeaders = { ...incoming.headers, authorization: `Bearer ${key}` };
    // The checks of Host and Origin must see what the suite sent, with the server's port in place of the proxy's.
    if (headers.host === `127.0.0.1:${port}` || headers.host === `localhost:${port}`)
      headers.host = target.host;
    const named = headers['mcp-name'];
    if (typeof named === 'string' && STAND_INS[named]) headers['mcp-name'] = STAND_INS[named].name;
    if (headers['content-length']) headers['content-length'] = String(Buffer.byteLength(body));
    const upstream = send(
      { host: target.hostname, port: target.port, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    upstream.on('error', () => outgoing.destroy());
    outgoing.on('close', () => upstream.destroy());
    upstream.end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}${target.pathname}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function renamed(body: string): string {
  let message: { method?: string; params?: { name?: string; arguments?: object } };
  try {
    message = JSON.parse(body);
  } catch {
    return body;
  }
  const stand_in = message?.method === 'tools/call' ? STAND_INS[message.params?.name ?? ''] : undefined;
  if (!stand_in) return body;
  return JSON.stringify({ ...message, params: { ...message.params, ...stand_in } });
}
