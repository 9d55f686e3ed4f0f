/** A file on disk, ready to read. */
export interface FetchedFile {
  /** Path or address as the operator gave it, without user name, password or query. */
  uri: string;
  name: string;
  path: string;
  bytes: number;
  /** When an operator's file was last modified, read before its hash was taken; milliseconds since 1970. */
  modified_ms?: number;
  /** SHA-256 of the bytes, hexadecimal. */
  hash: string;
  /** True if it is a download, kept under its hash. */
  downloaded?: true;
  /** The folder that was given, if the file was found in one. */
  folder?: string;
}

/** The start of one file, decoded: enough to identify it. */
export interface Head {
  name: string;
  text: string;
  /** For a sheet, the name of its workbook. */
  workbook?: string;
}

/** A dataset's refusal of a file that is not its own. */
export interface Refusal {
  /** One sentence that names the missing columns. */
  refused: string;
  /** The same without the description of the layout, for a file beside others that were read. */
  briefly?: string;
  missing: string[];
}

export interface Check {
  name: string;
  status: 'ok' | 'warn' | 'fail';
  detail: string;
}

export interface Guards {
  maxFieldChars?: number;
  maxRecordChars?: number;
  /** Limit on the sum of decompressed bytes. */
  maxBytes: number;
  /** Largest ratio of decompressed to compressed bytes, checked beyond the first 64 MiB. */
  maxRatio: number;
  /** Most files in one archive or folder. */
  maxEntries: number;
}
