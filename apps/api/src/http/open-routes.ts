import document from '@domesday/contract/openapi.json' with { type: 'json' };
import express, { type Router } from 'express';
import { readyProbe, serveAlive } from './ready.ts';
import type { Services } from './services.ts';

/**
 * What is open without a key: whether this server is alive and ready, the metrics for this machine alone, and the
 * contract.
 */
export function openRoutes({ db, metrics }: Services): Router {
  const router = express.Router({ caseSensitive: true });
  const contract = `${JSON.stringify(document, null, 2)}\n`;
  router.get('/health', serveAlive);
  router.get('/health/ready', readyProbe(db));
  router.get('/metrics', (req, res) => metrics.serve(req, res));
  router.get('/v1/openapi.json', (_req, res) => void res.type('json').send(contract));
  return router;
}
