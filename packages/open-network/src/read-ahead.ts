import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

type Handler = Dispatcher.DispatchHandler;
type Controller = Dispatcher.DispatchController;

/** The connection is paused when its reader is further behind than this. */
const MOST_AHEAD_BYTES = 64 * 1024 * 1024;

/**
 * Interceptor for `dispatcher.compose` that buffers an answer for a slow reader instead of pausing the connection.
 * undici 7 ends the process by an assertion if a server closes a connection that is paused (nodejs/undici#5360; fixed
 * in undici 8, which needs Node 22), so whoever chooses the address to request could end the process. If the package
 * undici is loaded before the first call of Node's `fetch`, that uses undici's dispatcher and is affected too.
 */
export const readAhead: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
  dispatch(options, new Ahead(handler) as Handler);

class Ahead implements Handler {
  readonly #handler: Handler;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #trailers: IncomingHttpHeaders | null = null;
  #reader!: Reader;

  constructor(handler: Handler) {
    this.#handler = handler;
  }

  onRequestStart(controller: Controller, context: unknown): void {
    this.#reader = new Reader(controller, () => this.#handOver());
    this.#handler.onRequestStart?.(this.#reader, context);
  }

  onRequestUpgrade(...[, ...told]: Parameters<NonNullable<Handler['onRequestUpgrade']>>): void {
    this.#handler.onRequestUpgrade?.(this.#reader, ...told);
  }

  onResponseStart(...[, ...told]: Parameters<NonNullable<Handler['onResponseStart']>>): void {
    this.#handler.onResponseStart?.(this.#reader, ...told);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#handOver();
    if (this.#bytes > MOST_AHEAD_BYTES) controller.pause();
  }

  onResponseEnd(_: Controller, trailers: IncomingHttpHeaders): void {
    this.#trailers = trailers;
    this.#handOver();
  }

  onResponseError(_: Controller, error: Error): void {
    this.#chunks.length = 0;
    this.#handler.onResponseError?.(this.#reader, error);
  }

  #handOver(): void {
    while (!this.#reader.paused && this.#chunks.length > 0) {
      const chunk = this.#chunks.shift()!;
      this.#bytes -= chunk.length;
      this.#handler.onResponseData?.(this.#reader, chunk);
    }
    if (this.#reader.paused || !this.#trailers) return;
    const trailers = this.#trailers;
    this.#trailers = null;
    this.#handler.onResponseEnd?.(this.#reader, trailers);
  }
}

/** The controller that the reader pauses and resumes in place of the connection's own. */
class Reader implements Controller {
  readonly #connection: Controller;
  readonly #onResumed: () => void;
  paused = false;

  constructor(connection: Controller, onResumed: () => void) {
    this.#connection = connection;
    this.#onResumed = onResumed;
  }

  get aborted(): boolean {
    return this.#connection.aborted;
  }
  get reason(): Error | null {
    return this.#connection.reason;
  }
  get rawHeaders(): Controller['rawHeaders'] {
    return this.#connection.rawHeaders;
  }
  get rawTrailers(): Controller['rawTrailers'] {
    return this.#connection.rawTrailers;
  }
  abort(reason: Error): void {
    this.#connection.abort(reason);
  }
  pause(): void {
    this.paused = true;
  }
  resume(): void {
    this.paused = false;
    this.#onResumed();
    if (!this.paused) this.#connection.resume();
  }
}
