import express, { type Router } from 'express';
import { authenticate } from '../http/authenticate.ts';
import { chooseSource } from '../http/meta/choose-source.ts';
import { only } from '../http/operations.ts';
import { limitRate } from '../http/rate-limit.ts';
import type { Services } from '../http/services.ts';
import { accountRoutes } from './account.ts';
import { areaRoutes } from './areas.ts';
import { authorityRoutes } from './authorities.ts';
import { baseMap } from './base-map.ts';
import { dataRoutes } from './data.ts';
import { portalFiles } from './files.ts';
import { mapRoutes } from './map.ts';
import { takeSession } from './session.ts';
import { signInRoutes } from './sign-in.ts';

/**
 * The portal: its pages, its sessions, and the routes that only its pages use. For everything else the pages use the
 * API.
 */
export function portal(services: Services): Router {
  const router = express.Router({ caseSensitive: true });
  // A scanner of mail that looks at the link before its reader does would use it up.
  router.head('/portal/{*path}', only('GET'));
  router.use('/portal', signInRoutes(services));
  router.use(portalFiles());
  router.use(takeSession(services));
  router.get('/portal/base-map', authenticate(services), baseMap(services));
  router.use(
    '/portal',
    authenticate(services),
    limitRate(services),
    chooseSource(services),
    accountRoutes(services),
    areaRoutes(services.clock),
    authorityRoutes(services),
    dataRoutes(),
    mapRoutes(services),
  );
  return router;
}
