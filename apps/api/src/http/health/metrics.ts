import { setTimeout as sleep } from 'node:timers/promises';
import { catalogueEntry } from '@domesday/datasets/catalogue';
import type { Db } from '@domesday/db';
import { freshnessOf } from '@domesday/loading/freshness';
import { TURNED_AWAY, type TurnedAway } from '@domesday/open-network/turned-away';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { LATENCY_BOUNDS_MS } from '../../accounts/usage.ts';
import type { RateLimiter } from '../limits/local-rate-limit.ts';
import type { LoadedData } from '../meta/meta.ts';
import { queues } from './queues.query.ts';

export interface Metrics {
  /** Counts an answered request. `operation` is undefined for probes and the portal, which are counted as `none`. */
  observe(operation: string | undefined, status: number, credits: number, took_ms: number): void;
  /** Counts a request that was refused, by the code of its error. */
  refused(code: string): void;
  /** Counts a connection that was refused before it became a request. */
  turnedAway(reason: TurnedAway): void;
  /** Counts charges that one commit made durable. */
  settled(charges: number): void;
  /** Counts charges that the database refused. */
  unsettled(charges: number): void;
  /** Counts an attempt to send a message of a webhook. */
  sent(outcome: Outcome): void;
  /** Counts a portion of a job that could not be answered or written, and will be tried again. */
  jobFailed(): void;
  /** The metrics in Prometheus's text format, with their content type. */
  text(): Promise<{ content_type: string; text: string }>;
}

/**
 * Outcomes of an attempt to send a webhook message. `failed` means the last attempt: the webhook is then switched off.
 */
