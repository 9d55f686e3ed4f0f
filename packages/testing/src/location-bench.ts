import { join } from 'node:path';
import type { LoadError, LoadOptions, LoadResult } from '@domesday/builds';
import type { TestDatabase } from '@domesday/testing';
import { refusal, scratch } from './scratch.ts';

/** A database and a folder of made-up files for the loaders of places and area figures. */
export interface Bench {
  database: TestDatabase;
  /** Loads a text as a file with this name. */
  load(dataset: string, name: string, text: string | Buffer, options?: LoadOptions): Promise<LoadResult>;
  /** Writes a file and returns its path. */
  file(content: string, name: string): Promise<string>;
  loadFiles(dataset: string, paths: string[], options?: LoadOptions): Promise<LoadResult>;
  refusal(dataset: string, name: string, text: string): Promise<LoadError>;
  // biome-ignore lint/suspicious/noExplicitAny: rows of any query.
  rows(sql: string): Promise<any[]>;
  reasons(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openBench(): Promise<Bench> {
  const { database, file, load, loadText, rows, drop } = await scratch();
  let count = 0;
  const bench: Bench = {
    database,
    // Each file is in a folder of its own, since a test may load several files with one name.
    load: (dataset, name, text, options) =>
      loadText(dataset, text, { name: join(String(count++), name), ...options }),
    file,
    loadFiles: load,
    refusal: (dataset, name, text) => refusal(bench.load(dataset, name, text)),
    rows,
    reasons: async () =>
      (await rows('select reason from dataset_rejects order by load_id desc, line')).map((r) => r.reason),
    close: drop,
  };
  return bench;
}

/** A CSV of made-up records under the given header; columns that a record lacks are blank. */
export function table(header: string[], records: Record<string, string | number>[], lineEnd = '\n'): string {
  const quoted = (value: string | number) => `"${String(value).replaceAll('"', '""')}"`;
  const lines = [header, ...records.map((record) => header.map((name) => record[name] ?? ''))];
  return lines.map((line) => line.map(quoted).join(',') + lineEnd).join('');
}
