import type { Db, DbClient, Nation } from '@domesday/db';
import { LoadError } from '@domesday/files/errors';
import type { Check, FetchedFile, Guards, Head, Refusal } from '@domesday/files/types';
import type { DayForms } from './day-forms.ts';
import type { Download } from './publishers/types.ts';
import type { RejectReason } from './rejects.ts';
import type { UnreadTexts } from './unread.ts';

export type { Check, FetchedFile, Guards, Head, Refusal };
export { LoadError };

export type CopyValue = string | number | boolean | null;

/** A dataset's layout for a file that it recognised. */
export interface Layout {
  name: string;
  /** Offset of the first data record, after the header if there is one. */
  dataOffset: number;
  /** Line number of the first data record. */
  firstLine: number;
  delimiter?: string;
  /** Texts that could not be read in rows that were loaded, and unknown words of code lists. */
  unread?: UnreadTexts;
  /** The order of day and month in the dates that were read. */
  days?: DayForms;
  /** Fills `row`, one value per staging column. See `MapOutcome`. */
  map(fields: string[], row: CopyValue[]): MapOutcome;
}

/** A row that is left out without being an error. */
export class Skipped {
  /**
   * Why the dataset leaves out such records, as a sentence; null if the row is no record, such as a title or a total.
   */
  readonly reason: string | null;
  constructor(reason: string | null) {
    this.reason = reason;
  }
}
export const SKIP = new Skipped(null);

/** What became of a row. Null: it is good. A text: why it is refused. `Skipped`: it is left out. */
export type MapOutcome = string | Skipped | null;

export interface StagingColumn {
  name: string;
  type: string;
  days?: Days;
  /** True if the column describes the load rather than a record, so that it may be empty. */
  of_load?: true;
}

/**
 * Which days a date column may hold, if not those of the general rule: from 1600 until tomorrow. `ahead`: how many days
 * after today are allowed. A row with an impossible day is refused if `refuses` is set, if the column is never null, or
 * if the rows are dated by it; otherwise the row is loaded without the day. `as_published`: every day is kept and
 * answered as published.
 */
export type Days = 'as_published' | { ahead?: number; refuses?: true };

/** What the current load changes. Absent for the first load of a dataset, which is recorded as a `reset`. */
export interface ChangeLog {
  /** The compared table, once the temporary table `changed_rows` is filled; `rows` is the number of its rows. */
  compared: { table: string; key: readonly string[]; rows: number; now?: string } | null;
}

export interface Staged {
  client: DbClient;
  /** Other connections for the publishing of a large load; null for a small one. */
  beside: Db | null;
  /** Qualified name of the staging table. */
  table: string;
  load_id: number;
  rows: number;
  /** Staged rows without a value, by column of `nullRates`. */
  nulls: Record<string, number>;
  /** True if the load replaces everything that the dataset had before. */
  replace: boolean;
  /** Condition on the served table `t` for rows that an operator begins to withhold. Staging is then empty. */
  remove?: string;
  /**
   * Called with the number of records that have several differing rows in the load. Only the last of these rows counts.
   */
  onDiffering?: (records: number) => void;
  /** Set while the load is published, unless it is the first load of its dataset. */
  changes?: ChangeLog | null;
}

/** One item of a file that is not read as rows of text. */
export type SourceItem =
  /** One value per staging column. */
  | { row: CopyValue[] }
  /** A staging row that holds information about the file rather than a record. It is not counted. */
  | { mark: CopyValue[] }
  | { reject: { line: number; reason: string; raw: string }; file?: string }
  /** A record that the dataset leaves out, and why. */
  | { skipped: string }
  | { note: Check }
  /** A text in an operator's own table that could not be read: its row is loaded without the value. */
  | { unread: string; text: string }
  /** An unknown word of a publisher's code list. */
  | { unknown: string; word: string }
  /** The number of records in the whole reply, as one of its pages states. */
  | { stated: number };

/** Reads files that are not rows of text, such as shapes and JSON. */
export interface FileSource {
  /**
   * Throws LoadError if the file does not belong to the dataset. Must not change a row after yielding it. Adds the
   * texts of all dates to `days`.
   */
  rows(
    file: FetchedFile,
    context: { mapping: unknown; guards: Guards; onBytes(read: number): void; days: Pick<DayForms, 'add'> },
  ): AsyncGenerator<SourceItem>;
}

/** How the files of a dataset are read, checked and published. */
export type DatasetModule = TableModule | SourceModule;

/** A dataset whose files are rows of text, each read by a layout. */
export interface TableModule extends AnyModule {
  source?: undefined;
  recognise(head: Head, mapping: unknown): Layout | Refusal;
}

/** A dataset that reads each of its files whole, such as shapes and JSON. */
export interface SourceModule extends AnyModule {
  source: FileSource;
}

