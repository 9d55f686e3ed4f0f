import { from as copyFrom } from 'pg-copy-streams';
import { copyLine, fitCheck } from './copy.ts';
import { insertRejects, type Reject } from './record.query.ts';
import {
  drained,
  emptyStage,
  ended,
  LONGEST_RAW,
  REJECTS_AT_ONCE,
  type StageContext,
  type StageResult,
} from './stage.ts';

const CHARS_AT_ONCE = 256 * 1024;

/** Phase 2 for datasets that read their files themselves: every item into staging, rejects and notes. */
export async function stageSource(context: StageContext): Promise<StageResult> {
  const { client, dataset } = context;
  const columns = dataset.staging.map((c) => c.name).join(', ');
  const copy = client.query(copyFrom(`copy ${context.table} (${columns}) from stdin`));
  let copyError: Error | null = null;
  copy.on('error', (error) => {
    copyError ??= error;
  });
  const unfit = fitCheck(dataset.staging);
  const result: StageResult = { ...emptyStage(), notes: [] };
  let out = '';
  let rejects: Reject[] = [];
  let before = 0;
  let firstReason: string | null = null;
  const drain = async () => {
    if (copyError) throw copyError;
    const chunk = out;
    out = '';
    if (chunk !== '' && !copy.write(chunk)) await drained(copy);
    if (rejects.length >= REJECTS_AT_ONCE) {
      const some = rejects;
      rejects = [];
      await insertRejects(context.db, context.load_id, some);
    }
  };
  try {
    for (const file of context.files) {
      let read = 0;
      const items = dataset.source!.rows(file, {
        mapping: context.mapping,
        guards: context.guards,
        onBytes: (bytes) => {
          read = bytes;
        },
      });
      const rowsBefore = result.rows_read;
      for await (const item of items) {
        const wrong = 'row' in item ? unfit(item.row) : null;
        if (wrong !== null) {
          result.rows_read++;
          result.rejects++;
          firstReason ??= wrong;
          const raw = JSON.stringify((item as { row: unknown }).row).slice(0, LONGEST_RAW);
          rejects.push({ file: file.name, line: result.rows_read, reason: wrong, raw });
        } else if ('row' in item) {
          result.rows_read++;
          result.rows++;
          out += copyLine(item.row);
        } else if ('mark' in item) {
          out += copyLine(item.mark);
        } else if ('note' in item) {
          result.notes!.push(item.note);
        } else {
          const { line, reason, raw } = item.reject;
          result.rows_read++;
          result.rejects++;
          firstReason ??= reason;
          rejects.push({
            file: item.file ?? file.name,
            line,
            reason,
            raw: raw.slice(0, LONGEST_RAW).replaceAll('\0', '\uFFFD'),
          });
        }
        if (out.length > CHARS_AT_ONCE || rejects.length >= REJECTS_AT_ONCE) {
          await drain();
          context.onProgress(file.name, result.rows_read, result.rejects, before + read);
        }
      }
      if (result.rows_read === rowsBefore) result.passed_over.push(file.name);
      else if (!result.layouts.includes(file.name)) result.layouts.push(file.name);
      before += file.bytes;
      await drain();
      context.onProgress(file.name, result.rows_read, result.rejects, before);
    }
    await ended(copy);
    if (rejects.length > 0) await insertRejects(context.db, context.load_id, rejects);
    if (result.rows === 0 && firstReason) {
      const detail = `The first was refused because: ${firstReason.replace(/[.\s]+$/, '')}.`;
      result.notes!.push({ name: 'first_reject', status: 'fail', detail });
    }
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
