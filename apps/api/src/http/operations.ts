import { type OperationEntry, operationTable } from '@domesday/contract';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { ApiError, notFound } from './errors.ts';

/** Adds a route for each operation of the contract, with its steps in order; other methods are answered 405. */
export function operationRoutes(stepsOf: (entry: OperationEntry) => RequestHandler[]): Router {
  const router = express.Router({ caseSensitive: true });
  for (const [path, entries] of entriesByPath()) {
    const route = router.route(path);
    const methods = entries.map((entry) => entry.method.toUpperCase());
    const refuse = refuseMethod(methods);
    route.options(tellMethods([...methods, 'OPTIONS']));
    // By default Express would answer a HEAD like a GET: charged, without its body.
    route.head(refuse);
    for (const entry of entries) route[entry.method](...stepsOf(entry));
    route.all(refuse);
  }
  return router;
}

export function unknownPath(): never {
  throw notFound('unknown_path', 'There is no such path. All paths are listed in /v1/openapi.json.');
}

function entriesByPath(): Map<string, OperationEntry[]> {
  const byPath = new Map<string, OperationEntry[]>();
  for (const entry of operationTable) {
    const path = entry.path.replaceAll(/\{(\w+)\}/g, ':$1');
    byPath.set(path, [...(byPath.get(path) ?? []), entry]);
  }
  return byPath;
}

/** No CORS headers: a key in a web page is public. */
export function tellMethods(methods: string[]) {
  return (_req: Request, res: Response): void => {
    const message =
      'Call this API from a server. Pages of other origins may not, since a key in a page can be read by everybody.';
    res.setHeader('Allow', methods.join(', '));
    res.json({ methods, message });
  };
}

export function refuseMethod(methods: readonly string[]) {
  return (req: Request): never => {
    throw new ApiError(
      405,
      'method_not_allowed',
      `${req.method} is not offered here; use ${methods.join(' or ')}.`,
      { headers: { Allow: methods.join(', ') } },
    );
  };
}
