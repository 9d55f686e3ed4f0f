import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { localsOf } from './locals.ts';
import { statusOf } from './sending/delivery.ts';
import type { Services } from './services.ts';

/** Makes the request a span of the caller's trace. Does nothing if no collector is configured. */
export function traceRequest({ tracer }: Services): RequestHandler[] {
  if (!tracer) return [];
  const step = (req: Request, res: Response, next: NextFunction): void => {
    const { traceparent } = req.headers;
    tracer.request(Array.isArray(traceparent) ? traceparent[0] : traceparent, (end) => {
      res.once('close', async () => {
        await localsOf(res).answered;
        const { asked, operation = asked, request_id, credits = 0, batch } = localsOf(res);
        const status = statusOf(res);
        end({
          name: batch ? 'batch.run' : (operation ?? 'request'),
          failed: status >= 500,
          attributes: {
            'http.request.method': req.method,
            'http.response.status_code': status,
            'domesday.operation': batch?.operation ?? operation ?? 'none',
            'domesday.request_id': request_id,
            'domesday.credits': batch?.credits ?? credits,
          },
        });
      });
      next();
    });
  };
  return [step];
}

/** Wraps each step of a request in a span. Without a collector the steps are returned as they are. */
export function traceSteps(
  { tracer }: Services,
  steps: Record<string, RequestHandler | RequestHandler[]>,
): RequestHandler[] {
  return Object.entries(steps).flatMap(([name, step]) => {
    if (!tracer) return step;
    return [step].flat().map((one) => (req: Request, res: Response, next: NextFunction) => {
      const end = tracer.step(name);
      const done = one(req, res, (error?: unknown) => {
        end();
        next(error);
      });
      return Promise.resolve(done).finally(end);
    });
  });
}
