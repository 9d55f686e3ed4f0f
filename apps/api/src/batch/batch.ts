import type { OperationEntry } from '@domesday/contract';
import express, { type Request, type Response, type Router } from 'express';
import { handlers } from '../generated/routes.ts';
import { authenticate } from '../http/authenticate.ts';
import { searchOf, unknownParameter } from '../http/check/request-values.ts';
import { formAccepted } from '../http/forms/form-types.ts';
import { idempotencyKeyOf } from '../http/idempotency.ts';
import { allowLongBody } from '../http/listen.ts';
import { localsOf } from '../http/locals.ts';
import { chooseSource } from '../http/meta/choose-source.ts';
import { only } from '../http/operations.ts';
import { holdPlace } from '../http/overload.ts';
import { limitRate } from '../http/rate-limit.ts';
import { noteWork } from '../http/sending/unfinished.ts';
import type { Services } from '../http/services.ts';
import { queryBeside } from '../http/validate.ts';
import { type AnswerForm, csvForm, NDJSON } from './answer-forms.ts';
import { answerPortions } from './answer-portions.ts';
import { mediaTypeOf, operationOf, streamedItems, streamedType } from './batch-request.ts';
import type { ItemForm } from './item-request.ts';
import { limitedServices } from './limited-services.ts';
import { type Item, jsonItems, LARGEST_JSON_BYTES, ofInputs } from './read-items.ts';

/** `POST /batch`: one operation, many inputs, each answered and charged as a single call would be. */
export function batch(services: Services): Router {
  const router = express.Router({ caseSensitive: true });
  const limited = limitedServices(services, 'batch');
  const steps = [authenticate(services, 'batch.run'), limitRate(services), chooseSource(services)];
  router
    .route('/batch')
    .all(only('POST'))
    .post(...steps, async (req: Request, res: Response) => {
      const { caller, key_hash, request_id, source } = localsOf(res);
      if (!holdPlace(services.batches, services, req, res)) return;
      const asked = await readBatch(req);
      const idempotency_key = idempotencyKeyOf(req);
      const { entry, form, defaults, notice, portions } = asked;
      const handler = handlers[entry.id];
      const work = answerPortions(limited, res, portions, {
        ...{ entry, handler, form, defaults, notice, idempotency_key, request_id },
        ...{ source: source!, caller: caller!, key_hash: key_hash!, answers: formAskedFor(req, entry) },
      });
      await noteWork(services, res, work);
    });
  return router;
}

interface BatchQuery {
  operation?: string;
  meta: 'lean' | 'whole';
  exclude_licences?: string[];
  notice: 'true' | 'false';
}

interface AskedBatch {
  entry: OperationEntry;
  form: ItemForm;
  defaults: Record<string, unknown>;
  notice: boolean;
  portions: AsyncIterable<Item[]>;
}

/** The answer is NDJSON unless the client prefers CSV. */
function formAskedFor(req: Request, entry: OperationEntry): AnswerForm {
  return formAccepted(req, ['ndjson', 'csv']) === 'csv' ? csvForm(entry) : NDJSON;
}

/** Reads the query and the body. Throws for a CSV whose header names unknown parameters. */
async function readBatch(req: Request): Promise<AskedBatch> {
  const search = searchOf(req);
  for (const name of search.keys()) {
    const misplaced = ofInputs(search.get('operation'), name);
    if (misplaced) throw unknownParameter(name, misplaced);
  }
  const query = await queryBeside<BatchQuery>('batch.run', req);
  const common = commonOf(query);
  const type = mediaTypeOf(req);
  if (type === 'application/json') {
    const { operation, items } = await jsonItems(req);
    if (query.operation !== undefined)
      throw unknownParameter('operation', 'stands in the body of a JSON batch');
    const portions = (async function* () {
      yield items;
    })();
    return { ...common, ...operationOf(operation), portions };
  }
  const streamed = streamedType(type);
  const { entry, form } = operationOf(query.operation);
  allowLongBody(req);
  return { ...common, entry, form, portions: await streamedItems(wholeIfShort(req), streamed, form) };
}

/**
 * Reads a body that gives its length, and is no longer than a JSON body may be, before the first answer is sent. Over
 * HTTP/1.1 many proxies stop forwarding a body once its answer has begun. Caddy drops the rest, and the answer would
 * end as if there were no further inputs.
 */
async function* wholeIfShort(req: Request): AsyncGenerator<Buffer> {
  const bytes = req.headers['content-length'];
  if (bytes === undefined || Number(bytes) > LARGEST_JSON_BYTES) return yield* req;
  const pieces: Buffer[] = [];
  for await (const piece of req) pieces.push(piece);
  yield* pieces;
}

/** The settings in the query that apply to all items. */
function commonOf({ meta, notice, exclude_licences }: BatchQuery): Pick<AskedBatch, 'defaults' | 'notice'> {
  const defaults = {
    ...(meta === 'lean' && { meta }),
    ...(exclude_licences && { exclude_licences: exclude_licences.join(',') }),
  };
  return { defaults, notice: notice === 'true' };
}
