import type { Db, DbClient } from '@domesday/db';
import { createCsvParser } from '@domesday/files/csv';
import { type Decoded, decode } from '@domesday/files/decode';
import { type Entry, entriesOf } from '@domesday/files/unpack';
import { from as copyFrom } from 'pg-copy-streams';
import { copyLine, fitCheck } from './copy.ts';
import { insertRejects, type Reject } from './record.query.ts';
import {
  type Check,
  type CopyValue,
  type DatasetModule,
  type FetchedFile,
  type Guards,
  type Layout,
  LoadError,
  type Refusal,
} from './types.ts';

export interface StageContext {
  db: Db;
  client: DbClient;
  dataset: DatasetModule;
  files: FetchedFile[];
  mapping: unknown;
  guards: Guards;
  load_id: number;
  table: string;
  onProgress(file: string, rows: number, rejects: number, bytes_read: number): void;
}

export interface StageResult {
  rows_read: number;
  rows: number;
  rejects: number;
  layouts: string[];
  /** Files in archives that are not of this dataset. */
  passed_over: string[];
  /** Rows without a value, by watched column. */
  nulls: Record<string, number>;
  /** The newest date among the rows, ISO. */
  newest: string | null;
  /** What reading the files brought to light beside rows. */
  notes?: Check[];
}

export function emptyStage(): StageResult {
  return { rows_read: 0, rows: 0, rejects: 0, layouts: [], passed_over: [], nulls: {}, newest: null };
}

const HEAD_CHARS = 64 * 1024;
export const REJECTS_AT_ONCE = 2000;
export const LONGEST_RAW = 4000;

/**
 * Refuses what is not this dataset, before anything is written. A file that is given by name must be of the
 * dataset; of an archive at least one file must be.
 */
export async function recogniseFiles(
  dataset: DatasetModule,
  files: FetchedFile[],
  mapping: unknown,
  guards: Guards,
): Promise<void> {
  const groups = new Map<string, FetchedFile[]>();
  for (const file of files) {
    const group = file.folder ?? file.path;
    groups.set(group, [...(groups.get(group) ?? []), file]);
  }
  for (const [group, members] of groups) {
    const refusal = await refusalOf(dataset, members, mapping, guards);
    const name = members[0]!.folder ? group : members[0]!.name;
    if (refusal)
      throw new LoadError('refused', `${name} is not ${dataset.id}: ${refusal.refused}`, refusal.missing);
  }
}

/** null where one file of the group is of the dataset; else why the likeliest is not. */
async function refusalOf(
  dataset: DatasetModule,
  files: FetchedFile[],
  mapping: unknown,
  guards: Guards,
): Promise<Refusal | null> {
  let refusal: Refusal | null = null;
  for (const file of files) {
    for await (const entry of entriesOf(file, { guards })) {
      const { verdict, rest } = await openEntry(entry, dataset, mapping, file.name);
      await rest.return(undefined);
      if (isLayout(verdict)) return null;
      // The fewest missing columns make the likeliest candidate, and the one worth naming.
      if (!refusal || verdict.missing.length < refusal.missing.length) refusal = verdict;
    }
  }
  return refusal ?? { refused: 'It holds no files with rows.', missing: [] };
}

