import express, { type Router } from 'express';
import { authenticate } from '../http/authenticate.ts';
import { chooseSource } from '../http/meta/choose-source.ts';
import { only, otherMethods } from '../http/operations.ts';
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
  const signIn = signInRoutes(services);
  const signedIn = [
    accountRoutes(services),
    areaRoutes(services.clock),
    authorityRoutes(services),
    dataRoutes(),
    mapRoutes(services),
  ];
  // HEAD is refused: a mail scanner that checks the sign-in link before the reader opens it would use it up.
  router.use('/portal', otherMethods(signIn, ...signedIn), signIn);
  router.use(portalFiles());
  router.use(takeSession(services));
  router.route('/portal/base-map').all(only('GET')).get(authenticate(services), baseMap(services));
  router.use('/portal', authenticate(services), limitRate(services), chooseSource(services), ...signedIn);
  return router;
}
