import type { Db, DbClient } from '@domesday/db';
import type { RejectReason } from './rejects.ts';
import type { Check, DatasetModule, FetchedFile, Guards } from './types.ts';

/** The input of phase 2 of a load, and the staging table it writes to. */
export interface StageContext<Module extends DatasetModule> {
  db: Db;
  client: DbClient;
  dataset: Module;
  files: FetchedFile[];
  mapping: unknown;
  guards: Guards;
  load_id: number;
  table: string;
  /** The day of the load; null for the fictional country, which has a calendar of its own. */
  today: Date | null;
  onProgress(file: string, rows: number, rejects: number, bytes_read: number): void;
}

export interface StageResult {
  rows_read: number;
  rows: number;
  rejects: number;
  /** Rows that were left out because the operator withholds them. */
  withheld: number;
  /** The number of parts: files with rows and, within them, repeated headers. */
  parts: number;
  /** Rows that were left out because another part holds them too. */
  repeated: number;
  /** Why rows were refused, most frequent first. */
  reject_reasons: RejectReason[];
  layouts: string[];
  /** Names on disk of the files with rows. If the name of an archive tells no release, the names of its members. */
  sources: string[];
  /** Why rows were left out without being errors, most frequent first. */
  skipped: RejectReason[];
  /** Files of a folder or an archive that do not belong to the dataset. */
  passed_over: PassedOver[];
  /** Rows without a value, by watched column. */
  nulls: Record<string, number>;
  /** The newest date among the rows, ISO. */
  newest: string | null;
  /**
   * The number of records that the files state; null if they state none. All pages of one reply state the same number.
   */
  stated_rows: number | null;
  /** Paths of the files that end in the middle of a row. */
  cut_short: string[];
  /** Notes from reading the files. */
  notes: Check[];
}

export interface PassedOver {
  name: string;
  /** A sentence. */
  reason: string;
  /** True for a member of an archive. */
  archived: boolean;
}

export function emptyStage(): StageResult {
  return {
    rows_read: 0,
    rows: 0,
    rejects: 0,
    withheld: 0,
    parts: 0,
    repeated: 0,
    reject_reasons: [],
    skipped: [],
    layouts: [],
    sources: [],
    passed_over: [],
    nulls: {},
    newest: null,
    stated_rows: null,
    cut_short: [],
    notes: [],
  };
}
