import document from '@domesday/contract/openapi.json' with { type: 'json' };
import express, { type Router } from 'express';
import { metricsRoute } from './metrics-route.ts';
import { only } from './operations.ts';
import { readyProbe, serveAlive } from './ready.ts';
import type { Services } from './services.ts';
import { staticAnswer } from './static-answer.ts';

/** Routes that need no API key: liveness, readiness, the metrics (with their own token) and the contract. */
export function openRoutes(services: Services): Router {
  const router = express.Router({ caseSensitive: true });
  const reads = only('GET', 'HEAD');
  // Programs that make calls of the contract take the address from it, and many take no relative one.
  const { public_url } = services;
  const servers = public_url ? [{ url: `${public_url}/v1`, description: 'This server' }] : document.servers;
  const contract = `${JSON.stringify({ ...document, servers }, null, 2)}\n`;
  router.route('/health').all(reads).get(serveAlive);
  router
    .route('/health/ready')
    .all(reads)
    .get(readyProbe(services.db, services.sources.choose, () => services.clock.now().getTime()));
  router.get('/metrics', metricsRoute(services));
  router
    .route('/v1/openapi.json')
    .all(reads)
    .get(
      staticAnswer({
        plain: Buffer.from(contract),
        content_type: 'application/json; charset=utf-8',
        cache_control: 'no-cache',
      }),
    );
  return router;
}
