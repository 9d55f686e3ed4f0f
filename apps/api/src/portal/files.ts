import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { operatorCommand } from '@domesday/loading/operator-command';
import express, { type Request, type RequestHandler, type Router } from 'express';
import { escapeHtml } from '../http/forms/escape-html.ts';
import { only, unknownPath } from '../http/operations.ts';
import { staticAnswer } from '../http/sending/static-answer.ts';

/**
 * Content Security Policy of the pages: they load files of this server only. MapLibre draws from blobs and loads its
 * worker from a file.
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

/** Paths that are views of the single-page portal, as in the portal's own pages.ts, with the module of each. */
export const VIEWS: [pattern: RegExp, module: string][] = [
  [/^\/$/, 'start'],
  [/^\/homes\/[^/]+$/, 'home'],
  [/^\/areas\/[^/]+$/, 'area'],
  [/^\/addresses$/, 'addresses'],
  [/^\/account$/, 'account'],
  [/^\/data$/, 'data'],
  [/^\/map$/, 'map'],
  [/^\/docs\/reference\/[^/]+$/, 'operation'],
  [/^\/docs\/guides\/[^/]+$/, 'guide'],
  [/^(?:\/v1)?\/docs(?:\/reference)?$/, 'docs'],
];

/** The content of `<meta name="domesday-command">`. */
const SHIPPED_COMMAND = /(?<=<meta name="domesday-command" content=")[^"]*/;
const reads = only('GET', 'HEAD');
const COMPRESSED = /\.(?:br|gz)$/;
const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Serves the portal's pages, built and compressed in apps/web/dist; does nothing if they have not been built. The files
 * are read once: opening one for each request would hold memory for each client that does not read.
 */
export function portalFiles(folder = builtFolder()): Router {
  const router = express.Router({ caseSensitive: true });
  if (!existsSync(join(folder, 'index.html'))) return router;
  const page = pageAnswer(join(folder, 'index.html'));
  const links = new Map(VIEWS.map(([, module]) => [module, linksOf(folder, module)]));
  const files = new Map<string, RequestHandler>();
  if (existsSync(join(folder, 'icon.svg'))) {
    files.set('/icon.svg', fileAnswer(join(folder, 'icon.svg'), 'no-cache'));
  }
  for (const name of readdirSync(join(folder, 'assets')).filter((one) => !COMPRESSED.test(one))) {
    // The name of an asset contains the hash of its content.
    const forever = 'public, max-age=31536000, immutable';
    files.set(`/assets/${name}`, fileAnswer(join(folder, 'assets', name), forever));
  }
  router.use((req, res, next) => {
    const view = viewAt(req.path);
    const serve = view ? page : files.get(req.path);
    if (req.method !== 'GET' && req.method !== 'HEAD') return serve ? reads(req, res, next) : next();
    const bare = req.path.replace(/\/$/, '');
    if (!serve && viewAt(bare)) return res.redirect(308, bare + req.url.slice(req.path.length));
    if (!serve && isOpened(req))
      return page(req, res.status(404).setHeader('Content-Security-Policy', POLICY), next);
    if (!serve) return req.path.startsWith('/assets/') ? unknownPath() : next();
    res.setHeader('Content-Security-Policy', POLICY);
    if (view && links.get(view)) res.setHeader('Link', links.get(view)!);
    return serve(req, res, next);
  });
  return router;
}

function viewAt(path: string): string | undefined {
  return VIEWS.find(([pattern]) => pattern.test(path))?.[1];
}

/** Whether a browser opens a path outside the API. A page tells a person more than an error in JSON. */
function isOpened({ path, headers }: Request): boolean {
  return !/^\/(?:v1|portal|assets)(?:\/|$)/.test(path) && headers.accept?.includes('text/html') === true;
}

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/**
 * A Link header with everything that a view loads, so that the browser requests all of it as soon as the page begins to
 * arrive, not one file after the other.
 */
function linksOf(folder: string, module: string): string {
  const path = join(folder, '.vite/manifest.json');
  if (!existsSync(path)) return '';
  const chunks = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Chunk>;
  const wanted = new Set<string>();
  const collect = (name: string): void => {
    if (wanted.has(name) || !chunks[name]) return;
    wanted.add(name);
    for (const other of chunks[name].imports ?? []) collect(other);
  };
  collect('index.html');
  collect(`src/pages/${module}.tsx`);
  const of = [...wanted].map((name) => chunks[name]!);
  return [
    ...of.map(({ file }) => `</${file}>; rel=modulepreload; crossorigin`),
    ...of.flatMap(({ css }) => css ?? []).map((file) => `</${file}>; rel=preload; as=style; crossorigin`),
    '</portal/session>; rel=preload; as=fetch; crossorigin',
  ].join(', ');
}

/** The page, with the command prefix that the operator of this server uses. */
function pageAnswer(path: string): RequestHandler {
  const shipped = readFileSync(path, 'utf8');
  const plain = shipped.replace(SHIPPED_COMMAND, () => escapeHtml(operatorCommand('').trimEnd()));
  if (plain === shipped) return fileAnswer(path, 'no-cache');
  return staticAnswer({
    plain: Buffer.from(plain),
    content_type: TYPES['.html']!,
    cache_control: 'no-cache',
  });
}

function fileAnswer(path: string, cache_control: string): RequestHandler {
  const compressed = (ending: string) =>
    existsSync(path + ending) ? readFileSync(path + ending) : undefined;
  const [br, gzip] = [compressed('.br'), compressed('.gz')];
  return staticAnswer({
    plain: readFileSync(path),
    ...(br && { br }),
    ...(gzip && { gzip }),
    content_type: TYPES[extname(path)] ?? 'application/octet-stream',
    cache_control,
  });
}

/** Relative to this app, whether it runs as a bundle or from its source. */
function builtFolder(): string {
  const beside = ['../../web/dist', '../../../web/dist'].map((path) => join(import.meta.dirname, path));
  return beside.find((folder) => existsSync(folder)) ?? beside[0]!;
}
