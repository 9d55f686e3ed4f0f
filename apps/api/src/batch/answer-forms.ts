import type { OperationEntry, Schema } from '@domesday/contract';
import { oneLine } from '@domesday/files/one-line';
import { errorBody } from '../http/errors.ts';
import { csvRow } from '../http/forms/csv.ts';
import { JSON_TYPE } from '../http/make-answer.ts';
import type { Answered } from './answered.ts';
import { tableOf } from './table.ts';

/** How the answers of a batch are written: the media type, the text before all answers, and a line for each answer. */
export interface AnswerForm {
  content_type: string;
  head: string;
  lineOf(item: Answered, public_url: string): string;
  /** The last line, if the batch asks for one. */
  noticeOf(notice: BatchNotice): string;
}

/** What follows all answers of a batch. */
interface BatchNotice {
  licences: readonly Schema<'LicenceNotice'>[];
  dataset_releases: readonly string[];
}

export const NDJSON: AnswerForm = {
  content_type: 'application/x-ndjson; charset=utf-8',
  head: '',
  lineOf({ index, ref, request_id, made, refused, credits }, public_url) {
    const given = ref === null ? '' : `"ref":${JSON.stringify(ref)},`;
    const start = `{"index":${index},${given}"status":${refused?.status ?? 200},"credits":${credits}`;
    if (refused)
      return oneLine(
        `${start},"error":${JSON.stringify(errorBody(refused, request_id, public_url).error)}}\n`,
      );
    const { text, content_type, headers } = made!;
    if (content_type === JSON_TYPE) return oneLine(`${start},"body":${text}}\n`);
    return oneLine(`${start},"headers":${JSON.stringify(headers)},"body":${JSON.stringify(text)}}\n`);
  },
  noticeOf: (notice) => oneLine(`${JSON.stringify(notice)}\n`),
};

export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/** CSV: a row for each input, with the columns of the operation's table. */
export function csvForm(entry: OperationEntry): AnswerForm {
  const { columns, rowOf } = tableOf(entry);
  return {
    content_type: CSV_TYPE,
    head: csvRow(columns.map(({ name }) => name)),
    lineOf({ index, ref, request_id, made, refused, credits }, public_url) {
      const line = { index, ...(ref !== null && { ref }), status: refused?.status ?? 200, credits };
      if (refused) return csvRow(rowOf({ ...line, ...errorBody(refused, request_id, public_url) }));
      const { text, content_type } = made!;
      return csvRow(rowOf({ ...line, body: content_type === JSON_TYPE ? JSON.parse(text) : text }));
    },
    noticeOf: (notice) => csvRow([...columns.slice(1).map(() => null), JSON.stringify(notice)]),
  };
}
