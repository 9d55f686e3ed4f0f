import type { Country } from '../country/model.ts';

/** One file of the sandbox, in its publisher's layout and under a name like the publisher's. */
export interface SandboxFile {
  /** Path below the sandbox folder. */
  path: string;
  content: string | Uint8Array;
  /** Data rows: neither headers nor trailers. */
  rows: number;
}

/** The files that one dataset loads in one go, in order. */
export interface DatasetFiles {
  dataset: string;
  /** What `domesday load` is given: a file, or the folder that holds several. */
  path: string;
  /** Columns of an address list are named by a file of their own. */
  mapping?: string;
  files: SandboxFile[];
}

export type DatasetWriter = (country: Country) => DatasetFiles[];

export function oneFile(
  dataset: string,
  path: string,
  content: string | Uint8Array,
  rows: number,
): DatasetFiles {
  return { dataset, path, files: [{ path, content, rows }] };
}
