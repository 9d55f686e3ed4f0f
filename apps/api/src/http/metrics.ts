import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@domesday/db';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { LATENCY_BOUNDS_MS } from '../accounts/usage.ts';
import type { RateLimiter } from './local-rate-limit.ts';
import type { LoadedData } from './meta.ts';

export interface Metrics {
  /** Counts an answered request; `operation` is `none` if no operation was reached. */
  observe(operation: string | undefined, status: number, credits: number, took_ms: number): void;
  /** Counts a request that was refused, by the code of its error. */
  refused(code: string): void;
  /** Counts charges that one commit made durable. */
  settled(charges: number): void;
  /** The metrics in Prometheus's text format, with their content type. */
  text(): Promise<{ content_type: string; text: string }>;
}

/** Refusals that show an operator load, abuse or accounts that need a larger plan. */
const REFUSALS = new Set([
  'invalid_key',
  'rate_limited',
  'overloaded',
  'credits_exhausted',
  'key_cap_reached',
]);

/** Below the time after which a process that has not told its metrics is left out of those of all. */
const LOADS_WITHIN_MS = 1000;

/** With several processes behind one port, a reader of one gets the metrics of all. */
export interface GatherMetrics {
  /** Registers the function that reads this process's own metrics. */
  tell(read: () => Promise<object[]>): void;
  /** The metrics of all processes, summed, as text. */
  gather(): Promise<string>;
}

/** What the metrics are read from. */
interface Measured {
  db: Db;
  now_ms: () => number;
  inFlight: () => number;
  /** Batches under way. */
  batches: () => number;
  loadedData: () => Promise<LoadedData>;
  limiter: RateLimiter;
  gatherMetrics?: GatherMetrics | undefined;
}

/** Metrics for Prometheus. They cover all accounts, so they have a port or a token of their own. */
export function createMetrics(sources: Measured): Metrics {
  const registry = new Registry();
  const { gatherMetrics } = sources;
  let loaded: [dataset: string, finished_ms: number][] = [];
  gatherMetrics?.tell(() => registry.getMetricsAsJSON());
  const whole = () => (gatherMetrics ? gatherMetrics.gather() : registry.metrics());
  collectDefaultMetrics({ register: registry, prefix: 'domesday_' });
  const requests = new Counter({
    name: 'domesday_requests_total',
    help: 'Answered requests by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });
  const latency = new Histogram({
    name: 'domesday_request_duration_seconds',
    help: 'Time in the server by operation.',
    labelNames: ['operation'],
    buckets: LATENCY_BOUNDS_MS.map((ms) => ms / 1000),
    registers: [registry],
  });
  const credits = new Counter({
    name: 'domesday_credits_charged_total',
    help: 'Credits charged.',
    registers: [registry],
  });
  const charges = new Counter({
    name: 'domesday_charges_total',
    help: 'Charges made durable.',
    registers: [registry],
  });
  const batches = new Histogram({
    name: 'domesday_charge_batch_size',
    help: 'Charges that one commit made durable.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'domesday_refused_total',
    help: 'Requests refused for their key, a limit or their credits.',
    labelNames: ['reason'],
    registers: [registry],
  });
  registerGauges(registry, sources);
  new Gauge({
    name: 'domesday_dataset_age_seconds',
    help: 'Time since the newest load of each dataset that is served.',
    aggregator: 'max',
    labelNames: ['dataset'],
    registers: [registry],
    async collect() {
      // Without the database the other figures are wanted most: the age then follows from the loads known last.
      const read = sources.loadedData().then(newestLoads);
      const waited = sleep(LOADS_WITHIN_MS, loaded, { ref: false });
      loaded = await Promise.race([read, waited]).catch(() => loaded);
      // Of a dataset that is served no more the last age would stand for ever.
      this.reset();
      for (const [dataset, finished_ms] of loaded)
        this.set({ dataset }, (sources.now_ms() - finished_ms) / 1000);
    },
  });

  return {
    observe(operation = 'none', status, charged, took_ms) {
      requests.inc({ operation, status: String(status) });
      latency.observe({ operation }, took_ms / 1000);
      if (charged > 0) credits.inc(charged);
    },
    refused(code) {
      if (REFUSALS.has(code)) refusals.inc({ reason: code });
    },
    settled(count) {
      charges.inc(count);
      batches.observe(count);
    },
    text: async () => ({ content_type: registry.contentType, text: await whole() }),
  };
}

function registerGauges(registry: Registry, sources: Measured): void {
  gauge(registry, 'domesday_requests_in_flight', 'Requests being answered, without batches.', (g) =>
    g.set(sources.inFlight()),
  );
  gauge(registry, 'domesday_batches_in_flight', 'Batches being received and answered.', (g) =>
    g.set(sources.batches()),
  );
  gauge(registry, 'domesday_pool_connections', 'Open database connections.', (g) =>
    g.set(sources.db.totalCount),
  );
  gauge(registry, 'domesday_pool_idle', 'Open database connections that nothing uses.', (g) =>
    g.set(sources.db.idleCount),
  );
  gauge(registry, 'domesday_pool_waiting', 'Requests waiting for a connection.', (g) =>
    g.set(sources.db.waitingCount),
  );
  gauge(
    registry,
    'domesday_limits_shared',
    '1 while rate limits are shared with other processes, else 0.',
    (g) => g.set(sources.limiter.shared ? 1 : 0),
    'min',
  );
}

function newestLoads({ loads, served }: LoadedData): [dataset: string, finished_ms: number][] {
  return [...loads.values()]
    .filter(({ dataset }) => served.get(dataset)?.rows)
    .map(({ dataset, finished_at }) => [dataset, finished_at.getTime()]);
}

function gauge(
  registry: Registry,
  name: string,
  help: string,
  read: (gauge: Gauge) => void,
  aggregator: 'sum' | 'min' = 'sum',
): void {
  new Gauge({
    name,
    help,
    aggregator,
    registers: [registry],
    collect() {
      read(this);
    },
  });
}
