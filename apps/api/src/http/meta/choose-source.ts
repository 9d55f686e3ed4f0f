import type { NextFunction, Request, Response } from 'express';
import { localsOf } from '../locals.ts';
import type { Services } from '../services.ts';
import { FICTIONAL_HEADER } from './source.ts';

/** Chooses the source of the whole request, so that no answer mixes two, and marks a fictional answer with a header. */
export function chooseSource({ sources }: Services) {
  return async (_req: Request, res: Response, next: NextFunction): Promise<void> => {
    const source = await sources.choose();
    localsOf(res).source = source;
    if ((await source.loadedData()).fictional) res.setHeader(FICTIONAL_HEADER, 'true');
    next();
  };
}
