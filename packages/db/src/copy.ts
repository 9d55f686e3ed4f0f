import { finished } from 'node:stream/promises';
import { type CopyStreamQuery, from } from 'pg-copy-streams';
import type { DbClient } from './pool.ts';

export interface CopyWriter {
  /** Writes lines; waits if the server falls behind. Throws if the COPY has failed. */
  write(text: string): Promise<void>;
  /** Resolves when every line is in the table. */
  end(): Promise<void>;
  /** Aborts the COPY, so that no line is written. Returns the COPY's own failure if it had one, else `error`. */
  abort(error: unknown): Promise<unknown>;
}

/** Starts a COPY into a table, or into some of its columns: `table (a, b)`. Lines are in the text format of COPY. */
export function copyWriter(client: DbClient, target: string): CopyWriter {
  const stream = copyStream(client, target);
  let failure: Error | undefined;
  // After an error, for instance a lost connection, the stream emits neither `drain` nor `close`.
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

/** Runs one COPY of a text in memory, encoded as UTF-8. */
export async function copyText(client: DbClient, target: string, text: string | Buffer): Promise<void> {
  const stream = copyStream(client, target);
  stream.end(text);
  await finished(stream);
}

function copyStream(client: DbClient, target: string): CopyStreamQuery {
  return client.query(from(`copy ${target} from stdin`));
}
