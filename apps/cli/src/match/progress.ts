import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { TableFormat } from '@domesday/files/tables/read';
import { partOf, type Written } from '@domesday/files/tables/write';
import type { MatchMapping } from './mapping.ts';

/** What makes two runs the same: the table as it was, and how it is read and written. */
interface Run {
  bytes: number;
  modified_ms: number;
  mapping: MatchMapping;
  format: TableFormat;
}

export interface Progress {
  run: Run;
  /** Rows that are matched and on the disk. */
  rows: number;
  /** Rows of these that an earlier run had written. */
  resumed_rows: number;
  statuses: Record<string, number>;
  written: Written | null;
}

const pathOf = (output: string): string => `${output}.progress.json`;

/** Where an interrupted run of the same table stands; null without one. Throws where another table was begun. */
export async function readProgress(output: string, run: Run): Promise<Progress | null> {
  const text = await readFile(pathOf(output), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const progress = JSON.parse(text) as Progress;
  if (isDeepStrictEqual(progress.run, JSON.parse(JSON.stringify(run)))) return progress;
  throw new Error(
    `${partOf(output)} was begun from another table or mapping. Finish that run, or begin anew with --restart.`,
  );
}

/** Replaced whole, so that it never stands half written. */
export async function writeProgress(output: string, progress: Progress): Promise<void> {
  const path = pathOf(output);
  await writeFile(`${path}.new`, JSON.stringify(progress));
  await rename(`${path}.new`, path);
}

/** Takes away what an interrupted run left. */
export async function forgetProgress(output: string): Promise<void> {
  await rm(pathOf(output), { force: true });
}
