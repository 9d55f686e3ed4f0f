import { finished } from 'node:stream/promises';
import { type CopyStreamQuery, from } from 'pg-copy-streams';
import type { DbClient } from './pool.ts';

/** A stream into a table, or into some of its columns: `table (a, b)`. Lines in the text format of COPY. */
export function copyStream(client: DbClient, target: string): CopyStreamQuery {
  return client.query(from(`copy ${target} from stdin`));
}

/** A COPY; awaits the server when its buffer is full. */
export function copyWriter(
  client: DbClient,
  target: string,
): { write(text: string): Promise<void>; end(): Promise<void> } {
  const stream = copyStream(client, target);
  let failure: Error | undefined;
  stream.on('error', (error: Error) => {
    failure = error;
  });
  return {
    async write(text) {
      if (failure) throw failure;
      if (!stream.write(text)) await new Promise((resolve) => stream.once('drain', resolve));
    },
    async end() {
      stream.end();
      await finished(stream);
    },
  };
}

/** One COPY of a text in memory; its bytes are UTF-8. */
export async function copyText(client: DbClient, target: string, text: string | Buffer): Promise<void> {
  const stream = copyStream(client, target);
  stream.end(text);
  await finished(stream);
}
