import { normaliseOutcode, normalisePostcode } from '@domesday/addresses';
import type { Schema } from '@domesday/contract';
import { catalogueEntry, datasetIds } from '@domesday/datasets/catalogue';
import { oneLine } from '@domesday/files/one-line';
import { authorityCodes } from '@domesday/loading/authority-codes';
import express, { type Request, type Response, type Router } from 'express';
import { CSV_TYPE } from '../batch/answer-forms.ts';
import { publishedId } from '../domains/prices/model.ts';
import { authenticate } from '../http/authenticate.ts';
import { besideOperation } from '../http/check/beside-operations.ts';
import { answerSchemaOf } from '../http/check/operation-schema.ts';
import { ApiError, invalidParameter } from '../http/errors.ts';
import { csvOf } from '../http/forms/csv.ts';
import { FORM_TYPES, formAccepted } from '../http/forms/form-types.ts';
import { localsOf } from '../http/locals.ts';
import { only } from '../http/operations.ts';
import { limitRate } from '../http/rate-limit.ts';
import type { Services } from '../http/services.ts';
import { validate } from '../http/validate.ts';
import { BE_A_DISTRICT_CODE, isAuthorityCode, isDistrictCode } from '../location/authority-code.ts';
import { type ChangeFilter, type ChangeRow, changesAfter, ends } from './changes.query.ts';

const LIST = besideOperation('changes.list');
const COLUMNS = Object.keys(answerSchemaOf(LIST)!.properties!.changes!.items!.properties!);

const linesOf = (changes: readonly object[]): string =>
  oneLine(changes.map((change) => `${JSON.stringify(change)}\n`).join(''));

/** `GET /changes`: what loads changed, in the order in which it became visible. */
export function changes(services: Services): Router {
  const router = express.Router({ caseSensitive: true });
  router
    .route('/changes')
    .all(only('GET'))
    .get(
      authenticate(services, LIST.id),
      limitRate(services),
      validate(LIST),
      async (req: Request, res: Response) => {
        const query = localsOf(res).request!.query as unknown as ChangesQuery;
        const page = await readPage(services, query);
        res.setHeader('X-Next-Cursor', page.next_cursor);
        res.setHeader('Cache-Control', 'private, no-cache');
        const form = formAccepted(req, ['json', 'ndjson', 'csv']);
        if (form === 'json') return void res.json(page);
        res.setHeader('Content-Type', form === 'csv' ? CSV_TYPE : FORM_TYPES.ndjson);
        res.end(form === 'csv' ? csvOf(COLUMNS, page.changes) : linesOf(page.changes));
      },
    );
  return router;
}

interface ChangesQuery {
  since: number;
  dataset?: string;
  area?: string;
  uprn?: string;
  limit: number;
}

/** Reads one page. Always from the primary: a lagging replica would show an earlier state of the feed. */
async function readPage({ db }: Services, query: ChangesQuery): Promise<Schema<'ChangesPage'>> {
  const { since, limit, dataset } = query;
  // A misspelt name would look like a dataset that no load has changed.
  if (dataset !== undefined && !catalogueEntry(dataset))
    throw invalidParameter('dataset', `is none of ${datasetIds.join(', ')}`);
  // Every change committed so far has a number up to `last_seq`, and later ones get higher numbers.
  const { last_seq, pruned_seq } = await ends.one(db);
  if (since > last_seq || (since > 0 && since < pruned_seq)) throw expired(last_seq);
  const rows = await changesAfter(db, filterOf(query), {
    since,
    until: last_seq,
    limit,
    dataset: dataset ?? null,
  });
  // A load may have deleted some of these changes for their age during the read.
  if (since > 0 && since < (await ends.one(db)).pruned_seq) throw expired(last_seq);
  const more = rows.length === limit && rows.at(-1)!.seq < last_seq;
  return { changes: rows.map(shown), next_cursor: more ? rows.at(-1)!.seq : last_seq, more };
}

/** The refusal of a cursor that is too old. `last_seq` is where to go on after reading the datasets anew. */
const expired = (last_seq: number): ApiError =>
  new ApiError(
    410,
    'cursor_expired',
    `The changes after this cursor are no longer known. Read the datasets anew, and go on from ${last_seq}.`,
    { headers: { 'X-Next-Cursor': String(last_seq) } },
  );

function filterOf({ area, uprn }: ChangesQuery): ChangeFilter | null {
  if (uprn !== undefined && area !== undefined)
    throw invalidParameter('area', 'is not given together with uprn');
  if (uprn !== undefined) return { column: 'uprn', values: [uprn] };
  if (area === undefined) return null;
  const code = area.toUpperCase();
  if (isDistrictCode(code)) return { column: 'authority_code', values: authorityCodes(code) };
  // A region or a county would look like an area that no load has changed.
  if (isAuthorityCode(code)) throw invalidParameter('area', `must be ${BE_A_DISTRICT_CODE}`);
  const outcode = normaliseOutcode(area);
  if (outcode !== null) return { column: 'outcode', values: [outcode] };
  const postcode = normalisePostcode(area);
  if (postcode === null)
    throw invalidParameter('area', 'is neither a postcode nor an outcode nor the code of an authority');
  return { column: 'postcode', values: [postcode] };
}

function shown({ changed_at, record, details, uprn, was_uprn, ...row }: ChangeRow): Schema<'Change'> {
  return {
    ...row,
    uprn: uprn === null ? null : String(uprn),
    was_uprn: was_uprn === null ? null : String(was_uprn),
    record: shownKey(record as Record<string, unknown> | null),
    details: details as Record<string, unknown> | null,
    changed_at: changed_at.toISOString(),
  };
}

/** The key of a record as the operations show it, so that a reader can find the record there. */
function shownKey(record: Record<string, unknown> | null): Record<string, unknown> | null {
  return typeof record?.transaction_id === 'string'
    ? { ...record, transaction_id: publishedId(record.transaction_id) }
    : record;
}
