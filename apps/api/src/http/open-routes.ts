import document from '@domesday/contract/openapi.json' with { type: 'json' };
import express, { type Request, type Response, type Router } from 'express';
import { metricsRoute, onlyCollectors } from './health/metrics-route.ts';
import { readyProbe, serveAlive } from './health/ready.ts';
import { only } from './operations.ts';
import { staticAnswer } from './sending/static-answer.ts';
import type { Services } from './services.ts';

/** Routes that need no API key: liveness, readiness, the metrics (with their own token) and the contract. */
export function openRoutes(services: Services): Router {
  const router = express.Router({ caseSensitive: true });
  const reads = only('GET', 'HEAD');
  const now_ms = () => services.clock.now().getTime();
  router.route('/health').all(reads).get(serveAlive);
  router
    .route('/health/ready')
    .all(reads)
    .get(readyProbe(services.db, services.sources.choose, now_ms, services.ledger.outOfRoom));
  router.route('/metrics').all(onlyCollectors(services), reads).get(metricsRoute(services));
  router.route('/v1/openapi.json').all(reads).get(serveContract(services));
  return router;
}

/**
 * Serves the contract with an address that calls can be made to, because programs that import it take the address from
 * it, and many accept no relative one. Without a public address only a program on this machine is told one: that of its
 * own request.
 */
function serveContract({ public_url }: Services) {
  const naming = (url: string) =>
    staticAnswer({
      plain: Buffer.from(
        `${JSON.stringify({ ...document, servers: [{ url, description: 'This server' }] }, null, 2)}\n`,
      ),
      content_type: 'application/json; charset=utf-8',
      cache_control: 'no-cache',
    });
  const usual = naming(`${public_url ?? ''}/v1`);
  const local = new Map<string, ReturnType<typeof naming>>();
  return (req: Request, res: Response): Promise<void> => {
    const origin = public_url ? null : localOrigin(req);
    if (origin === null) return usual(req, res);
    const answer = local.get(origin) ?? naming(`${origin}/v1`);
    local.set(origin, answer);
    return answer(req, res);
  };
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** The address that a program on this machine used, with no proxy between; null for any other request. */
function localOrigin({ headers, socket }: Request): string | null {
  const proxied = ['x-forwarded-for', 'forwarded', 'via'].some((name) => headers[name] !== undefined);
  const known = LOOPBACK.map((name) => `${name}:${socket.localPort}`);
  return !proxied && known.includes(headers.host ?? '') ? `http://${headers.host}` : null;
}