interface AnyModule {
  id: string;
  /** Encoding of bytes that are not UTF-8. Without it such a row is refused. */
  fallbackEncoding?: 'windows-1252';
  /** True if each release is complete, so that an older one may be loaded over a newer one. */
  snapshot: boolean;
  /**
   * True if the file's name has information that its content lacks, so that the same bytes under another name count as
   * new.
   */
  namesTell?: boolean;
  /** True for datasets that take a mapping file. */
  takesMapping?: boolean;
  staging: StagingColumn[];
  maxFieldChars?: number;
  maxRecordChars?: number;
  /** Parses a mapping file's content. Throws a sentence if it is invalid. */
  readMapping?(text: string): unknown;
  /** Number of served rows that this load would replace, for comparison; null: no comparison. */
  replacedRows?(staged: Staged): Promise<number | null>;
  /**
   * `of`: whether any of those rows is also in the load. If none is, the files are of another part of the data, and the
   * load fails with the advice in `otherwise`.
   */
  keepsSome?: { of(staged: Staged): Promise<boolean>; otherwise: string };
  /** Staging columns that are seldom empty, with the share of nulls above which a check warns. */
  nullRates?: Record<string, number>;
  /** True if rows that begin with a word such as "Total" are records rather than sums of the rows above. */
  keepsTotals?: true;
  /** Staging column with the date of a record: its maximum is tracked while rows are staged. */
  dateColumn?: string;
  /** Date of the newest record in staging, ISO, if no single column holds it. */
  newestRecord?(staged: Staged): Promise<string | null>;
  /** A column of `nullRates` that is empty only in rows that delete another row. */
  removalsLack?: string;
  /** For datasets of areas: how a load derives its coverage. */
  extent?: 'nation' | 'authorities' | 'as_stated' | 'none';
  /**
   * For a large file: writes what publishing will need from the served tables to the table `beside`, on its own
   * connection and while the file is read. Only one load runs at a time, so nothing else changes those tables.
   */
  prepare?(client: DbClient, beside: string): Promise<void>;
  /** True if rows have no key, so that only their `part` tells whether equal rows are copies. */
  keyless?: true;
  /**
   * For a dataset of which one file holds everything: the staging columns that identify a record, and a condition for
   * rows of such a file.
   */
  wholeFile?: { key: string[]; rows?: string };
  /**
   * True if changes are not recorded by key: the dataset is compared as a whole, and recorded as one `reset` unless
   * nothing changed.
   */
  comparedWhole?: true;
  /**
   * True if rows state their own edition, or several editions fill one served row. The module itself then warns if
   * newer rows are replaced by older ones.
   */
  joinsEditions?: true;
  /** Deletes copies of rows from staging, for rows without a key that can be told apart without their `part`. */
  leaveOutRepeated?(client: DbClient, table: string): Promise<number>;
  /** For datasets with rows about single homes: how an operator withholds them. */
  withholds?: Withholds;
  /** Further checks of the staged rows before they are published. */
  check?(staged: Staged): Promise<Check[]>;
  /** Writes staging into the served tables, inside the publishing transaction. Returns rows written. */
  publish(staged: Staged): Promise<number>;
}

/** SQL expressions over a row `t` of staging or of the served table. Both may have a column `uprn`. */
export interface Withholds {
  /** The key that identifies a record of the dataset; absent if the UPRN does. */
  record?: string;
  /** The type of that key; text if absent. */
  type?: 'uuid';
  /** Condition for the rows of this dataset, if other datasets share the served table. */
  own?: string;
}

export interface Progress {
  dataset: string;
  phase: 'wait' | 'fetch' | 'stage' | 'check' | 'publish' | 'derive' | 'done';
  file: string;
  rows: number;
  rejects: number;
  rows_per_second: number;
  /** Bytes read so far of all files as stored on disk, and their total. */
  bytes_read: number;
  bytes_total: number;
  seconds_left: number | null;
  /** In the phase `wait`: the command and process that hold the lock; null if not known. */
  waits_for: string | null;
}

export interface LoadOptions {
  /** Path of a mapping file, or its content as an object. */
  mapping?: string | Record<string, unknown>;
  /** For datasets of areas: nations or authority codes for which the files are complete. Areas of other places stay. */
  covers?: string[];
  /** Replaces everything that this dataset held before, instead of adding to it. */
  replace?: boolean;
  /** The files hold the whole dataset: they replace everything too, unless the same content is loaded already. */
  whole?: boolean;
  /** Loads content that is loaded already, and treats failed checks and losses as warnings. */
  force?: boolean;
  release?: string;
  /** True for a file of the fictional country, which has a database of its own. */
  fictional?: boolean;
  /** Files that are already downloaded, with their hashes. The addresses are then only recorded. */
  files?: FetchedFile[];
  /** Folder for downloads. Default: `DOMESDAY_HOME`, else `.domesday` in the working directory. */
  home?: string;
  fetch?: typeof fetch;
  /**
   * Skips rebuilding the derived tables, unless they were ever built and the load's changes are recorded row by row.
   * Call `deriveOnly` afterwards.
   */
  skipDerived?: boolean;
  guards?: Partial<Guards>;
  /** Size in bytes from which a load counts as large. Default: 64 MB. */
  large_bytes?: number;
  onProgress?(progress: Progress): void;
}

