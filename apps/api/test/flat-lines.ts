import { createCsvParser } from '@domesday/files/csv';
import { expect } from 'vitest';

/** A line of the results of many inputs. */
export interface Line {
  index: number;
  ref?: string;
  status: number;
  credits: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server sent.
  body?: any;
  error?: { code: string; message: string; request_id: string };
}

/** The row of a table for a line: each value of the answer under its path, joined by underscores; lists stay whole. */
export function flatLine({ body, error, ...line }: Line): Record<string, unknown> {
  const { meta, ...answer } = body ?? {};
  const errors = error ? { error_code: error.code, error_message: error.message } : {};
  return { ...line, ...errors, ...leavesOf(answer, []), ...(meta && { meta }) };
}

function leavesOf(value: object, above: string[]): Record<string, unknown> {
  const leaves = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    const path = [...above, name];
    const deeper = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
    return deeper ? Object.entries(leavesOf(inner, path)) : [[path.join('_'), inner]];
  });
  return Object.fromEntries(leaves);
}

/** The row without null and empty values, and with each request_id replaced. */
export function bareRow(row: Record<string, unknown>): Record<string, string> {
  const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  const given = Object.entries(row).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  return Object.fromEntries(given.map(([name, value]) => [name, textOf(value).replace(/"req_[^"]*"/, '""')]));
}

/** The cells of CSV whose quoted cells may hold line ends. */
export function cellsOf(csv: string): string[][] {
  const rows: string[][] = [];
  const parser = createCsvParser({
    maxFieldChars: 1_000_000,
    maxRecordChars: 1_000_000,
    onRecord: (cells) => rows.push([...cells]),
    onReject: (line, reason) => expect.fail(`${line}: ${reason}`),
  });
  parser.write(csv);
  parser.end();
  return rows;
}
