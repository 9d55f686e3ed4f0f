import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { Db } from '@domesday/db';

type Value = string | number;

export interface Span {
  trace_id: string;
  span_id: string;
  parent_id: string | null;
  name: string;
  /** 1 = inside, 2 = server, 3 = client, as OTLP numbers them. */
  kind: 1 | 2 | 3;
  began_ns: bigint;
  attributes: Record<string, Value>;
  failed: boolean;
}

export interface Tracer {
  /** Runs `work` as the request that `traceparent` (W3C Trace Context) continues, where it is one. */
  request(traceparent: string | undefined, work: (span: Span) => void): void;
  end(span: Span): void;
  /** Sends what is waiting. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;
const NONE = /^0+$/;
const MOST_WAITING = 4096;
const SEND_EVERY_MS = 2000;

const current = new AsyncLocalStorage<Span>();
const began_ms = Date.now();
const began_hr = process.hrtime.bigint();
const now_ns = () => BigInt(began_ms) * 1_000_000n + (process.hrtime.bigint() - began_hr);

/**
 * OpenTelemetry traces as OTLP over HTTP with JSON (opentelemetry.io/docs/specs/otlp, the JSON mapping of
 * ExportTraceServiceRequest), sent every two seconds. `endpoint` is OTEL_EXPORTER_OTLP_ENDPOINT. What cannot be
 * sent is dropped: a collector that is away must not hold up a request or fill the memory.
 */
export function createTracer(options: {
  endpoint: string;
  service: string;
  onError(error: unknown): void;
}): Tracer {
  const url = `${options.endpoint.replace(/\/+$/, '')}/v1/traces`;
  let waiting: object[] = [];
  let sending: Promise<void> = Promise.resolve();

  const flush = (): Promise<void> => {
    if (waiting.length > 0) {
      const spans = waiting;
      waiting = [];
      const body = JSON.stringify({
        resourceSpans: [
          {
            resource: { attributes: attributesOf({ 'service.name': options.service }) },
            scopeSpans: [{ scope: { name: 'domesday' }, spans }],
          },
        ],
      });
      sending = sending.then(() => send(url, body)).catch(options.onError);
    }
    return sending;
  };
  const timer = setInterval(flush, SEND_EVERY_MS);
  timer.unref();

  const tracer: Tracer = {
    request(traceparent, work) {
      const parent = PARENT.exec(traceparent ?? '');
      const known = parent && !NONE.test(parent[1]!) && !NONE.test(parent[2]!) ? parent : null;
      const span = started('request', 2, known?.[1] ?? hex(16), known?.[2] ?? null);
      current.run(span, () => work(span));
    },
    end(span) {
      if (waiting.length >= MOST_WAITING) return;
      waiting.push({
        traceId: span.trace_id,
        spanId: span.span_id,
        ...(span.parent_id ? { parentSpanId: span.parent_id } : {}),
        name: span.name,
        kind: span.kind,
        startTimeUnixNano: String(span.began_ns),
        endTimeUnixNano: String(now_ns()),
        attributes: attributesOf(span.attributes),
        status: { code: span.failed ? 2 : 0 },
      });
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
  return tracer;
}

/** Gives each named query of a request its span: the name alone, never its text or its values. */
export function traceQueries(db: Db, tracer: Tracer): Db {
  const query = db.query.bind(db) as (...args: unknown[]) => unknown;
  db.query = ((...args: unknown[]) => {
    const parent = current.getStore();
    const name = (args[0] as { name?: string } | undefined)?.name;
    if (!parent || !name) return query(...args);
    const span = started(name, 3, parent.trace_id, parent.span_id);
    span.attributes = { 'db.system.name': 'postgresql', 'db.operation.name': name };
    const result = query(...args) as Promise<unknown>;
    result.then(
      () => tracer.end(span),
      () => {
        span.failed = true;
        tracer.end(span);
      },
    );
    return result;
  }) as Db['query'];
  return db;
}

function started(name: string, kind: Span['kind'], trace_id: string, parent_id: string | null): Span {
  return {
    trace_id,
    span_id: hex(8),
    parent_id,
    name,
    kind,
    began_ns: now_ns(),
    attributes: {},
    failed: false,
  };
}

async function send(url: string, body: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(5000) });
  if (!response.ok) throw new Error(`The collector answered ${response.status}.`);
}

function attributesOf(values: Record<string, Value>): object[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}

function hex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}
