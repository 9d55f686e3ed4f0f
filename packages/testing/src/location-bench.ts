import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LoadError, type LoadOptions, type LoadResult, load } from '@domesday/builds';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';

/** A database and a folder of made-up files for the loaders of places and area figures. */
export interface Bench {
  database: TestDatabase;
  /** Loads text as a file of the name. */
  load(dataset: string, name: string, text: string | Buffer, options?: LoadOptions): Promise<LoadResult>;
  loadFiles(dataset: string, paths: string[], options?: LoadOptions): Promise<LoadResult>;
  refusal(dataset: string, name: string, text: string): Promise<LoadError>;
  // biome-ignore lint/suspicious/noExplicitAny: rows of any query.
  rows(sql: string): Promise<any[]>;
  reasons(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openBench(): Promise<Bench> {
  const database = await emptyDatabase();
  const scratch = await mkdtemp(join(tmpdir(), 'domesday-location-'));
  let count = 0;
  const file = async (name: string, text: string | Buffer): Promise<string> => {
    count += 1;
    const path = join(scratch, String(count), name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    return path;
  };
  const bench: Bench = {
    database,
    load: async (dataset, name, text, options = {}) =>
      load(database.db, dataset, [await file(name, text)], { home: scratch, ...options }),
    loadFiles: (dataset, paths, options = {}) =>
      load(database.db, dataset, paths, { home: scratch, ...options }),
    refusal: async (dataset, name, text) => {
      const thrown = await bench.load(dataset, name, text).catch((error: unknown) => error);
      if (thrown instanceof LoadError) return thrown;
      throw new Error(`${dataset} took ${name}`);
    },
    rows: async (sql) => (await database.db.query(sql)).rows,
    reasons: async () =>
      (await bench.rows('select reason from dataset_rejects order by load_id desc, line')).map(
        (r) => r.reason,
      ),
    close: async () => {
      await database.drop();
      await rm(scratch, { recursive: true, force: true });
    },
  };
  return bench;
}

/** A CSV of made-up records under the given header; columns that a record lacks are blank. */
export function table(header: string[], records: Record<string, string | number>[], lineEnd = '\n'): string {
  const quoted = (value: string | number) => `"${String(value).replaceAll('"', '""')}"`;
  const lines = [header, ...records.map((record) => header.map((name) => record[name] ?? ''))];
  return lines.map((line) => line.map(quoted).join(',') + lineEnd).join('');
}
