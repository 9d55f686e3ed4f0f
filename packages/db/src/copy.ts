import { finished } from 'node:stream/promises';
import { type CopyStreamQuery, from } from 'pg-copy-streams';
import type { DbClient } from './pool.ts';

export interface CopyWriter {
  /** Waits while the server falls behind. Throws if the COPY has failed. */
  write(text: string): Promise<void>;
  /** Resolves when every line is in the table. */
  end(): Promise<void>;
  /** Ends the COPY without its lines, and returns why: its own failure, if it had one. */
  abort(error: unknown): Promise<unknown>;
}

/** A COPY into a table, or into some of its columns: `table (a, b)`. Lines in the text format of COPY. */
export function copyWriter(client: DbClient, target: string): CopyWriter {
  const stream = copyStream(client, target);
  let failure: Error | undefined;
  // After an error, as at the end of the connection, the stream tells nothing more: neither `drain` nor `close`.
  const failed = new Promise<never>((_, fail) => {
    stream.on('error', (error: Error) => {
      failure ??= error;
      fail(failure);
    });
  });
  failed.catch(() => {});
  return {
    async write(text) {
      if (failure) throw failure;
      if (stream.write(text)) return;
      let drained = (): void => {};
      const drain = new Promise<void>((done) => {
        drained = done;
        stream.once('drain', drained);
      });
      await Promise.race([drain, failed]);
    },
    async end() {
      if (failure) throw failure;
      stream.end();
      await Promise.race([finished(stream), failed]);
    },
    async abort(error) {
      const cause = failure ?? error;
      if (failure || stream.destroyed) return cause;
      const closed = new Promise<void>((done) => stream.once('close', done));
      stream.destroy(error as Error);
      await Promise.race([closed, failed.catch(() => {})]);
      return cause;
    },
  };
}

/** One COPY of a text in memory; its bytes are UTF-8. */
export async function copyText(client: DbClient, target: string, text: string | Buffer): Promise<void> {
  const stream = copyStream(client, target);
  stream.end(text);
  await finished(stream);
}

function copyStream(client: DbClient, target: string): CopyStreamQuery {
  return client.query(from(`copy ${target} from stdin`));
}
