import { count, counted } from '@domesday/files/counted';
import { withoutStop } from '@domesday/files/errors';
import { isBesideShapefile } from '@domesday/files/features/shapefile';
import { CUT_SHORT } from '@domesday/files/whole-csv';
import { copyLine, fitCheck } from './copy.ts';
import { DayForms } from './day-forms.ts';
import { DayCheck } from './days.ts';
import { reading } from './fetch.ts';
import { RejectCounts, reasonKind } from './rejects.ts';
import { emptyStage, type StageContext, type StageResult } from './stage-result.ts';
import { StagingWriter } from './staging-writer.ts';
import { type Check, type FetchedFile, LoadError, type SourceItem, type SourceModule } from './types.ts';
import { UnreadTexts } from './unread.ts';

/** Phase 2 for datasets that read their files themselves: writes rows, rejects and notes to staging. */
export async function stageSource(context: StageContext<SourceModule>): Promise<StageResult> {
  const writer = new StagingWriter(context);
  const result = emptyStage();
  const items = new ItemWriter(context, writer, result);
  let refusal: LoadError | null = null;
  try {
    let before = 0;
    for (const file of context.files) {
      const rowsBefore = result.rows_read;
      let reason = 'it holds no records.';
      try {
        await reading(file, () => stageFile(file, context, items, before));
      } catch (error) {
        // The other files of the folder are loaded. Rows that are already written cannot be taken back.
        if (!isRefused(error) || !file.folder || result.rows_read > rowsBefore) throw error;
        refusal ??= error;
        reason = error.message;
      }
      if (result.rows_read === rowsBefore) {
        const read_with = isBesideShapefile(
          file.path,
          context.files.map(({ path }) => path),
        );
        if (!read_with) result.passed_over.push({ name: file.name, reason, archived: false });
      } else {
        result.sources.push(file.name);
        if (!result.layouts.includes(file.name)) result.layouts.push(file.name);
      }
      before += file.bytes;
      await writer.flush();
      context.onProgress(file.name, result.rows_read, result.rejects, before);
    }
    if (refusal && result.rows_read === 0) throw refusal;
    await writer.end();
    result.skipped = items.skipped.byReason();
    result.reject_reasons = writer.counts.byReason();
    result.notes.push(...items.checks());
    if (items.stated.size > 0) noteStated(result, items.stated);
    if (result.rows === 0 && items.firstReason) {
      const detail = `The first was refused because: ${withoutStop(items.firstReason)}.`;
      result.notes.push({ name: 'first_reject', status: 'fail', detail });
    }
    return result;
  } catch (error) {
    throw await writer.abort(error);
  }
}

function isRefused(error: unknown): error is LoadError {
  return error instanceof LoadError && error.code === 'refused';
}

function noteStated(result: StageResult, stated: ReadonlySet<number>): void {
  const all = [...stated].reduce((sum, rows) => sum + rows, 0);
  result.stated_rows = all;
  if (all <= result.rows_read) return;
  const detail = `The files state ${counted(all, 'record')} and hold ${count(result.rows_read)}: load the other pages too.`;
  result.notes.push({ name: 'incomplete', status: 'warn', detail });
}

async function stageFile(
  file: FetchedFile,
  context: StageContext<SourceModule>,
  items: ItemWriter,
  before: number,
): Promise<void> {
  const { writer, result } = items;
  let read = 0;
  const { mapping, guards } = context;
  const days = new DayForms();
  const onBytes = (bytes: number) => {
    read = bytes;
  };
  for await (const item of context.dataset.source.rows(file, { mapping, guards, onBytes, days })) {
    items.write(item, file.name);
    if ('note' in item && item.note.name === CUT_SHORT) result.cut_short.push(file.path);
    if (writer.full) {
      await writer.flush();
      context.onProgress(file.name, result.rows_read, result.rejects, before + read);
    }
  }
  days.assertCertain(file.name);
}

/** Handles each item of a file: row, reject or note. */
class ItemWriter {
  readonly writer: StagingWriter;
  readonly result: StageResult;
  /** Why the first row was refused. */
  firstReason: string | null = null;
  /** The record counts that the files state. Pages of one reply state the same number, so it counts once. */
  readonly stated = new Set<number>();
  readonly skipped = new RejectCounts();
  readonly #unread = new UnreadTexts();
  readonly #unfit: ReturnType<typeof fitCheck>;
  readonly #days: DayCheck;

  constructor(context: StageContext<SourceModule>, writer: StagingWriter, result: StageResult) {
    this.writer = writer;
    this.result = result;
    this.#unfit = fitCheck(context.dataset.staging);
    this.#days = new DayCheck(context.dataset, context.today);
  }

  write(item: SourceItem, file: string): void {
    if ('note' in item) this.result.notes.push(item.note);
    else if ('stated' in item) this.stated.add(item.stated);
    else if ('unread' in item) this.#unread.add(item.unread, item.text);
    else if ('unknown' in item) this.#unread.addWord(item.unknown, item.word);
    else if ('skipped' in item) this.skipped.add(item.skipped);
    else if ('mark' in item) this.writer.row(copyLine(item.mark));
    else if ('reject' in item) {
      const { line, reason, raw } = item.reject;
      this.#refuse(item.file ?? file, line, reason, raw);
    } else {
      const wrong = this.#unfit(item.row) ?? this.#days.read(item.row);
      if (wrong !== null) this.#refuse(file, this.result.rows_read + 1, wrong, JSON.stringify(item.row));
      else {
        this.result.rows_read++;
        this.result.rows++;
        this.writer.row(copyLine(item.row));
      }
    }
  }

  /** Warnings of impossible days and of texts that were not read, once all rows are written. */
  checks(): Check[] {
    return [...this.#days.checks(), ...this.#unread.checks()];
  }

  #refuse(file: string, line: number, reason: string, raw: string): void {
    this.result.rows_read++;
    this.result.rejects++;
    this.firstReason ??= reasonKind(reason);
    this.writer.reject(file, line, reason, raw);
  }
}
