import { randomUUID } from 'node:crypto';
import { type OperationEntry, operationTable } from '@domesday/contract';
import document from '@domesday/contract/openapi.json' with { type: 'json' };
import type { Db } from '@domesday/db';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import { createCallers } from './accounts/callers.ts';
import { createLedger, type Ledger } from './accounts/ledger.ts';
import { createUsageRecorder, type UsageRecorder } from './accounts/usage.ts';
import { handlers } from './generated/routes.ts';
import { authenticate, bearerSecret } from './http/authenticate.ts';
import { dispatch, type Locals, type Services, setCreditHeaders } from './http/dispatch.ts';
import { docsRouter } from './http/docs.ts';
import { ApiError, asApiError, errorBody, notFound } from './http/errors.ts';
import type { Clock } from './http/handler.ts';
import { createLoadedData } from './http/meta.ts';
import { createMetrics } from './http/metrics.ts';
import { createLocalLimiter, type RateLimiter } from './http/rate-limit.ts';
import { readyProbe, serveAlive } from './http/ready.ts';
import type { Tracer } from './http/tracing.ts';

export interface AppOptions {
  db: Db;
  clock: Clock;
  log: Logger;
  limiter?: RateLimiter;
  /** Requests answered at once before the rest is turned away with a 503. */
  most_in_flight?: number;
  /** Where traces go, when a collector is configured. */
  tracer?: Tracer;
  /** Address of the documentation, repeated in every error. */
  docs_url?: string;
}

