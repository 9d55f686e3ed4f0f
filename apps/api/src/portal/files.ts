import { existsSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Router } from 'express';
import sirv from 'sirv';
import { unknownPath } from '../http/operations.ts';

/**
 * Content Security Policy of the pages: files of this server only. MapLibre draws from blobs and loads its worker from
 * a file.
 */
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

/** Paths that are views of the single-page portal. Other paths are not found. */
const VIEWS = /^\/(?:$|homes\/|areas\/|account$|data$|map$|docs(?:$|\/)|v1\/docs(?:$|\/))/;

const FILES = /^\/(?:assets\/[\w.-]+|icon\.svg)$/;

/**
 * Serves the portal's pages, built and compressed under apps/web/dist; does nothing if they have not been built.
 */
export function portalFiles(folder = builtFolder()): Router {
  const router = express.Router({ caseSensitive: true });
  if (!existsSync(join(folder, 'index.html'))) return router;
  const serve = sirv(folder, { brotli: true, gzip: true, etag: true });
  router.use((req, res, next) => {
    const view = VIEWS.test(req.path);
    if ((req.method !== 'GET' && req.method !== 'HEAD') || (!view && !FILES.test(req.path))) return next();
    // Set here and not in sirv's setHeaders, which a 304 skips: its headers replace those of the cached page.
    res.setHeader('Content-Security-Policy', POLICY);
    // The name of an asset contains the hash of its content.
    const hashed = req.path.startsWith('/assets/');
    res.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (view) req.url = '/index.html';
    serve(req, res, unknownPath);
  });
  return router;
}

/** Relative to this app, whether it runs as a bundle or from its source. */
function builtFolder(): string {
  const beside = ['../../web/dist', '../../../web/dist'].map((path) => join(import.meta.dirname, path));
  return beside.find((folder) => existsSync(folder)) ?? beside[0]!;
}
