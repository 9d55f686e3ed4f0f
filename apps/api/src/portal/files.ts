import { existsSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Router } from 'express';
import sirv from 'sirv';
import { unknownPath } from '../http/operations.ts';

/** What a page may load: files of this server alone. MapLibre draws from blobs and keeps its worker in a file. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Addresses that are views of the one page. What else is asked is not found, as before. */
const VIEWS = /^\/(?:$|homes\/|areas\/|account$|data$|map$|docs(?:$|\/)|v1\/docs(?:$|\/))/;

const FILES = /^\/(?:assets\/[\w.-]+|icon\.svg)$/;

/** The portal's pages, as built and compressed under apps/web/dist; nothing where they have not been built. */
export function portalFiles(folder = builtFolder()): Router {
  const router = express.Router({ caseSensitive: true });
  if (!existsSync(join(folder, 'index.html'))) return router;
  const serve = sirv(folder, { brotli: true, gzip: true, etag: true });
  router.use((req, res, next) => {
    const view = VIEWS.test(req.path);
    if ((req.method !== 'GET' && req.method !== 'HEAD') || (!view && !FILES.test(req.path))) return next();
    // Here and not in sirv's setHeaders, which a 304 goes without: its headers replace those of the kept page.
    res.setHeader('Content-Security-Policy', POLICY);
    // The name of an asset holds the hash of what is in it.
    const hashed = req.path.startsWith('/assets/');
    res.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (view) req.url = '/index.html';
    serve(req, res, unknownPath);
  });
  return router;
}

/** Beside this app, whether it runs as one bundle or from its source. */
function builtFolder(): string {
  const beside = ['../../web/dist', '../../../web/dist'].map((path) => join(import.meta.dirname, path));
  return beside.find((folder) => existsSync(folder)) ?? beside[0]!;
}
