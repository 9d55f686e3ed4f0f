import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from '@domesday/db';
import type { Attributes, Context, Span } from '@opentelemetry/api';

/** Outcome of a request, as its span reports it. */
export interface Ended {
  name: string;
  failed: boolean;
  attributes: Attributes;
}

export interface Tracer {
  /** Runs `work` in a span that continues `traceparent` (W3C Trace Context), if it is valid. */
  request(traceparent: string | undefined, work: (end: (how: Ended) => void) => void): void;
  /** Begins the span of a step of the request that is under way; the function it returns ends it. */
  step(name: string): () => void;
  /** Gives each named query of a request its span: only the name, never its text or values. */
  queries(db: Db): void;
  /** Sends the waiting spans, and ends. */
  stop(): Promise<void>;
}

/**
 * Time limit for sending spans, retries included. At a stop, open requests get ten seconds, then the spans are sent;
 * the process is killed after 15 seconds.
 */
const GIVE_UP_AFTER_MS = 3000;

/**
 * OpenTelemetry traces, sent every two seconds as OTLP over HTTP with JSON. `endpoint` is OTEL_EXPORTER_OTLP_ENDPOINT.
 * Spans that cannot be sent are dropped: an unreachable collector must not delay a request or fill the memory. The
 * libraries are loaded here, so that a server without a collector does not load them; no tracer is registered for the
 * process, so only the spans made here are sent.
 */
export async function createTracer(options: {
  endpoint: string;
  service: string;
  onError(error: unknown): void;
}): Promise<Tracer> {
  const [
    { defaultTextMapGetter, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace },
    { setGlobalErrorHandler, W3CTraceContextPropagator },
    { OTLPTraceExporter },
    { resourceFromAttributes },
    { AlwaysOnSampler, BatchSpanProcessor, TracerProvider },
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ]);
  const url = `${options.endpoint.replace(/\/+$/, '')}/v1/traces`;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.service }),
    // The operator decides whether a request is traced, not the caller's `traceparent`.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url, timeoutMillis: GIVE_UP_AFTER_MS }),
        maxQueueSize: 4096,
        scheduledDelayMillis: 2000,
        exportTimeoutMillis: GIVE_UP_AFTER_MS,
      }),
    ],
  });
  setGlobalErrorHandler(options.onError);
  const tracer = provider.getTracer('domesday');
  const propagator = new W3CTraceContextPropagator();
  const current = new AsyncLocalStorage<Context>();
  const fail = (span: Span) => span.setStatus({ code: SpanStatusCode.ERROR });

  return {
    request(traceparent, work) {
      const caller = propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, caller);
      current.run(trace.setSpan(caller, span), () =>
        work(({ name, failed, attributes }) => {
          span.updateName(name).setAttributes(attributes);
          if (failed) fail(span);
          span.end();
        }),
      );
    },
    step(name) {
      const request = current.getStore();
      if (!request) return () => {};
      const span = tracer.startSpan(name, {}, request);
      return () => {
        if (span.isRecording()) span.end();
      };
    },
    queries(db) {
      const query = db.query.bind(db) as (...args: unknown[]) => unknown;
      db.query = ((...args: unknown[]) => {
        const request = current.getStore();
        const name = (args[0] as { name?: string } | undefined)?.name;
        if (!request || !name) return query(...args);
        const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': name };
        const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, request);
        const result = query(...args) as Promise<unknown>;
        result.then(
          () => span.end(),
          () => fail(span).end(),
        );
        return result;
      }) as Db['query'];
    },
    stop: () => provider.shutdown().catch(options.onError),
  };
}
