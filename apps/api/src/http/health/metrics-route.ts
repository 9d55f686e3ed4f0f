import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { continueWhenRead } from '@domesday/open-network/expect-continue';
import type { RequestHandler } from 'express';
import { unknownPath } from '../operations.ts';
import type { Services } from '../services.ts';

/**
 * Lets a collector with the bearer token read /metrics on the port of the API. Without a configured token the path does
 * not exist.
 */
export function onlyCollectors({ metrics_token }: Services): RequestHandler {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = metrics_token ? digest(`Bearer ${metrics_token}`) : null;
  return (req, _res, next) => {
    if (!expected || !timingSafeEqual(expected, digest(req.headers.authorization ?? '')))
      return unknownPath();
    next();
  };
}

export function metricsRoute({ metrics }: Services): RequestHandler {
  return async (_req, res) => {
    const { content_type, text } = await metrics.text();
    res.setHeader('Content-Type', content_type);
    res.end(text);
  };
}

/** Serves /metrics on a port of its own, which a proxy in front of the API does not reach. */
export async function serveMetrics(
  { metrics }: Services,
  host: string,
  port: number,
): Promise<{ port: number; close(): void }> {
  const handle = continueWhenRead(async (req, res) => {
    // Some collectors are configured to send parameters.
    if (req.url?.split('?', 1)[0] !== '/metrics') return void res.writeHead(404).end();
    if (req.method !== 'GET' && req.method !== 'HEAD')
      return void res.writeHead(405, { Allow: 'GET, HEAD' }).end();
    try {
      const { content_type, text } = await metrics.text();
      res.writeHead(200, { 'Content-Type': content_type }).end(text);
    } catch {
      res.writeHead(503).end();
    }
  });
  const server: Server = createServer(handle).on('checkContinue', handle);
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, done);
  });
  return {
    port: (server.address() as { port: number }).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
