import type { OperationEntry } from '@domesday/contract';
import { createBatchSlots } from '@domesday/open-network/slots';
import express, { type Request, type Response, type Router } from 'express';
import { handlers } from '../generated/routes.ts';
import { authenticate } from '../http/authenticate.ts';
import { chooseSource } from '../http/choose-source.ts';
import { ApiError } from '../http/errors.ts';
import { idempotencyKeyOf } from '../http/idempotency.ts';
import { allowLongBody } from '../http/listen.ts';
import { localsOf } from '../http/locals.ts';
import { refuseMethod, tellMethods } from '../http/operations.ts';
import { noPlace } from '../http/overload.ts';
import { limitRate } from '../http/rate-limit.ts';
import { malformed, unknownParameter } from '../http/request-values.ts';
import type { Services } from '../http/services.ts';
import { noteWork } from '../http/unfinished.ts';
import { type AnswerForm, CSV, NDJSON } from './answer-item.ts';
import { answerPortions } from './answer-portions.ts';
import { mediaTypeOf, operationOf, streamedItems, streamedType } from './asked.ts';
import type { ItemForm } from './item-request.ts';
import { limitedServices } from './limited-services.ts';
import { type Item, jsonItems } from './read-items.ts';

/** `POST /batch`: one operation, many inputs, each answered and charged as a single call would be. */
export function batch(services: Services): Router {
  const router = express.Router({ caseSensitive: true });
  const places = createBatchSlots();
  const limited = limitedServices(services);
  const steps = [authenticate(services), limitRate(services), chooseSource(services)];
  router
    .route('/batch')
    .post(...steps, async (req: Request, res: Response) => {
      const { caller, key_hash, request_id, source } = localsOf(res);
      const place = places.take(caller!.key_id, services.addressOf(req));
      if (typeof place === 'string') throw noPlace(place);
      res.once('close', place.free);
      const asked = await readBatch(req);
      const idempotency_key = idempotencyKeyOf(req);
      const { entry, form, meta, portions } = asked;
      const handler = handlers[entry.id as keyof typeof handlers] as never;
      const work = answerPortions(limited, res, portions, {
        ...{ entry, handler, form, meta, idempotency_key, request_id },
        ...{ source: source!, caller: caller!, key_hash: key_hash!, answers: formAskedFor(req) },
      });
      await noteWork(services, res, work);
    })
    .options(tellMethods(['POST', 'OPTIONS']))
    .all(refuseMethod(['POST']));
  return router;
}

interface AskedBatch {
  entry: OperationEntry;
  form: ItemForm;
  meta: 'lean' | null;
  portions: AsyncIterable<Item[]>;
}

/** NDJSON, unless the client prefers CSV. */
function formAskedFor(req: Request): AnswerForm {
  return req.accepts('application/x-ndjson', 'text/csv') === 'text/csv' ? CSV : NDJSON;
}

/** What the query and the body ask. A CSV whose header names what the operation does not know is refused here. */
async function readBatch(req: Request): Promise<AskedBatch> {
  const search = new URL(req.originalUrl, 'http://localhost').searchParams;
  for (const name of search.keys()) if (name !== 'operation' && name !== 'meta') throw unknownParameter(name);
  const meta = search.get('meta');
  if (meta !== null && meta !== 'lean' && meta !== 'full')
    throw new ApiError(422, 'invalid_parameter', 'The parameter "meta" must be lean or full.');
  const type = mediaTypeOf(req);
  const common = { meta: meta === 'lean' ? ('lean' as const) : null };
  if (type === 'application/json') {
    const { operation, items } = await jsonItems(req);
    if (search.has('operation')) throw malformed('stands in the body of a JSON batch', 'operation');
    const portions = (async function* () {
      yield items;
    })();
    return { ...common, ...operationOf(operation), portions };
  }
  const streamed = streamedType(type);
  const { entry, form } = operationOf(search.get('operation'));
  allowLongBody(req);
  return { ...common, entry, form, portions: await streamedItems(req, streamed, form, form.required) };
}
