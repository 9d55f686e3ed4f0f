import type { Country } from '../country/model.ts';

/** One file of the sandbox, in its publisher's layout and with a name like the publisher's. */
export interface SandboxFile {
  /** Path below the sandbox folder. */
  path: string;
  content: string | Uint8Array;
  /** Data rows, without headers and trailers. */
  rows: number;
}

/** The files that one dataset loads together, in order. */
export interface DatasetFiles {
  dataset: string;
  /** The argument of `domesday load`: a file, or the folder that holds several. */
  path: string;
  /** A mapping file gives the columns of an address list. */
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
