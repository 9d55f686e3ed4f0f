import type { Db } from '@domesday/db';
import type { Request, Response } from 'express';
import { CSV_TYPE, NDJSON } from '../batch/answer-forms.ts';
import { operationOf } from '../batch/batch-request.ts';
import { parsedLines } from '../batch/result-lines.ts';
import { type Table, tableOf } from '../batch/table.ts';
import { notFound } from '../http/errors.ts';
import { csvRow } from '../http/forms/csv.ts';
import { FORM_TYPES } from '../http/forms/form-types.ts';
import { createNotices, licencesHeader, type Notice, noticesOf } from '../http/meta/licences.ts';
import type { Source } from '../http/meta/source.ts';
import { queryBeside } from '../http/validate.ts';
import { PORTION } from './create-job.ts';
import { placesOf } from './home-places.ts';
import { inTurns } from './in-turns.ts';
import { type JobRow, noticesOfJob, resultsFrom } from './jobs.query.ts';
import { type Additions, geoJson, geoParquet } from './result-files.ts';

const PORTIONS_AT_ONCE = 8;
/** Most characters read in advance. They stay in memory for as long as the client does not read. */
const CHARACTERS_AT_ONCE = 256 * 1024;

interface Form {
  content_type: string;
  /** Writes the pieces of the file. `lines` yields texts of whole lines, each with its line end. */
  write(lines: AsyncIterable<string>, table: Table, beside: Additions): AsyncIterable<string | Uint8Array>;
  /** Whether the form gives the position of each input. */
  placed: boolean;
}

const FORMS = {
  ndjson: { content_type: NDJSON.content_type, write: (lines) => lines, placed: false },
  csv: { content_type: CSV_TYPE, write: csvLines, placed: false },
  geojson: { content_type: FORM_TYPES.geojson, write: geoJson, placed: true },
  parquet: { content_type: FORM_TYPES.parquet, write: geoParquet, placed: true },
} satisfies Record<string, Form>;

/** Sends the results as fast as the client reads them. */
export async function sendResults(
  db: Db,
  source: Source,
  job: JobRow,
  req: Request,
  res: Response,
): Promise<void> {
  const { format, from } = await queryBeside<{ format: keyof typeof FORMS; from: number }>(
    'jobs.results',
    req,
  );
  const form = FORMS[format];
  res.setHeader('Content-Type', form.content_type);
  res.setHeader('X-Job-State', job.state);
  res.setHeader('X-Line-Count', Math.max(0, job.items_done - from));
  const table = tableOf(operationOf(job.operation).entry);
  const places = await placesOf(job, table, source);
  const licences = await noticesBehind(db, job, form.placed ? places.notices : []);
  for (const [name, value] of Object.entries(licencesHeader(licences))) res.setHeader(name, value);
  if (req.method === 'HEAD') return void res.end();
  const additions = { licences, placesOf: places.of };
  for await (const piece of form.write(inTurns(linesFrom(db, job, from)), table, additions)) {
    if (res.closed) return;
    if (!res.write(piece)) await drained(res);
  }
  res.end();
}

/** The licence notices for the results so far, in any form. */
export async function noticesBeside(db: Db, source: Source, job: JobRow): Promise<Notice[]> {
  const places = await placesOf(job, tableOf(operationOf(job.operation).entry), source);
  return noticesBehind(db, job, places.notices);
}

/** The licence notices of the answers, and of the positions that a file adds to them. */
async function noticesBehind(db: Db, job: JobRow, of_places: readonly Notice[]): Promise<Notice[]> {
  const rows = await noticesOfJob.rows(db, { job_id: job.id });
  const notices = createNotices();
  notices.add(noticesOf(rows.map(({ source, ...row }) => ({ id: source, ...row }))));
  // A job without answers has no positions either.
  if (job.items_done > 0) notices.add(of_places);
  return notices.all();
}

/** Resolves when the client has read what was written, or has left. */
function drained(res: Response): Promise<void> {
  return new Promise((done) => {
    const over = () => {
      res.off('drain', over).off('close', over);
      done();
    };
    res.on('drain', over).on('close', over);
  });
}

/**
 * The lines from an index on, up to those that existed when `job` was read: the file's licence notices were read after
 * that, but would lack those of lines written later. All portions but the last have PORTION lines. Throws if the job is
 * deleted meanwhile: the connection then breaks, so that a part does not pass for the whole.
 */
async function* linesFrom(db: Db, { id: job_id, items_done }: JobRow, from: number): AsyncGenerator<string> {
  const portions = Math.ceil(items_done / PORTION);
  let portion = Math.floor(from / PORTION);
  let at_once = 1;
  while (portion < portions) {
    const asked = Math.min(at_once, portions - portion);
    const rows = await resultsFrom.rows(db, { job_id, portion, portions: asked });
    if (rows.length < asked)
      throw notFound('job_not_found', 'The job was deleted while its results were sent.');
    for (const { first_index, lines } of rows)
      yield first_index >= from
        ? lines
        : lines
            .split(/(?<=\n)/)
            .slice(from - first_index)
            .join('');
    portion += asked;
    const longest = Math.max(...rows.map(({ lines }) => lines.length));
    at_once = Math.max(1, Math.min(PORTIONS_AT_ONCE, Math.floor(CHARACTERS_AT_ONCE / longest)));
  }
}

async function* csvLines(lines: AsyncIterable<string>, { columns, rowOf }: Table): AsyncGenerator<string> {
  yield csvRow(columns.map(({ name }) => name));
  for await (const text of lines)
    yield parsedLines(text)
      .map((line) => csvRow(rowOf(line)))
      .join('');
}
