import { type CopyWriter, copyWriter, type Db, type DbClient } from '@domesday/db';
import { insertRejects, type Reject } from './record.query.ts';
import { clipped, LONGEST_REASON_BYTES, LONGEST_TEXT_BYTES, MOST_TEXTS, RejectCounts } from './rejects.ts';
import type { DatasetModule } from './types.ts';

const REJECTS_AT_ONCE = 2000;
const CHARS_AT_ONCE = 256 * 1024;

/** The load whose rows are written, and its staging table. */
interface Target {
  db: Db;
  client: DbClient;
  dataset: DatasetModule;
  table: string;
  load_id: number;
}

/** Writes rows by COPY into the staging table of a load, and the first refused rows into `dataset_rejects`. */
export class StagingWriter {
  readonly #target: Target;
  readonly #copy: CopyWriter;
  #out = '';
  #rejects: Reject[] = [];
  readonly counts = new RejectCounts();

  constructor(target: Target) {
    const { client, dataset, table } = target;
    const columns = dataset.staging.map((c) => c.name).join(', ');
    this.#target = target;
    this.#copy = copyWriter(client, `${table} (${columns})`);
  }

  /** One row in COPY's text format, with its line end. */
  row(line: string): void {
    this.#out += line;
  }

  reject(file: string, line: number, reason: string, raw: string): void {
    if (this.counts.add(reason) > MOST_TEXTS) return;
    const text = clipped(raw.replaceAll('\0', '\uFFFD'), LONGEST_TEXT_BYTES);
    this.#rejects.push({ file, line, reason: clipped(reason, LONGEST_REASON_BYTES), raw: text });
  }

  /** Whether the buffer is large enough to be written. */
  get full(): boolean {
    return this.#out.length > CHARS_AT_ONCE || this.#rejects.length >= REJECTS_AT_ONCE;
  }

  /** Writes the buffered rows, and the refused ones if they are many. Waits if the server falls behind. */
  async flush(): Promise<void> {
    const chunk = this.#out;
    this.#out = '';
    if (chunk !== '') await this.#copy.write(chunk);
    if (this.#rejects.length >= REJECTS_AT_ONCE) await this.#writeRejects();
  }

  /** Ends the COPY: every row is in the staging table. */
  async end(): Promise<void> {
    await this.#copy.end();
    if (this.#rejects.length > 0) await this.#writeRejects();
  }

  /** Aborts the COPY and returns the original error. */
  abort(error: unknown): Promise<unknown> {
    return this.#copy.abort(error);
  }

  async #writeRejects(): Promise<void> {
    const some = this.#rejects;
    this.#rejects = [];
    await insertRejects(this.#target.db, this.#target.load_id, some);
  }
}