const OUTCOMES = ['delivered', 'tried_again', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Refusals that show an operator load, abuse or accounts that need a larger plan. */
const REFUSALS = new Set([
  'invalid_key',
  'rate_limited',
  'overloaded',
  'credits_exhausted',
  'key_cap_reached',
]);

/** Must stay below the time after which a process that has not reported is left out of the sum of all processes. */
const READ_WITHIN_MS = 1000;

/** Gathers the metrics of several processes behind one port, so that a scrape of any process gets the sum. */
export interface GatherMetrics {
  /** Registers the function that reads this process's own metrics. */
  tell(read: () => Promise<object[]>): void;
  /** The metrics of all processes, summed, as text. */
  gather(): Promise<string>;
}

/** Where the values of the metrics come from. */
interface Measured {
  db: Db;
  replicas?: Db[] | undefined;
  fiction?: Db | undefined;
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
  gatherMetrics?.tell(() => registry.getMetricsAsJSON());
  const whole = () => (gatherMetrics ? gatherMetrics.gather() : registry.metrics());
  collectDefaultMetrics({ register: registry, prefix: 'domesday_' });
  const counter = <T extends string>(name: string, help: string, labelNames: T[] = []) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const requests = counter('domesday_requests_total', 'Answered requests by operation and status.', [
    'operation',
    'status',
  ]);
  const latency = new Histogram({
    name: 'domesday_request_duration_seconds',
    help: 'Time in the server by operation.',
    labelNames: ['operation'],
    buckets: LATENCY_BOUNDS_MS.map((ms) => ms / 1000),
    registers: [registry],
  });
  const credits = counter('domesday_credits_charged_total', 'Credits charged.');
  const charges = counter('domesday_charges_total', 'Charges made durable.');
  const batches = new Histogram({
    name: 'domesday_charge_batch_size',
    help: 'Charges that one commit made durable.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers: [registry],
  });
  const unsettled = counter(
    'domesday_charges_failed_total',
    'Charges that the database did not take, so that their requests got 503.',
  );
  const jobFailures = counter(
    'domesday_job_failures_total',
    'Times that a portion of a job could not be answered or written, and is tried again.',
  );
  const refusals = counter(
    'domesday_refused_total',
    'Requests refused for their key, a limit or their credits.',
    ['reason'],
  );
  const turned_away = counter(
    'domesday_turned_away_total',
    'Connections refused before there was a request, such as for bytes that are not HTTP.',
    ['reason'],
  );
  const attempts = counter(
    'domesday_webhook_attempts_total',
    'Attempts to send messages of webhooks, by outcome.',
    ['outcome'],
  );
  // Start each series at 0: Prometheus does not see an increase from nothing to 1.
  for (const reason of REFUSALS) refusals.inc({ reason }, 0);
  for (const reason of Object.keys(TURNED_AWAY)) turned_away.inc({ reason }, 0);
  for (const outcome of OUTCOMES) attempts.inc({ outcome }, 0);
  registerGauges(registry, sources);
  registerPools(registry, sources);
  registerDatasets(registry, sources);
  registerQueues(registry, sources);

  return {
    observe(operation = 'none', status, charged, took_ms) {
      requests.inc({ operation, status: String(status) });
      latency.observe({ operation }, took_ms / 1000);
      if (charged > 0) credits.inc(charged);
    },
    refused(code) {
      if (REFUSALS.has(code)) refusals.inc({ reason: code });
    },
    turnedAway: (reason) => turned_away.inc({ reason }),
    settled(count) {
      charges.inc(count);
      batches.observe(count);
    },
    unsettled: (count) => unsettled.inc(count),
    sent: (outcome) => attempts.inc({ outcome }),
    jobFailed: () => jobFailures.inc(),
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
  gauge(
    registry,
    'domesday_limits_shared',
    '1 while rate limits are shared with other processes, else 0.',
    (g) => g.set(sources.limiter.shared ? 1 : 0),
    'min',
  );
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

/** Each database has its own pool: a shortage in one must not hide behind the others. */
function registerPools(registry: Registry, { db, replicas = [], fiction }: Measured): void {
  const pools = { main: [db], replicas, fictional: fiction ? [fiction] : [] };
  const gaugeOfPools = (name: string, help: string, read: (pool: Db) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['database'],
      registers: [registry],
      collect() {
        for (const [database, of] of Object.entries(pools))
          if (of.length > 0) this.set({ database }, sum(of.map(read)));
      },
    });
  gaugeOfPools('domesday_pool_connections', 'Open database connections.', (pool) => pool.totalCount);
  gaugeOfPools(
    'domesday_pool_idle',
    'Open database connections that nothing uses.',
    (pool) => pool.idleCount,
  );
  gaugeOfPools('domesday_pool_waiting', 'Requests waiting for a connection.', (pool) => pool.waitingCount);
}

interface ServedDataset {
  dataset: string;
  finished_ms: number;
  stale: boolean;
}

function servedDatasets({ loads, served }: LoadedData, now_ms: number): ServedDataset[] {
  return [...loads.values()].flatMap(({ dataset, finished_at }) => {
    const state = served.get(dataset);
    if (!state?.rows) return [];
    const entry = catalogueEntry(dataset);
    const stale = entry !== undefined && freshnessOf(entry, state, now_ms).state === 'stale';
    return [{ dataset, finished_ms: finished_at.getTime(), stale }];
  });
}

function registerDatasets(registry: Registry, sources: Measured): void {
  // While the database is unreachable, these gauges go on from the last known loads, and the scrape still succeeds.
  let known: ServedDataset[] = [];
  const refresh = once(async () => {
    known = servedDatasets(await sources.loadedData(), sources.now_ms());
  });
  const gaugeOfDatasets = (name: string, help: string, read: (one: ServedDataset) => number) =>
    new Gauge({
      name,
      help,
      aggregator: 'max',
      labelNames: ['dataset'],
      registers: [registry],
      async collect() {
        await refresh();
        // Otherwise the last value of a dataset that is no longer served would stay for ever.
        this.reset();
        for (const one of known) this.set({ dataset: one.dataset }, read(one));
      },
    });
  gaugeOfDatasets(
    'domesday_dataset_age_seconds',
    'Time since the newest load of each dataset that is served.',
    ({ finished_ms }) => (sources.now_ms() - finished_ms) / 1000,
  );
  gaugeOfDatasets(
    'domesday_dataset_stale',
    '1 where a newer release of a dataset has been due for long, else 0.',
    ({ stale }) => (stale ? 1 : 0),
  );
}

/**
 * Metrics of the whole service, aggregated by maximum over processes. None are reported while the database is
 * unreachable.
 */
function registerQueues(registry: Registry, sources: Measured): void {
  let read: Awaited<ReturnType<typeof queues.first>>;
  const refresh = once(async () => {
    read = await queues.first(sources.db, { now: new Date(sources.now_ms()) });
  });
  const gaugeOfQueues = (name: string, help: string, column: keyof NonNullable<typeof read>) =>
    new Gauge({
      name,
      help,
      aggregator: 'max',
      registers: [registry],
      async collect() {
        this.remove();
        if ((await refresh()) && read) this.set(read[column]);
      },
    });
  gaugeOfQueues('domesday_jobs_unfinished', 'Jobs that wait or run.', 'jobs');
  gaugeOfQueues(
    'domesday_job_wait_seconds',
    'Time that the longest waiting job has waited for its turn.',
    'job_wait_s',
  );
  gaugeOfQueues(
    'domesday_message_wait_seconds',
    'Lateness of the webhook message that has been due longest.',
    'message_wait_s',
  );
  gaugeOfQueues(
    'domesday_webhooks_off',
    'Webhooks that were switched off since their messages failed.',
    'webhooks_off',
  );
}

/** Shares one look-up among the gauges that ask while it runs. Resolves to false if it fails or takes too long. */
function once(look: () => Promise<void>): () => Promise<boolean> {
  let looking: Promise<boolean> | undefined;
  return () => {
    looking ??= Promise.race([look().then(() => true), sleep(READ_WITHIN_MS, false, { ref: false })])
      .catch(() => false)
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };
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
