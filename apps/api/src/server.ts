import { logOutput } from '@domesday/open-network/log-output';
import { logTurnedAway, type OnTurnedAway } from '@domesday/open-network/turned-away';
import { type Logger, pino } from 'pino';
import { type AppOptions, createApp } from './app.ts';
import { createItemsProcesses } from './batch/items-processes.ts';
import type { ApiConfig } from './config.ts';
import { openDatabases } from './databases.ts';
import { prepareRequestChecks } from './http/check/check-request.ts';
import { createDatabaseClock } from './http/health/database-clock.ts';
import { serveMetrics } from './http/health/metrics-route.ts';
import { createProcessCounter } from './http/health/processes.query.ts';
import { createTracer } from './http/health/tracing.ts';
import { connectSharedLimiter } from './http/limits/shared-rate-limit.ts';
import { listen } from './http/listen.ts';
import type { FetchDocument } from './http/public-fetch.ts';
import type { Services } from './http/services.ts';
import { STOP_TIMES } from './processes/stop-times.ts';
import { startMessenger } from './webhooks/messenger.ts';

export interface RunningApi {
  /** Base address, ending in /v1. */
  url: string;
  /** Address of /metrics, if it has a port of its own. */
  metrics_url: string | null;
  /**
   * Accepts no more connections, serves the open ones for `last_requests_ms`, writes the counters and closes the pools.
   */
  close(last_requests_ms?: number): Promise<void>;
}

async function metricsOf(services: Services, { host, metrics_port }: ApiConfig) {
  return metrics_port === undefined ? undefined : serveMetrics(services, host, metrics_port);
}

function turnedAwayReporter({ metrics }: Services, log: Logger): OnTurnedAway {
  const tell = logTurnedAway(log);
  return (reason) => {
    metrics.turnedAway(reason);
    tell(reason);
  };
}

/**
 * Starts the REST server. Tests use `overrides` to inject a clock, a logger, or the time that a request may take to
 * arrive.
 */
export async function startApi(
  config: ApiConfig,
  overrides: Partial<AppOptions> & {
    arrival_ms?: number;
    messages_every_ms?: number;
    fetchDocument?: FetchDocument;
    /** The program of the process for batches and jobs; without it this process answers them. */
    items_program?: URL;
  } = {},
): Promise<RunningApi> {
  const arrival_ms = overrides.arrival_ms ?? 30_000;
  const { db, replicas, fiction, all: opened } = openDatabases(config);
  const log = overrides.log ?? pino({ level: config.log_level }, logOutput());
  const databaseClock = overrides.clock ? undefined : await createDatabaseClock(db);
  const clock = overrides.clock ?? databaseClock!;
  const limiter = config.redis_url
    ? await connectSharedLimiter(config.redis_url, () => performance.now(), log, createProcessCounter(db))
    : undefined;
  if (!limiter && !overrides.limiter) {
    log.info('rate limits are counted by this process alone; with REDIS_URL several processes share them');
  }
  if (config.public_url && new URL(config.public_url).pathname !== '/') {
    log.warn(
      'PUBLIC_URL has a path: REST and MCP can be called under it, but the portal and /docs, to which errors link, stay blank there; give the service a host name of its own',
    );
  }
  const tracer = config.otlp_endpoint
    ? await createTracer({
        endpoint: config.otlp_endpoint,
        service: 'domesday-api',
        onError: (error) => log.warn({ error: String(error) }, 'traces not sent'),
      })
    : undefined;
  for (const one of opened) tracer?.queries(one);
  const itemsProcesses =
    overrides.items_program &&
    createItemsProcesses(config.batch_processes ?? 1, overrides.items_program, log);
  // The library of OAuth is loaded only if OAuth is on.
  const oauth = config.oauth
    ? (await import('./oauth/routes.ts')).oauthRoutes(config.oauth, overrides.fetchDocument)
    : undefined;
  const { app, services, runner } = createApp({
    db,
    replicas,
    ...(fiction ? { fiction } : {}),
    clock,
    log,
    ...(tracer ? { tracer } : {}),
    public_url: config.public_url ?? null,
    metrics_token: config.metrics_token ?? null,
    base_map: config.base_map ?? null,
    kept_answers_bytes: (config.kept_answers_mb ?? 0) * 1_000_000,
    ...(config.trusted_proxies ? { trusted_proxies: config.trusted_proxies } : {}),
    ...(config.webhooks_anywhere ? { webhook_addresses: 'any' as const } : {}),
    ...(oauth ? { oauth } : {}),
    ...(itemsProcesses ? { itemsProcesses } : {}),
    ...overrides,
    ...(limiter ? { limiter } : {}),
  });
  await prepareRequestChecks();
  const { trust, public_url } = services;
  const bounds = { arrival_ms, trust, public_url, onTurnedAway: turnedAwayReporter(services, log) };
  // Metrics first: a caller that finds the API's port answering takes the start for finished.
  const metrics = await metricsOf(services, config);
  const listening = await listen(app, { ...config, ...bounds }).catch((error) => {
    metrics?.close();
    throw error;
  });
  // Loading the code of all operations blocks the process: statements sent before would be late.
  runner.start();
  const messenger = startMessenger(services, overrides.messages_every_ms);
  const flusher = setInterval(() => log.flush(), 1000);
  flusher.unref();
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return {
    url: `http://${host}:${listening.port}/v1`,
    metrics_url: metrics ? `http://${host}:${metrics.port}/metrics` : null,
    close: async (last_requests_ms) => {
      clearInterval(flusher);
      // The endpoint of a webhook may take long to answer; nothing else waits for it.
      const messages = messenger.stop();
      // Items that a hung process or a slow database has not answered are given up when connections are cut.
      const late = setTimeout(() => itemsProcesses?.stop(), STOP_TIMES.answers_ms);
      await Promise.all([listening.close(last_requests_ms), runner.stop()]);
      // Charges of cut connections are refunded first, since refunds are counted as usage.
      await Promise.all(services.unfinished);
      await new Promise(setImmediate);
      clearTimeout(late);
      await itemsProcesses?.stop();
      metrics?.close();
      for (const timed of [services.storedAnswers, services.recount]) timed.stop();
      await services.usage.stop();
      await services.paidQuestions.stop();
      await services.ledger.stop();
      limiter?.close();
      await messages;
      await tracer?.stop();
      services.sources.stop();
      databaseClock?.stop();
      await Promise.all(opened.map((one) => one.end()));
      log.flush();
    },
  };
}
