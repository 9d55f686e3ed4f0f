import type { OperationEntry } from '@domesday/contract';
import type { NextFunction, Request, Response } from 'express';
import { requestCheck } from './check-request.ts';
import { localsOf } from './locals.ts';

/** Checks the request of one operation against the contract and stores it with its types and defaults. */
export function validate(entry: OperationEntry) {
  const check = requestCheck(entry);
  return async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    const locals = localsOf(res);
    locals.operation = entry.id;
    locals.request = await check({
      path: req.params as Record<string, string>,
      search: searchOf(req),
      body: req.body,
    });
    next();
  };
}

function searchOf(req: Request): URLSearchParams {
  const from = req.originalUrl.indexOf('?');
  return new URLSearchParams(from === -1 ? '' : req.originalUrl.slice(from + 1));
}
