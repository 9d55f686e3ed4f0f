import type { QueryResult } from 'pg';
import type { Queryable } from './pool.ts';
import { send } from './send.ts';

/** The rows of a statement, read in batches inside the caller's transaction. */
export interface Cursor<R> {
  /** The next rows; fewer than `count` at the end. */
  next(count: number): Promise<R[]>;
  /** The next rows as the server sends them: texts, in the order of the declared columns. */
  nextTexts(count: number): Promise<(string | null)[][]>;
  close(): Promise<void>;
}

// For values that are only copied and need no parsing.
const AS_TEXT = { getTypeParser: () => (value: string) => value } as never;

interface Opened {
  name: string;
  text: string;
  values: unknown[];
  columns: string[];
  /** Throws if the rows do not have the declared columns. */
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
 * Passes all rows of a cursor to `use`, in batches of at most `count`, while the server reads the next batch. `use`
 * must not send statements on this connection; `between`, which runs after each batch, may. Closes the cursor.
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
    // If `use` throws, nobody awaits the next batch: its rejection must not be unhandled.
    next.catch(() => {});
    use(rows);
    rows = await next;
    await between();
  }
  await cursor.close();
}
