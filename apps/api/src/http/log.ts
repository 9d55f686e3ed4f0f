import type { NextFunction, Request, Response } from 'express';
import { localsOf } from './locals.ts';
import { statusOf, watchHandover } from './sending/delivery.ts';
import type { Services } from './services.ts';

/** Probes come every few seconds: a successful one is logged only at the level debug. */
const PROBES = new Set(['/health', '/health/ready']);

/** Writes one log line, the metrics and the caller's usage, when the answer is sent or the client has left. */
export function logRequest({ log, metrics, usage }: Services) {
  return (req: Request, res: Response, next: NextFunction): void => {
    watchHandover(req, res);
    const probe = PROBES.has(req.path);
    res.once('close', () => {
      const took_ms = performance.now() - localsOf(res).started_ms;
      void (localsOf(res).answered ?? Promise.resolve()).then(() => write(req, res, took_ms, probe));
    });
    next();
  };

  function write(req: Request, res: Response, took_ms: number, probe: boolean): void {
    const {
      request_id,
      operation,
      asked,
      caller,
      batch,
      would_be_credits = 0,
      credits = 0,
      charged_at = null,
    } = localsOf(res);
    const status = statusOf(res);
    metrics.observe(batch ? 'batch.run' : (operation ?? asked), status, credits, took_ms);
    if (caller && operation) {
      usage.record({
        key_id: caller.key_id,
        operation,
        status,
        credits,
        would_be_credits,
        charged_at,
        took_ms,
      });
    }
    log[probe && status === 200 ? 'debug' : 'info']({
      request_id,
      method: req.method,
      operation: operation ?? asked,
      status,
      credits,
      // The items of a batch and their credits were counted one by one, as calls.
      ...batch,
      took_ms: Math.round(took_ms * 10) / 10,
      key_id: caller?.key_id,
    });
  }
}
