import type { QueryResult } from 'pg';
import type { Queryable } from './pool.ts';
import { send } from './send.ts';

/** The answer of a statement, read a batch at a time inside the caller's transaction. */
export interface Cursor<R> {
  /** The next rows; fewer than `count` at the end. */
  next(count: number): Promise<R[]>;
  /** The same as the server sends them: texts in the order of the declared row. */
  nextTexts(count: number): Promise<(string | null)[][]>;
  close(): Promise<void>;
}

// Values that are only copied stay text.
const AS_TEXT = { getTypeParser: () => (value: string) => value } as never;

interface Opened {
  name: string;
  text: string;
  values: unknown[];
  columns: string[];
  /** Throws where the rows are not as they are declared. */
  compare(result: QueryResult): void;
}

/** Opens a cursor over a statement. */
export async function openCursor<R>(
  db: Queryable,
  { columns, compare, ...sent }: Opened,
): Promise<Cursor<R>> {
  const name = sent.name.replaceAll('-', '_');
  await send(db, { text: `declare ${name} no scroll cursor for ${sent.text}`, values: sent.values });
  const fetched = (count: number) => `fetch ${Math.floor(count)} from ${name}`;
  return {
    async next(count) {
      const result = await send(db, { text: fetched(count), values: [] });
      compare(result);
      return result.rows as R[];
    },
    async nextTexts(count) {
      const result = await db.query({ text: fetched(count), rowMode: 'array', types: AS_TEXT });
      const answered = result.fields.map((field) => field.name);
      if (answered.join() !== columns.join())
        throw new Error(
          `The statement ${sent.name} answers its columns in the order ${answered.join(', ')}.`,
        );
      return result.rows as (string | null)[][];
    },
    async close() {
      await send(db, { text: `close ${name}`, values: [] });
    },
  };
}

/**
 * Uses all rows of a cursor, in batches of at most `count`, while the server reads the batch after them. `use` may not
 * ask the server; `between` may, after each batch. Closes the cursor.
 */
export async function useAll<R>(
  cursor: Cursor<R>,
  count: number,
  use: (rows: R[]) => void,
  between: () => Promise<void> = async () => {},
): Promise<void> {
  let rows = await cursor.next(count);
  while (rows.length > 0) {
    const next = cursor.next(count);
    // If `use` throws, nobody waits for the next batch, and its failure is no news.
    next.catch(() => {});
    use(rows);
    rows = await next;
    await between();
  }
  await cursor.close();
}
