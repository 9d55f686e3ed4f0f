import { readFile, rename, rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { writeWhole } from '@domesday/files/machine';
import type { TableFormat } from '@domesday/files/tables/formats';
import { isThere, partOf, type Written } from '@domesday/files/tables/write';
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
  /** The states of the addresses that the rows were matched with, in turn; none of a run by an earlier version. */
  states?: string[];
}

const pathOf = (output: string): string => `${output}.progress.json`;

/**
 * Where an interrupted run of the same table stands; null without one. Throws where another table was begun. Where what
 * that run wrote is gone, `tell` gets a sentence and the run begins anew.
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

/** Replaced whole, so that it never stands half written. */
export async function writeProgress(output: string, progress: Progress): Promise<void> {
  const path = pathOf(output);
  await writeWhole(`${path}.new`, JSON.stringify(progress));
  await rename(`${path}.new`, path);
}

/** Takes away what an interrupted run left. */
export async function forgetProgress(output: string): Promise<void> {
  await rm(pathOf(output), { force: true });
}
