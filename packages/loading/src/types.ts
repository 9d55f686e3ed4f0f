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
  /** Texts that were not read, though their rows were, and words of code lists that are not known. */
  unread?: UnreadTexts;
  /** The forms of the days that were read. */
  days?: DayForms;
  /** Fills `row`, one value per staging column. See `MapOutcome`. */
  map(fields: string[], row: CopyValue[]): MapOutcome;
}

/** A row that is no error and is not loaded. */
export class Skipped {
  /** Why its dataset leaves out such records, a sentence; null: it is no record, such as a title or a total. */
  readonly reason: string | null;
  constructor(reason: string | null) {
    this.reason = reason;
  }
}
export const SKIP = new Skipped(null);

/** null: the row is good. A text: why it is refused. */
export type MapOutcome = string | Skipped | null;

export interface StagingColumn {
  name: string;
  type: string;
  days?: Days;
  /** True if it says something of the load and not of a record, so that it may have no value. */
  of_load?: true;
}

/**
 * Which days a column of dates may hold, where it is not the rule: none before 1600 and none after tomorrow. `ahead`:
 * so many days after today. A row is refused for a day that cannot be if `refuses`, if the column is never null or if
 * the rows are dated by it; else it is loaded without the day. `as_published`: answers tell such days.
 */
export type Days = 'as_published' | { ahead?: number; refuses?: true };

/** What the current load changes. Absent for the first load of a dataset, which is told as a `reset`. */
export interface ChangeLog {
  /** The table with its key, once `changed_rows` has been filled. */
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
  /** Condition on the served table `t` for rows that an operator withholds from now on; nothing is staged then. */
  remove?: string;
  /** Told of how many records the load has several rows that differ, of which only the last counts. */
  onDiffering?: (records: number) => void;
  /** Set while it is published, unless it is the first load of its dataset. */
  changes?: ChangeLog | null;
}

/** One item of a file that is not read as rows of text. */
export type SourceItem =
  /** One value per staging column. */
  | { row: CopyValue[] }
  /** A row of staging that is not a record of the file but information about it, and is not counted. */
  | { mark: CopyValue[] }
  | { reject: { line: number; reason: string; raw: string }; file?: string }
  /** A record that the dataset leaves out, and why. */
  | { skipped: string }
  | { note: Check }
  /** A text of an operator's own table that was not read: its row is loaded without the value. */
  | { unread: string; text: string }
  /** A word of a publisher's code list that is not known. */
  | { unknown: string; word: string }
  /** How many records there are in all, as a page of a reply states. */
  | { stated: number };

/** Reads files that are not rows of text, such as shapes and JSON. */
export interface FileSource {
  /**
   * Throws LoadError if the file is not of the dataset. Must not change the values after yielding them. Adds the texts
   * of all days to `days`.
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
  /** True if each release is complete in itself, so that an older one may be loaded over a newer. */
  snapshot: boolean;
  /**
   * True if the file's name has information that its content lacks, so that the same bytes under another name count as
   * new.
   */
  namesTell?: boolean;
  /** True for datasets whose column names an operator may map. */
  takesMapping?: boolean;
  staging: StagingColumn[];
  maxFieldChars?: number;
  maxRecordChars?: number;
  /** Parses a mapping file's content. Throws a sentence if it is invalid. */
  readMapping?(text: string): unknown;
  /** Number of served rows that this load would replace, for comparison; null: no comparison. */
  replacedRows?(staged: Staged): Promise<number | null>;
  /** Whether any of those rows is in the load too, and what to do where none is: the files are of another part then. */
  keepsSome?: { of(staged: Staged): Promise<boolean>; otherwise: string };
  /** Staging columns that are seldom empty, with the share of nulls above which a check warns. */
  nullRates?: Record<string, number>;
  /** True if a row that begins with the word for a total has figures of its own, and counts no records above it. */
  keepsTotals?: true;
  /** Staging column with the date of a record: its maximum is tracked while rows are staged. */
  dateColumn?: string;
  /** Date of the newest record in staging, ISO, if no column has it as such. */
  newestRecord?(staged: Staged): Promise<string | null>;
  /** A column of `nullRates` that is empty only in rows that delete another row. */
  removalsLack?: string;
  /** For datasets of areas: how a load derives its coverage. */
  extent?: 'nation' | 'authorities' | 'told' | 'none';
  /**
   * Of a large file: what publishing will need of the served tables, written to the table `beside` on a connection of
   * its own while the file is read. Only one load runs at a time, so that nothing else changes those tables.
   */
  prepare?(client: DbClient, beside: string): Promise<void>;
  /** True if rows have no key, so that only their `part` tells whether one that comes again is a copy of the other. */
  keyless?: true;
  /** Where one file holds the whole dataset: the columns of staging that name a record, and the rows of such a file. */
  wholeFile?: { key: string[]; rows?: string };
  /**
   * True if changes are not told by key: the dataset is compared as a whole, and told as one `reset` unless it is
   * served as before.
   */
  comparedWhole?: true;
  /**
   * True if the rows tell their edition, or those of several fill one row: the module says what gives way to an older
   * one.
   */
  joinsEditions?: true;
  /** Of rows without a key that differ enough to be known without their `part`: deletes copies of rows from staging. */
  leaveOutRepeated?(client: DbClient, table: string): Promise<number>;
  /** Of datasets whose rows tell of single homes: how an operator withholds them. */
  withholds?: Withholds;
  /** Further checks of the staged rows before they are published. */
  check?(staged: Staged): Promise<Check[]>;
  /** Writes staging into the served tables, inside the publishing transaction. Returns rows written. */
  publish(staged: Staged): Promise<number>;
}

