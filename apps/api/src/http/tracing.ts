import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from '@domesday/db';
import type { Attributes, Context, Span } from '@opentelemetry/api';

/** How a request ended, as its span tells it. */
export interface Ended {
  name: string;
  failed: boolean;
  attributes: Attributes;
}

export interface Tracer {
  /** Runs `work` as the request that `traceparent` (W3C Trace Context) continues, where it is one. */
  request(traceparent: string | undefined, work: (end: (how: Ended) => void) => void): void;
  /** Gives each named query of a request its span: the name alone, never its text or its values. */
  queries(db: Db): void;
  /** Sends what is waiting, and ends. */
  stop(): Promise<void>;
}

/** With its attempts again; a stop waits for it after the ten seconds that open requests get, and is killed after 15. */
const GIVE_UP_AFTER_MS = 3000;

/**
 * OpenTelemetry traces, sent every two seconds as OTLP over HTTP with JSON. `endpoint` is
 * OTEL_EXPORTER_OTLP_ENDPOINT. What cannot be sent is dropped: a collector that is away must not hold up a request
 * or fill the memory. The libraries are loaded here, so that a server without a collector does not load them; no
 * tracer is registered for the process, so only the spans that are made here are sent.
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
    // Whether a request is traced is for the operator to say, not for the caller's `traceparent`.
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
