/** A file on disk, ready to be read. */
export interface FetchedFile {
  /** As the operator gave it, without user name, password or query. */
  uri: string;
  name: string;
  path: string;
  bytes: number;
  /** SHA-256 of the bytes, hexadecimal. */
  hash: string;
  /** The folder that was given, where the file was found in one. */
  folder?: string;
}

/** The beginning of one file, decoded: enough to tell what it is. */
export interface Head {
  name: string;
  text: string;
  /** Name of the workbook, of a sheet. */
  workbook?: string;
}

/** What a dataset says of a file that is not its own. */
export interface Refusal {
  /** One sentence that names the columns that are missing. */
  refused: string;
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
  /** Largest sum of decompressed bytes. */
  maxBytes: number;
  /** Largest ratio of decompressed to compressed bytes, looked at beyond the first 64 MiB. */
  maxRatio: number;
  /** Most files in one archive or folder. */
  maxEntries: number;
}