export interface LoadResult {
  dataset: string;
  status: 'published' | 'unchanged';
  /** True if the database held no real data before. */
  first_real: boolean;
  load_id: number;
  /** For `unchanged`: loads published since the content was loaded, which may have changed its rows. Otherwise 0. */
  newer_loads: number;
  content_hash: string;
  release: string | null;
  newest_record: string | null;
  rows_read: number;
  rows_published: number;
  rows_rejected: number;
  /** Why rows were refused, most frequent first. */
  reject_reasons: RejectReason[];
  checks: Check[];
  seconds: number;
  rows_per_second: number;
}

/** Static information about a dataset: its folder’s source.ts. */
export interface DatasetSource {
  id: string;
  name: string;
  publisher: string;
  countries: readonly Nation[];
  licence: string;
  /** The sentence that must be shown wherever the data are shown. */
  attribution: string;
  /** Days between releases; null = no fixed rhythm. */
  cadence_days: number | null;
  /**
   * How the age of the data is judged: by the newest record, or by the release name if records have no suitable date.
   * `newest_release`: releases add up, so rows of old releases are not stale.
   */
  dated_by: 'records' | 'release' | 'newest_release';
  /** Days from the newest record, or from the end of the month that names the release, to its publication. */
  delay_days: number;
  /** Where the rows are served, and which of them a later load replaces. */
  served: Served;
  /**
   * For registers of places: the fewest rows that a complete register has for a nation (`all`: for its nations
   * together). With fewer rows, or if a tenth of them has no place, a search without results does not mean that nothing
   * is there.
   */
  least_rows?: Partial<Record<Nation | 'all', number>>;
  /** Tables or parts of answers that use the dataset. */
  used_by: readonly string[];
  /** Where the files come from. Used by `domesday sources`, `fetch`, `update` and `country`. */
  download: Download;
  /** The row of the dataset in the documentation. */
  docs: {
    page: 'data' | 'data-location' | 'data-areas';
    /** What it is and who publishes it. */
    what: string;
    layouts: string;
    where: string;
    /** Set if the licence alone does not say what matters. */
    terms?: string;
    /** What the layout was checked against; empty if it was written from secondary descriptions. */
    layout_seen: LayoutSeen;
  };
  /**
   * Set if the dataset has a table with rows by UPRN: fields of properties.get can be columns of the newest row.
   */
  home_table?: HomeTable;
  /** Why the sandbox does not write files of this dataset; absent if it does. */
  no_sandbox?: string;
}

/**
 * A real file of the publisher, the publisher's own description of the layout, or `operator` if the operator chooses
 * the columns.
 */
export type LayoutSeen = { real_file?: string; specification?: string } | 'operator';

/** Expressions are SQL over a row `t` of the served table, which has the `load_id` that wrote it. */
export interface Served {
  table: string;
  /** SQL of the rows to read instead of the table, if the table does not hold all of them. */
  from?: string;
  /** Condition for the rows of this dataset that count, if some rows that its loads wrote do not. */
  where?: string;
  /** Columns that a build fills in for this dataset only. */
  found?: readonly string[];
  /** Further tables that loads of the dataset write. */
  beside?: readonly { table: string; where?: string }[];
  /** The date of a row, from which the newest record is found. */
  newest?: string;
  /** Condition for a row that has its own position. */
  placed?: string;
  /** The area of a row, as text. */
  area?: string;
  /** The nation of a row, if the dataset covers several. */
  country?: string;
  /** Which served rows a later load replaces, in words. */
  replaces: string;
}

/** A table with rows by UPRN. A column `uprn_source` says which UPRNs were linked here. */
export interface HomeTable {
  table: string;
  /** The name of one row's record type in snake_case, such as `certificate`. */
  record: string;
  /** Columns by which the newest row of a home is chosen: the row with the largest values. */
  newest_by: readonly string[];
  /** Columns with the day to which a row belongs: the first that is not null counts. */
  observed_on: readonly string[];
  /** Columns that properties.get does not read. */
  not_read: readonly string[];
}

export type CatalogueEntry = Pick<
  DatasetSource,
  | 'id'
  | 'name'
  | 'publisher'
  | 'countries'
  | 'licence'
  | 'attribution'
  | 'cadence_days'
  | 'dated_by'
  | 'delay_days'
  | 'served'
  | 'least_rows'
  | 'used_by'
  | 'download'
  | 'docs'
>;
