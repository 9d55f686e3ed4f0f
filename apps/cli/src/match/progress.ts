import { readFile, rename, rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { writeWhole } from '@domesday/files/machine';
import type { TableFormat } from '@domesday/files/tables/formats';
import { isThere, partOf, type Written } from '@domesday/files/tables/write';
import type { MatchMapping } from './mapping.ts';

/** The identity of a run: the input table as it was, and how it is read and written. */
interface Run {
  bytes: number;
  modified_ms: number;
  mapping: MatchMapping;
  format: TableFormat;
}

export interface Progress {
  run: Run;
  /** Rows that are matched and flushed to disk. */
  rows: number;
  /** Rows among these that an earlier run had written. */
  resumed_rows: number;
  statuses: Record<string, number>;
  written: Written | null;
  /** The states of the addresses with which rows were matched, in order; absent for a run by an earlier version. */
  states?: string[];
}

const pathOf = (output: string): string => `${output}.progress.json`;

/**
 * The progress of an interrupted run of the same table; null if there is none. Throws if the interrupted run was of
 * another table. If the output of that run is gone, `tell` receives a message and the run starts again.
 */
export async function readProgress(
  output: string,
  run: Run,
  tell: (sentence: string) => void,
): Promise<Progress | null> {
  const text = await readFile(pathOf(output), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const progress = progressIn(text);
  if (progress === null) {
    tell(`${pathOf(output)} cannot be read, so the table is matched from its first row.`);
    return null;
  }
  if (isDeepStrictEqual(progress.run, JSON.parse(JSON.stringify(run)))) {
    if (progress.written === null || (await isThere(output, progress.written))) return progress;
    tell(`${partOf(output)} is missing or cut short, so the table is matched from its first row.`);
    return null;
  }
  throw new Error(
    `${partOf(output)} was begun from another table or mapping. Finish that run, or begin anew with --restart.`,
  );
}

/** Null for a file that a loss of power left empty or half written. */
function progressIn(text: string): Progress | null {
  try {
    return JSON.parse(text) as Progress;
  } catch {
    return null;
  }
}

/** Replaces the file atomically, so that it is never half written. */
export async function writeProgress(output: string, progress: Progress): Promise<void> {
  const path = pathOf(output);
  await writeWhole(`${path}.new`, JSON.stringify(progress));
  await rename(`${path}.new`, path);
}

/** Deletes the progress of an interrupted run. */
export async function forgetProgress(output: string): Promise<void> {
  await rm(pathOf(output), { force: true });
}