/** The whole order of a request on one screen. */
export function createApp(options: AppOptions): { app: Express; usage: UsageRecorder; ledger: Ledger } {
  const { db, clock, log, tracer } = options;
  const now_ms = () => clock.now().getTime();
  const usage = createUsageRecorder(
    db,
    () => clock.now(),
    (error) => log.error({ error: String(error) }, 'usage not written'),
  );
  const services: Services = {
    db,
    clock,
    usage,
    callers: createCallers(db, () => clock.now()),
    ledger: createLedger(
      db,
      () => clock.now(),
      (charges) => metrics.settled(charges),
    ),
    loadedData: createLoadedData(db, now_ms),
  };
  const limiter = options.limiter ?? createLocalLimiter(now_ms);
  const docs_url = options.docs_url ?? '/v1/docs';
  const most_in_flight = options.most_in_flight ?? 256;
  let inFlight = 0;
  const metrics = createMetrics({
    db,
    now_ms,
    inFlight: () => inFlight,
    loadedData: services.loadedData,
    limiter,
  });

  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false).set('case sensitive routing', true);

  // 1 request id, security headers, one log line
  app.use((req, res, next) => {
    const started_ms = performance.now();
    const request_id = `req_${randomUUID().replaceAll('-', '')}`;
    const locals = res.locals as Locals;
    locals.request_id = request_id;
    res.setHeader('X-Request-Id', request_id);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    res.setHeader('Referrer-Policy', 'no-referrer');
    res.once('close', () => {
      const took_ms = performance.now() - started_ms;
      const credits = locals.credits ?? 0;
      const status = res.writableFinished ? res.statusCode : 499;
      if (locals.in_flight) inFlight--;
      metrics.observe(locals.operation, status, credits, took_ms);
      if (locals.caller && locals.operation) {
        usage.record({
          key_id: locals.caller.key_id,
          operation: locals.operation,
          status,
          credits,
          would_be_credits: locals.would_be_credits ?? 0,
          took_ms,
        });
      }
      log.info({
        request_id,
        method: req.method,
        operation: locals.operation,
        status,
        credits,
        took_ms: Math.round(took_ms * 10) / 10,
        key_id: locals.caller?.key_id,
      });
    });
    if (!req.headers.host && req.httpVersion === '1.1') {
      throw new ApiError(400, 'malformed_request', 'The header Host is missing.');
    }
    if (!tracer) return next();
    tracer.request(headerOf(req.headers.traceparent), (end) => {
      res.once('close', () => {
        end({
          name: locals.operation ?? 'request',
          failed: res.statusCode >= 500,
          attributes: {
            'http.request.method': req.method,
            'http.response.status_code': res.statusCode,
            'domesday.operation': locals.operation ?? 'none',
            'domesday.request_id': request_id,
            'domesday.credits': locals.credits ?? 0,
          },
        });
      });
      next();
    });
  });

  // Open without a key: the contract, and a page that shows it; whether this server is alive and ready; the
  // metrics, for this machine alone.
  app.get('/health', serveAlive);
  app.get('/health/ready', readyProbe(db));
  app.get('/metrics', (req, res) => metrics.serve(req, res));
  const contractText = `${JSON.stringify(document, null, 2)}\n`;
  app.get('/v1/openapi.json', (_req, res) => void res.type('json').send(contractText));
  app.use('/v1/docs', docsRouter());

  const v1 = express.Router({ caseSensitive: true });
  // 2 authenticate, 3 rate limit; before them, what cannot be answered in time is turned away at once
  v1.use(async (req, res, next) => {
    const locals = res.locals as Locals;
    if (inFlight >= most_in_flight) {
      throw new ApiError(
        503,
        'overloaded',
        'The server has more requests than it can answer. Try again shortly.',
        {
          retry_after_s: 1,
        },
      );
    }
    inFlight++;
    locals.in_flight = true;
    locals.secret = bearerSecret(req.headers.authorization);
    const caller = await authenticate(services.callers, locals.secret);
    locals.caller = caller;
    const allowance = await limiter.take(caller.key_id, caller.rate_limit);
    res.setHeader('RateLimit-Limit', allowance.limit);
    res.setHeader('RateLimit-Remaining', allowance.remaining);
    res.setHeader('RateLimit-Reset', Math.ceil(allowance.reset_ms / 1000));
    if (!allowance.allowed) {
      const retry_after_s = Math.max(1, Math.ceil(allowance.free_in_ms / 1000));
      throw new ApiError(
        429,
        'rate_limited',
        `More than ${allowance.limit} requests in 10 seconds. Wait ${retry_after_s} s and repeat the call.`,
        { retry_after_s },
      );
    }
    next();
  });
  // 4 validate, 5 can pay, 6 handle, 7 charge, 8 answer
  const readBody = [requireJson, express.json({ limit: '256kb', strict: false })];
  for (const [path, entries] of operationsByPath) {
    const route = v1.route(path);
    const refuse = refuseMethod(entries.map((entry) => entry.method.toUpperCase()));
    // Left alone, a HEAD would be answered as a GET, and charged, without the answer.
    route.head(refuse);
    for (const entry of entries) {
      const steps = entry.method === 'post' ? readBody : [];
      route[entry.method](...steps, dispatch(entry, handlers[entry.id] as never, services));
    }
    route.all(refuse);
  }
  app.use('/v1', v1);
  app.use(() => {
    throw notFound('unknown_path', 'There is no such path. All paths are listed in /v1/openapi.json.');
  });

  // Whatever throws ends here.
  app.use((thrown: unknown, req: Request, res: Response, _next: NextFunction) => {
    const locals = res.locals as Locals;
    const { error, known } = asApiError(thrown);
    if (!known)
      log.error(
        { request_id: locals.request_id, operation: locals.operation, error: describe(thrown) },
        'request failed',
      );
    metrics.refused(error.code);
    if (res.headersSent) return void res.destroy();
    if (locals.caller) setCreditHeaders(res, clock.now(), locals.caller, 0);
    for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value);
    if (error.retry_after_s !== undefined) res.setHeader('Retry-After', error.retry_after_s);
    // A body that was not read would be taken for the next request of the connection.
    if (!req.complete) res.setHeader('Connection', 'close');
    res.status(error.status).setHeader('Content-Type', 'application/json; charset=utf-8');
    res.end(JSON.stringify(errorBody(error, locals.request_id, docs_url)));
  });
  return { app, usage, ledger: services.ledger };
}

const operationsByPath = new Map<string, OperationEntry[]>();
for (const entry of operationTable) {
  const path = entry.path.replaceAll(/\{(\w+)\}/g, ':$1');
  operationsByPath.set(path, [...(operationsByPath.get(path) ?? []), entry]);
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

function headerOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function requireJson(req: Request, _res: Response, next: NextFunction): void {
  const type = req.headers['content-type'];
  const empty =
    req.headers['content-length'] === '0' ||
    (!req.headers['content-length'] && !req.headers['transfer-encoding']);
  if (!empty && !/^application\/json\s*(;|$)/i.test(type ?? '')) {
    throw new ApiError(415, 'unsupported_media_type', 'Send the body with Content-Type: application/json.');
  }
  next();
}

/** Name, code and first lines of the stack, for the log only. */
function describe(thrown: unknown): object {
  const error = thrown as Error & { code?: string };
  return {
    name: error?.name,
    code: error?.code,
    message: error?.message,
    stack: error?.stack?.split('\n').slice(1, 6),
  };
}
