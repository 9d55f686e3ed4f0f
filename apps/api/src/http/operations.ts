import { type OperationEntry, operationTable } from '@domesday/contract';
import express, { type Request, type RequestHandler, type Router } from 'express';
import { ApiError, notFound } from './errors.ts';

/** A route for each operation of the contract, with its steps in order; other methods are answered 405. */
export function operationRoutes(stepsOf: (entry: OperationEntry) => RequestHandler[]): Router {
  const router = express.Router({ caseSensitive: true });
  for (const [path, entries] of entriesByPath()) {
    const route = router.route(path);
    const refuse = refuseMethod(entries.map((entry) => entry.method.toUpperCase()));
    // Left alone, a HEAD would be answered as a GET, and charged, without the answer.
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

function refuseMethod(methods: readonly string[]) {
  return (req: Request): never => {
    throw new ApiError(
      405,
      'method_not_allowed',
      `${req.method} is not offered here; use ${methods.join(' or ')}.`,
      { headers: { Allow: methods.join(', ') } },
    );
  };
}
