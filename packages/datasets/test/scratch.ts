import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { type LoadOptions, type LoadResult, load } from '../src/index.ts';

export interface Scratch {
  database: TestDatabase;
  folder: string;
  /** Writes a file and returns its path. */
  file(content: string | Uint8Array, name?: string): Promise<string>;
  load(dataset: string, uris: string[], options?: LoadOptions): Promise<LoadResult>;
  /** Loads one text as a file. */
  loadText(
    dataset: string,
    text: string | Uint8Array,
    options?: LoadOptions & { name?: string },
  ): Promise<LoadResult>;
  // biome-ignore lint/suspicious/noExplicitAny: rows of any statement.
  rows(sql: string, values?: unknown[]): Promise<any[]>;
  drop(): Promise<void>;
}

/** An empty database and a folder for files, both gone after `drop`. */
export async function scratch(): Promise<Scratch> {
  const database = await emptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'domesday-datasets-'));
  let count = 0;
  const made: Scratch = {
    database,
    folder,
    file: async (content, name = `made-up-${count++}.csv`) => {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    },
    load: (dataset, uris, options = {}) => load(database.db, dataset, uris, { home: folder, ...options }),
    loadText: async (dataset, text, { name, ...options } = {}) =>
      made.load(dataset, [await made.file(text, name)], options),
    rows: async (sql, values) => (await database.db.query(sql, values)).rows,
    drop: async () => {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return made;
}
