import type { BatchInput, BatchOperation } from './batch.ts';
import { DomesdayError } from './errors.ts';
import type { Http } from './http.ts';
import { toJson } from './json.ts';
import { method, segment } from './method.ts';
import { checkObject, checkOptions, isObject, refuse } from './options.ts';
import { resultLines } from './result-lines.ts';
import type { AnswerOf, JobArea, OperationId, RefusedStatus, Schema } from './shapes.ts';
import { type CallOptions, isPassing, type TransportOptions, waitOf } from './transport.ts';

/** A job that answers one operation. */
export type Job<Id extends OperationId = OperationId> = Omit<Schema<'Job'>, 'operation'> & { operation: Id };

/** The inputs of a job, or an area of which every home is an input. */
export type JobArguments<Id extends BatchOperation> = {
  operation: Id;
  /** Parameters of every input that does not give them itself. */
  parameters?: Partial<Omit<BatchInput<Id>, 'ref'>> | undefined;
  /** Most credits that the job may spend. */
  credit_ceiling?: number | undefined;
  meta?: 'lean' | 'whole' | undefined;
} & (
  | { items: readonly Partial<BatchInput<Id>>[] }
  | {
      area: JobArea;
      /** Only homes with a greater UPRN: continues after the last line of a job that ended before its last home. */
      after_uprn?: string | undefined;
      /** At most this many homes, in the order of their UPRNs. */
      most_homes?: number | undefined;
    }
);

/** The answer to an input, or why it was refused; `ref` is that of the input, or the UPRN of a home in an area. */
export type JobLine<Id extends OperationId> =
  | { index: number; ref?: string; status: 200; credits: number; body: AnswerOf<Id>; error?: undefined }
  | {
      index: number;
      ref?: string;
      status: RefusedStatus;
      credits: 0;
      body?: undefined;
      error: Schema<'Error'>['error'];
    };

export interface WaitOptions extends CallOptions {
  /** Called with each state that is read. */
  onProgress?: ((job: Job) => void) | undefined;
  /** Longest time between two checks, milliseconds, at least 1; default 10 s. */
  everyMs?: number | undefined;
}

export interface ResultsOptions extends CallOptions {
  /** Index of the first line; default 0. */
  from?: number | undefined;
}

/** One operation for many inputs, or for every home of an area, answered in the background. */
export function jobs(http: Http, client: TransportOptions) {
  const post = method<'jobs.create'>(client, (given, init) => {
    const { items, parameters, ...rest } = given as unknown as Record<string, unknown> & { items?: unknown };
    if (items == null) return http.POST('/jobs', { ...init, body: { ...rest, parameters } as never });
    if (!Array.isArray(items)) refuse('items', 'an array', items);
    // Values that are not objects are sent unchanged, for the server to refuse.
    const lineOf = (item: unknown) =>
      toJson(isObject(item) ? { ...(parameters as object), ...ownOf(item) } : (item ?? null));
    return http.POST('/jobs', {
      ...init,
      headers: { ...init.headers, 'content-type': 'application/x-ndjson' },
      params: { query: rest },
      body: items.map(lineOf).join('\n') as never,
      bodySerializer: String,
    });
  });
  const read = method<'jobs.get'>(client, (path, init) =>
    http.GET('/jobs/{id}', { ...init, params: { path } }),
  );
  const end = method<'jobs.cancel'>(client, (path, init) =>
    http.POST('/jobs/{id}/cancel', { ...init, params: { path } }),
  );
  const get = (job: string | Job, options?: CallOptions): Promise<Job> =>
    read({ id: idOf(job) }, options) as Promise<Job>;

  return {
    /** Starts a job. Its inputs are charged as they are answered. */
    create: <const Id extends BatchOperation>(args: JobArguments<Id>, options?: CallOptions) =>
      post(args as never, options) as Promise<Job<Id>>,
    /** The number of inputs, and the most that they can cost. Free. */
    async quote<const Id extends BatchOperation>(
      args: JobArguments<Id>,
      options?: CallOptions,
    ): Promise<Schema<'JobQuote'>> {
      checkObject('The arguments', args);
      return post({ ...args, quote: true } as never, options) as Promise<Schema<'JobQuote'>>;
    },
    get,
    /** The jobs of the account, newest first; `pages` follows them to the end. */
    list: method<'jobs.list'>(client, (query, init) => http.GET('/jobs', { ...init, params: { query } })),
    /** Stops the job: it answers no further input. Existing answers stay. */
    cancel: (job: string | Job, options?: CallOptions) => end({ id: idOf(job) }, options) as Promise<Job>,
    /** Resolves when the job is done, stopped or cancelled. */
    async wait(job: string | Job, options: WaitOptions = {}): Promise<Job> {
      checkOptions(options);
      const { onProgress, everyMs = 10_000, retries = client.jobRetries, ...call } = options;
      for (let wait_ms = 250; ; wait_ms = Math.min(2 * wait_ms, everyMs)) {
        const now = await get(job, { ...call, retries });
        onProgress?.(now);
        if (now.finished_at) return now;
        await client.wait(wait_ms, call.signal);
      }
    },
    /**
     * The answers in the order of the inputs, read as fast as they are used; continues after a broken connection or an
     * answer of 408, 429 or 5xx. For a job that has not ended, the answers so far.
     */
    async *results<const Id extends OperationId>(
      job: string | Job<Id>,
      options: ResultsOptions = {},
    ): AsyncGenerator<JobLine<Id>, void> {
      checkOptions(options);
      const { from = 0, retries = client.jobRetries, ...call } = options;
      let next = from;
      let request!: Request;
      const onSend = (sent: Request): void => {
        request = sent;
      };
      for (let failed = 0; ; ) {
        const results_request = { ...call, id: idOf(job), from: next, attempt: failed, onSend };
        try {
          for await (const line of resultLines(http, client, results_request)) {
            failed = 0;
            next = line.index + 1;
            yield line as JobLine<Id>;
          }
          return;
        } catch (error) {
          if (!(error instanceof DomesdayError) || !isPassing(error) || call.signal?.aborted) throw error;
          const wait_ms = waitOf(client, failed, error.retry_after_s);
          if (failed >= retries || wait_ms > client.maxRetryWaitMs) throw error;
          client.hooks.onRetry?.({ request, error, attempt: failed, wait_ms });
          failed++;
          await client.wait(wait_ms, call.signal);
        }
      }
    },
  };
}

/** The values that an item gives itself; the common parameters replace those that are null or undefined. */
const ownOf = (item: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null && value !== undefined));

const idOf = (job: string | { id: string }): string =>
  segment('id', typeof job === 'object' && job ? job.id : job);
