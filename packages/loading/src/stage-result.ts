import type { Db, DbClient } from '@domesday/db';
import type { RejectReason } from './rejects.ts';
import type { Check, DatasetModule, FetchedFile, Guards } from './types.ts';

/** What phase 2 of a load reads, and where to. */
export interface StageContext<Module extends DatasetModule> {
  db: Db;
  client: DbClient;
  dataset: Module;
  files: FetchedFile[];
  mapping: unknown;
  guards: Guards;
  load_id: number;
  table: string;
  /** The day of the load; null for the fictional country, whose days are its own. */
  today: Date | null;
  onProgress(file: string, rows: number, rejects: number, bytes_read: number): void;
}

export interface StageResult {
  rows_read: number;
  rows: number;
  rejects: number;
  /** Rows that were left out because the operator withholds them. */
  withheld: number;
  /** Files that rows were read from and, within them, headers that came again. */
  parts: number;
  /** Rows that were left out because they stand in another part too. */
  repeated: number;
  /** Why rows were refused, most frequent first. */
  reject_reasons: RejectReason[];
  layouts: string[];
  /**
   * Names of the files that rows came from, as they are on disk; within an archive whose name tells no release, its
   * files.
   */
  sources: string[];
  /** Why rows were left out that are no errors, most frequent first. */
  skipped: RejectReason[];
  /** Files of a folder or an archive that are not of the dataset. */
  passed_over: PassedOver[];
  /** Rows without a value, by watched column. */
  nulls: Record<string, number>;
  /** The newest date among the rows, ISO. */
  newest: string | null;
  /** Records that the files state there are; null where they state nothing. Pages of one reply state the same. */
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
  /** True in an archive, which its publisher put together. */
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
