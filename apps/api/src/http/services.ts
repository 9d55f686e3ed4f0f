import type { Db } from '@domesday/db';
import {
  addressOf,
  networkOf,
  TRUSTED_BY_DEFAULT,
  type Trust,
  trustIn,
} from '@domesday/open-network/address';
import { createBatchSlots, createBodySlots, createSlots, type SlotPool } from '@domesday/open-network/slots';
import { createUnknownKeyLimit, type UnknownKeyLimit } from '@domesday/open-network/unknown-keys';
import type { Request, Router } from 'express';
import type { Logger } from 'pino';
import { type Callers, createCallers } from '../accounts/callers.ts';
import { createLedger, type Ledger } from '../accounts/ledger.ts';
import { createPaidQuestions, type PaidQuestions } from '../accounts/paid-questions.ts';
import { createRecount, type Recount } from '../accounts/recount.ts';
import { createStoredAnswers, type StoredAnswers } from '../accounts/stored-answers.ts';
import { createUsageRecorder, type UsageRecorder } from '../accounts/usage.ts';
import type { ItemsProcesses } from '../batch/items-processes.ts';
import type { Clock } from './handler.ts';
import { surely } from './health/database-clock.ts';
import { failureLog } from './health/failure-log.ts';
import { createMetrics, type GatherMetrics, type Metrics } from './health/metrics.ts';
import type { Tracer } from './health/tracing.ts';
import { createLocalLimiter, type RateLimiter } from './limits/local-rate-limit.ts';
import { type AnswerCache, createAnswerCache } from './meta/answer-cache.ts';
import { createReadCache, type ReadCache } from './meta/read-cache.ts';
import { sourceOf } from './meta/source.ts';
import { createSources, type Sources } from './meta/sources.ts';
import type { Reach } from './public-fetch.ts';
import { type CutCalls, createCutCalls } from './sending/delivery.ts';
import type { Unfinished } from './sending/unfinished.ts';

/** Share of the cache memory for whole answers; the rest is for database reads that several answers share. */
const ANSWERS_SHARE = 0.75;

export interface AppOptions {
  db: Db;
  /** Replicas of the database that answers may be read from. */
  replicas?: Db[];
  /** The database of the fictional country, which is served until `db` holds real data. */
  fiction?: Db;
  clock: Clock;
  log: Logger;
  limiter?: RateLimiter;
  /** Set if this process is one of several behind one port. */
  gatherMetrics?: GatherMetrics;
  /** Requests answered at once; any more are refused with a 503. */
  most_in_flight?: number;
  /** Cache memory for answers and reads that are repeated while the same data are served; no cache if absent. */
  kept_answers_bytes?: number;
  /** Where traces are sent, if a collector is configured. */
  tracer?: Tracer;
  /** Address that callers use, without /v1, if known. Errors link to their documentation under it. */
  public_url?: string | null;
  /** Bearer token of a metrics collector; without it, this server's port has no /metrics. */
  metrics_token?: string | null;
  /** Addresses and networks of the proxies whose X-Forwarded-For is trusted, in Express's form. */
  trusted_proxies?: string[];
  /** PMTiles archive that the maps of the portal are drawn on. */
  base_map?: string | null;
  /** Which addresses webhooks may have; `high_ports` if absent. */
  webhook_addresses?: Reach;
  /** Runs batches and jobs in processes of their own; they run in this process if absent. */
  itemsProcesses?: ItemsProcesses;
  /** The endpoints of OAuth, where they are on. */
  oauth?: (services: Services) => Router;
}

/** Services that the steps of a request share. */
export interface Services {
  /** The operator's database, with accounts, keys, the ledger and usage. Answers are read from `sources`. */
  db: Db;
  clock: Clock;
  log: Logger;
  tracer: Tracer | undefined;
  itemsProcesses: ItemsProcesses | undefined;
  public_url: string;
  webhook_addresses: Reach;
  metrics_token: string | null;
  base_map: string | null;
  trust: Trust;
  /** The network of a request's client, as limits count it; null for a client on this machine. */
  addressOf(req: Request): string | null;
  unknownKeys: UnknownKeyLimit;
  callers: Callers;
  ledger: Ledger;
  usage: UsageRecorder;
  recount: Recount;
  paidQuestions: PaidQuestions;
  storedAnswers: StoredAnswers;
  /** null where the cache is given no memory. */
  answerCache: AnswerCache | null;
  readCache: ReadCache;
  limiter: RateLimiter;
  metrics: Metrics;
  cutCalls: CutCalls;
  /** Work that a stop of the server waits for. */
  unfinished: Unfinished;
  /** Slots of requests being answered. */
  slots: SlotPool;
  /** Slots of bodies being received. */
  arrivals: SlotPool;
  /** Slots of batches under way. */
  batches: SlotPool;
  sources: Sources;
}

export function createServices(options: AppOptions): Services {
  const { db, clock, log } = options;
  const now = () => clock.now();
  const now_ms = () => clock.now().getTime();
  const limiter = options.limiter ?? createLocalLimiter(now_ms);
  const slots = createSlots(options.most_in_flight ?? 256);
  const batches = createBatchSlots();
  const trust = trustIn(options.trusted_proxies ?? TRUSTED_BY_DEFAULT);
  const primary = sourceOf(db, now_ms);
  const replicas = (options.replicas ?? []).map((replica) => sourceOf(replica, now_ms));
  const fiction = options.fiction && sourceOf(options.fiction, now_ms);
  const sources = createSources({ primary, replicas, fiction }, log);
  const metrics = createMetrics({
    db,
    replicas: options.replicas,
    fiction: options.fiction,
    now_ms,
    inFlight: () => slots.in_use,
    batches: () => batches.in_use,
    loadedData: async () => (await sources.choose()).loadedData(),
    limiter,
    gatherMetrics: options.gatherMetrics,
  });
  const kept_bytes = options.kept_answers_bytes ?? 0;
  return {
    db,
    clock,
    log,
    tracer: options.tracer,
    itemsProcesses: options.itemsProcesses,
    webhook_addresses: options.webhook_addresses ?? 'high_ports',
    public_url: options.public_url?.replace(/\/+$/, '') ?? '',
    metrics_token: options.metrics_token ?? null,
    base_map: options.base_map ?? null,
    trust,
    addressOf: (req) => {
      const address = addressOf(req, trust);
      return address && networkOf(address);
    },
    unknownKeys: createUnknownKeyLimit(now_ms),
    arrivals: createBodySlots(),
    batches,
    callers: createCallers(db, now),
    ledger: createLedger(
      db,
      now,
      (charges) => metrics.settled(charges),
      () => slots.in_use,
      (charges) => metrics.unsettled(charges),
    ),
    usage: createUsageRecorder(db, now, failureLog(log, 'usage not written')),
    recount: createRecount(db, () => surely(clock), failureLog(log, 'usage not recounted')),
    paidQuestions: createPaidQuestions(db, failureLog(log, 'paid questions not written')),
    storedAnswers: createStoredAnswers(db, () => surely(clock), failureLog(log, 'old answers not deleted')),
    answerCache: kept_bytes > 0 ? createAnswerCache(kept_bytes * ANSWERS_SHARE) : null,
    readCache: createReadCache(kept_bytes * (1 - ANSWERS_SHARE)),
    limiter,
    metrics,
    cutCalls: createCutCalls(now_ms),
    unfinished: new Set(),
    slots,
    sources,
  };
}
