import express, { type Router } from 'express';
import type { Services } from '../http/services.ts';
import { portalFiles } from './files.ts';
import { takeSession } from './session.ts';
import { signInRoutes } from './sign-in.ts';

/** The portal: its pages, its sessions, and what only its pages ask. The pages ask the rest of the API itself. */
export function portal(services: Services): Router {
  const router = express.Router({ caseSensitive: true });
  router.use('/portal', signInRoutes(services));
  router.use(portalFiles());
  router.use(takeSession(services));
  return router;
}