/** Expressions over a row `t`, of staging and of the table served. Both may have a column `uprn`. */
export interface Withholds {
  /** What names a record of the dataset; absent where its UPRN does. */
  record?: string;
  /** Its type; text if absent. */
  type?: 'uuid';
  /** Condition for the rows of this dataset, where others are served from the same table. */
  own?: string;
}

export interface Progress {
  dataset: string;
  phase: 'wait' | 'fetch' | 'stage' | 'check' | 'publish' | 'derive' | 'done';
  file: string;
  rows: number;
  rejects: number;
  rows_per_second: number;
  /** Bytes read of all the files, as stored, and their sum. */
  bytes_read: number;
  bytes_total: number;
  seconds_left: number | null;
  /** While it waits: the command and the process that it waits for, if they are known. */
  waits_for: string | null;
}

export interface LoadOptions {
  /** Path of a mapping file, or its content as an object. */
  mapping?: string | Record<string, unknown>;
  /** Of datasets of areas: nations or authority codes that the files are complete for; areas of others stay. */
  covers?: string[];
  /** Replaces everything that this dataset held before, instead of adding to it. */
  replace?: boolean;
  /** The files hold all of the dataset: they replace everything as well, unless they are loaded already. */
  whole?: boolean;
  /** Loads content that is loaded already, and treats failed checks and losses as warnings. */
  force?: boolean;
  release?: string;
  /** True for a file of the fictional country, which has a database of its own. */
  fictional?: boolean;
  /** Files that are downloaded already, with their hashes; the addresses are then only recorded. */
  files?: FetchedFile[];
  /** Folder for downloads; `DOMESDAY_HOME`, else `.domesday` where the process stands. */
  home?: string;
  fetch?: typeof fetch;
  /**
   * Skips rebuilding postcodes, addresses and links, unless they were ever built and the load is told record by record;
   * call `rebuildDerived` afterwards.
   */
  skipDerived?: boolean;
  guards?: Partial<Guards>;
  /** From how many bytes on a file is large: 64 MB. */
  large_bytes?: number;
  onProgress?(progress: Progress): void;
}

export interface LoadResult {
  dataset: string;
  status: 'published' | 'unchanged';
  /** True if the database held no real data before. */
  first_real: boolean;
  load_id: number;
  /** Loads published since, which may have changed its rows; 0 unless it is unchanged. */
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
  /** The sentence that must be shown wherever the data are. */
  attribution: string;
  /** Days between releases; null = no fixed rhythm. */
  cadence_days: number | null;
  /**
   * How its age is known: from its newest record, or from the release name if records have no date that moves with
   * it. `newest_release` where releases add up, so that rows of old ones are not stale.
   */
  dated_by: 'records' | 'release' | 'newest_release';
  /** Days from the newest record, or from the end of the month that names the release, to its publication. */
  delay_days: number;
  /** Where its rows are served, and what of them a later load takes the place of. */
  served: Served;
  /**
   * Of registers of places: the fewest rows that a whole one has of a nation (`all`: of its nations together). With
   * fewer, or with a tenth of them without a place, a search that finds nothing does not mean that nothing is there.
   */
  least_rows?: Partial<Record<Nation | 'all', number>>;
  /** Tables or parts of an answer that come from it. */
  used_by: readonly string[];
  /** Where its files come from: `domesday sources`, `fetch`, `update` and `country` stand on it. */
  download: Download;
  /** Its row in the documentation. */
  docs: {
    page: 'data' | 'data-location' | 'data-areas';
    /** What it is and who publishes it. */
    what: string;
    layouts: string;
    where: string;
    /** Set if the licence alone does not say what matters. */
    terms?: string;
    /** What the loader's layout was checked against; neither if it was written from descriptions alone. */
    layout_seen: LayoutSeen;
  };
  /**
   * Set if the dataset has a table with rows by UPRN: fields of properties.get can be columns of the newest row.
   */
  home_table?: HomeTable;
  /** Why the sandbox does not write it, if so. */
  no_sandbox?: string;
}

/** A publisher's real file, the publisher's own description of the layout, or the columns are the operator's. */
export type LayoutSeen = { real_file?: string; specification?: string } | 'operator';

/** Expressions are SQL over a row `t` of the served table, which has the `load_id` that wrote it. */
export interface Served {
  table: string;
  /** What is read instead of the table, where it does not hold every row. */
  from?: string;
  /** Condition for the rows of this dataset that count, where not all do that its loads wrote. */
  where?: string;
  /** Columns that a build fills in for this dataset alone. */
  found?: readonly string[];
  /** Tables with more that its loads wrote. */
  beside?: readonly { table: string; where?: string }[];
  /** The date of a row, from which the newest record is found. */
  newest?: string;
  /** Condition for a row with a position of its own. */
  placed?: string;
  /** The area that a row is of, as a text. */
  area?: string;
  /** The nation that a row is of, where the dataset has several. */
  country?: string;
  /** What of the rows served a later load takes the place of, in words. */
  replaces: string;
}

/** A table with rows by UPRN. A column `uprn_source` says which UPRNs were linked here. */
export interface HomeTable {
  table: string;
  /** What one row is, in snake_case: `certificate`. */
  record: string;
  /** Columns that tell the newest row of a home: the largest comes first. */
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
