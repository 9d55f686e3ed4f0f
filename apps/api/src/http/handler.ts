import type { BuildName } from '@domesday/builds/editions';
import type { OperationId, RequestOf, ResponseOf, Schema } from '@domesday/contract';
import type { DatasetId } from '@domesday/datasets/catalogue';
import type { Db } from '@domesday/db';
import type { Caller } from '../accounts/callers.ts';
import type { Recount } from '../accounts/recount.ts';
import type { UsageRecorder } from '../accounts/usage.ts';
import type { MetaParts } from './meta/meta.ts';

export interface Clock {
  now(): Date;
  /** The earliest time that any available clock reports; read it with the function `surely`. */
  surely?(): Date;
}

/** What a handler may use. `meta` is bound to the request, so that no handler can leave its sources out. */
export interface Context {
  /** The database that the whole answer is read from. */
  db: Db;
  /** Accounts, keys, the ledger and usage. */
  books: Db;
  /** True while the disk of the books' database is full, so that no charge can be written. */
  books_full: boolean;
  clock: Clock;
  /** The day of the request, UTC, YYYY-MM-DD. */
  today: string;
  request_id: string;
  caller: Caller;
  usage: UsageRecorder;
  recount: Recount;
  /** True where rows of the dataset are served. */
  loaded(dataset: string): boolean;
  /** True where `exclude_licences` excludes the dataset. Terms that cover only its addresses do not count. */
  excludes(dataset: string): boolean;
  /** Why a loaded register of places does not cover a nation, as a sentence; null where it covers the nation. */
  lackOf(dataset: DatasetId, country: Schema<'Country'> | null): string | null;
  /** True where the data served are those of the fictional country. */
  fictional: boolean;
  /** True if the build of this name was made from the loads of these datasets that are served now. */
  builtFrom(name: BuildName, datasets: readonly string[]): boolean;
  /** Identifies the data served: changes with every load and every rebuild. */
  generation: string;
  /** Throws `BuiltSince` if the build of valuations is newer than the one served when the request began. */
  servesBuild(build_id: number): void;
  /** True where a past release answers instead of the data served now. */
  past: boolean;
  /** True where the release of the requested day is not kept, so that another one answers. */
  inexact: boolean;
  /** Builds the `meta` of the answer; its sources are the named datasets that are loaded. */
  meta(parts?: MetaParts): Schema<'Meta'>;
  /** Adds a caution to `meta.warnings`; for a null field `code` is one of the reasons for null. */
  warn(code: string, field: string | null, message: string): void;
  /** Whether the caller gave a parameter, even with its default value. */
  gave(parameter: string): boolean;
  /** Warns in `meta.warnings` that a parameter has no effect beside the others, if the caller gave it. */
  ignore(parameter: string, because: string): void;
  /**
   * Records in `meta.carried` how far an index was carried past its last month, for these fields; the answer shows the
   * farthest.
   */
  carry(index: Schema<'CarriedIndex'>, fields: readonly string[]): void;
  /** Sets the price of this call if it depends on the request; never above the contract's price. */
  setCredits(credits: number): void;
}

/** An answer that is not JSON, such as CSV. */
export class TextAnswer {
  readonly content_type: string;
  readonly text: string;
  /** Fields of the JSON answer that this format gives as headers. */
  readonly headers: Record<string, string>;
  constructor(content_type: string, text: string, headers: Record<string, string>) {
    this.content_type = content_type;
    this.text = text;
    this.headers = headers;
  }
}

type Handler<Id extends OperationId> = (
  request: RequestOf<Id>,
  context: Context,
) => Promise<ResponseOf<Id> | TextAnswer>;

/** One handler for every operation of the contract. */
export type Handlers = { [Id in OperationId]: Handler<Id> };
