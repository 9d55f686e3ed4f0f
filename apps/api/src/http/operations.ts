import { type OperationEntry, operationTable } from '@domesday/contract';
import express, { type RequestHandler, type Router } from 'express';
import { ApiError, notFound } from './errors.ts';

/** Adds a route for each operation of the contract, with its steps in order; other methods are answered 405. */
export function operationRoutes(stepsOf: (entry: OperationEntry) => RequestHandler[]): Router {
  const router = express.Router({ caseSensitive: true });
  for (const [path, entries] of entriesByPath()) {
    const route = router.route(path).all(only(...entries.map((entry) => entry.method.toUpperCase())));
    for (const entry of entries) route[entry.method](...stepsOf(entry));
  }
  return router;
}

/** Answers 405 where a path of these routers is asked for with a method that none of them has. */
export function otherMethods(...routers: Router[]): Router {
  const offered = new Map<string, Set<string>>();
  for (const { route } of routers.flatMap(({ stack }) => stack)) {
    if (!route) continue;
    const methods = offered.get(route.path) ?? new Set();
    for (const { method } of route.stack) methods.add(method.toUpperCase());
    offered.set(route.path, methods);
  }
  const refusing = express.Router({ caseSensitive: true });
  for (const [path, methods] of offered) refusing.all(path, only(...methods));
  return refusing;
}

export function unknownPath(): never {
  throw notFound('unknown_path', 'There is no such path. All paths are listed in /v1/openapi.json.');
}

/** The path of an operation as Express writes it. */
export function routeOf({ path }: OperationEntry): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function entriesByPath(): Map<string, OperationEntry[]> {
  const byPath = new Map<string, OperationEntry[]>();
  for (const entry of operationTable) {
    const path = routeOf(entry);
    byPath.set(path, [...(byPath.get(path) ?? []), entry]);
  }
  return byPath;
}

/**
 * Lets these methods pass, lists them in answer to OPTIONS, and refuses all others. By default Express would answer a
 * HEAD like a GET: charged, without its body. No CORS headers are set: a key in a web page is public.
 */
export function only(...methods: string[]): RequestHandler {
  const offered = [...methods, 'OPTIONS'];
  return (req, res, next) => {
    if (methods.includes(req.method)) return next();
    if (req.method === 'OPTIONS') {
      const message =
        'Call this API from a server. Pages of other origins may not, since a key in a page can be read by everybody.';
      res.setHeader('Allow', offered.join(', '));
      return void res.json({ methods: offered, message });
    }
    throw new ApiError(
      405,
      'method_not_allowed',
      `${req.method} is not offered here; use ${methods.join(' or ')}.`,
      { headers: { Allow: methods.join(', ') } },
    );
  };
}