/** Phase 2: streams every recognised file into the staging table. */
export async function stage(context: StageContext): Promise<StageResult> {
  const { client, dataset, guards } = context;
  const columns = dataset.staging.map((c) => c.name).join(', ');
  const copy = client.query(copyFrom(`copy ${context.table} (${columns}) from stdin`));
  let copyError: Error | null = null;
  copy.on('error', (error) => {
    copyError ??= error;
  });

  const result = emptyStage();
  const names = Object.keys(dataset.nullRates ?? {});
  const watched = names.map((name) => dataset.staging.findIndex((c) => c.name === name));
  const nulls = names.map(() => 0);
  const dated = dataset.staging.findIndex((c) => c.name === dataset.dateColumn);
  const row: CopyValue[] = dataset.staging.map(() => null);
  const unfit = fitCheck(dataset.staging);
  let out = '';
  let rejects: Reject[] = [];
  let before = 0;

  try {
    for (const file of context.files) {
      let read = 0;
      const entries = entriesOf(file, {
        guards,
        onBytes: (bytes) => {
          read = bytes;
        },
      });
      for await (const entry of entries) {
        const { verdict, head, rest } = await openEntry(entry, dataset, context.mapping, file.name);
        if (!isLayout(verdict)) {
          result.passed_over.push(entry.name);
          await rest.return(undefined);
          continue;
        }
        const layout = verdict;
        if (!result.layouts.includes(layout.name)) result.layouts.push(layout.name);
        const shown = entry.archived ? `${file.name}/${entry.name}` : file.name;
        let suspect = head.suspect;
        // What the piece before and this one hold: a record may begin in the one and end in the other.
        let special = head.special;
        let specialBefore = false;

        const refuse = (line: number, reason: string, raw: string) => {
          result.rejects++;
          rejects.push({
            file: shown,
            line,
            reason,
            raw: raw.slice(0, LONGEST_RAW).replaceAll('\0', '\uFFFD'),
          });
        };
        const parser = createCsvParser({
          delimiter: layout.delimiter,
          firstLine: layout.firstLine,
          maxFieldChars: guards.maxFieldChars ?? dataset.maxFieldChars,
          maxRecordChars: guards.maxRecordChars ?? dataset.maxRecordChars,
          onRecord: (fields, line, breaks) => {
            const mapped = suspect ? (storable(fields) ?? layout.map(fields, row)) : layout.map(fields, row);
            const outcome = mapped ?? unfit(row);
            if (outcome === null) {
              result.rows_read++;
              result.rows++;
              for (let i = 0; i < watched.length; i++) if (row[watched[i]!] === null) nulls[i]!++;
              if (dated !== -1) {
                const date = row[dated] as string | null;
                if (date !== null && (result.newest === null || date > result.newest)) result.newest = date;
              }
              out += copyLine(row, breaks === 0 && !special && !specialBefore);
            } else if (outcome !== '') {
              result.rows_read++;
              refuse(line, outcome, fields.join(layout.delimiter ?? ','));
            }
          },
          onReject: (line, reason, raw) => {
            result.rows_read++;
            refuse(line, reason, raw);
          },
        });

        const drain = async () => {
          if (copyError) throw copyError;
          if (out !== '') {
            const chunk = out;
            out = '';
            if (!copy.write(chunk)) await drained(copy);
          }
          if (rejects.length >= REJECTS_AT_ONCE) {
            const some = rejects;
            rejects = [];
            await insertRejects(context.db, context.load_id, some);
          }
          context.onProgress(shown, result.rows_read, result.rejects, before + read);
        };

        parser.write(head.text.slice(layout.dataOffset));
        await drain();
        for await (const piece of rest) {
          // A record that began in a suspect piece may end in this one.
          suspect = suspect || piece.suspect;
          specialBefore = special;
          special = piece.special;
          parser.write(piece.text);
          await drain();
        }
        specialBefore ||= special;
        parser.end();
        await drain();
      }
      before += file.bytes;
    }
    await ended(copy);
    names.forEach((name, i) => {
      result.nulls[name] = nulls[i]!;
    });
    if (rejects.length > 0) await insertRejects(context.db, context.load_id, rejects);
    return result;
  } catch (error) {
    // To destroy the stream raises an error of its own, which is not the cause.
    const cause = copyError ?? error;
    if (!copy.destroyed) {
      const closed = new Promise<void>((done) => copy.once('close', done));
      copy.destroy(error as Error);
      await closed;
    }
    throw cause;
  }
}

function storable(fields: string[]): string | null {
  for (const field of fields) {
    if (field.includes('\0')) return 'The row holds a NUL byte.';
    if (field.includes('\uFFFD')) return 'The row holds bytes that are not in its encoding.';
  }
  return null;
}

interface Opened {
  verdict: Layout | Refusal;
  head: Decoded;
  rest: AsyncGenerator<Decoded>;
}

async function openEntry(
  entry: Entry,
  dataset: DatasetModule,
  mapping: unknown,
  file: string,
): Promise<Opened> {
  const rest = decode(entry.bytes, dataset.fallbackEncoding);
  const head: Decoded = { text: '', suspect: false, special: false };
  while (head.text.length < HEAD_CHARS) {
    const next = await rest.next();
    if (next.done) break;
    head.text += next.value.text;
    head.suspect ||= next.value.suspect;
    head.special ||= next.value.special;
  }
  const verdict =
    head.text.trim() === ''
      ? { refused: 'The file is empty.', missing: [] }
      : dataset.recognise(
          { name: entry.name, text: head.text, ...(entry.sheet ? { workbook: file } : {}) },
          mapping,
        );
  return { verdict, head, rest };
}

function isLayout(verdict: Layout | Refusal): verdict is Layout {
  return 'map' in verdict;
}

export function drained(copy: NodeJS.WritableStream): Promise<void> {
  return new Promise((done, fail) => {
    const settle = (error?: Error) => {
      copy.off('drain', settle);
      copy.off('error', settle);
      if (error) fail(error);
      else done();
    };
    copy.on('drain', settle);
    copy.on('error', settle);
  });
}

export function ended(copy: NodeJS.WritableStream): Promise<void> {
  return new Promise((done, fail) => {
    copy.on('error', fail);
    copy.on('finish', done);
    copy.end();
  });
}
