import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

type Handler = Dispatcher.DispatchHandler;
type Controller = Dispatcher.DispatchController;

/** A reader further behind than this is waited for. */
const MOST_AHEAD_BYTES = 64 * 1024 * 1024;

/**
 * Reads an answer ahead of a reader who is behind, for `dispatcher.compose`. undici 7 ends the process by an assertion
 * where a server closes its connection while the reader is waited for (nodejs/undici#5360; mended in undici 8, which
 * needs Node 22): whoever names an address that is asked could do it at will. Where undici is loaded first, `fetch` of
 * Node sends by it and does the same.
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

/** What the reader pauses and resumes, in place of the connection. */
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
