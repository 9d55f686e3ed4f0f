import { type OperationEntry, operationTable } from '@domesday/contract';
import { createBatchSlots } from '@domesday/open-network/slots';
import express, { type Request, type Response, type Router } from 'express';
import { handlers } from '../generated/routes.ts';
import { authenticate } from '../http/authenticate.ts';
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
import { type ItemForm, itemForm } from './item-request.ts';
import { csvItems, type Item, jsonItems, ndjsonItems } from './read-items.ts';
import { createSeats } from './seats.ts';

const priced = new Map(
  operationTable.filter(({ credits }) => credits > 0).map((entry) => [entry.id as string, entry]),
);
const forms = new Map<string, ItemForm>();

/** `POST /batch`: one operation, many inputs, each answered and charged as a single call would be. */
export function batch(services: Services): Router {
  const router = express.Router({ caseSensitive: true });
  const places = createBatchSlots();
  // Single calls keep half of the connections.
  const seats = createSeats(Math.max(1, Math.floor((services.db.options.max ?? 10) / 2)));
  router
    .route('/batch')
    .post(authenticate(services), limitRate(services), async (req: Request, res: Response) => {
      const { caller, key_hash, request_id } = localsOf(res);
      const place = places.take(caller!.key_id, services.addressOf(req));
      if (typeof place === 'string') throw noPlace(place);
      res.once('close', place.free);
      const asked = await readBatch(req);
      const idempotency_key = idempotencyKeyOf(req);
      const { entry, form, meta, portions } = asked;
      const handler = handlers[entry.id as keyof typeof handlers] as never;
      const work = answerPortions(services, res, portions, {
        ...{ entry, handler, form, meta, idempotency_key, request_id, seats },
        ...{ caller: caller!, key_hash: key_hash!, answers: formAskedFor(req) },
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
  const type = (req.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  const common = { meta: meta === 'lean' ? ('lean' as const) : null };
  if (type === 'application/json') {
    const { operation, items } = await jsonItems(req);
    if (search.has('operation')) throw malformed('stands in the body of a JSON batch', 'operation');
    const portions = (async function* () {
      yield items;
    })();
    return { ...common, ...operationOf(operation), portions };
  }
  if (type !== 'application/x-ndjson' && type !== 'text/csv')
    throw new ApiError(
      415,
      'unsupported_media_type',
      'Send the inputs as application/json, application/x-ndjson or text/csv.',
    );
  const { entry, form } = operationOf(search.get('operation'));
  allowLongBody(req);
  const body = req as AsyncIterable<Buffer>;
  if (type === 'application/x-ndjson') return { ...common, entry, form, portions: ndjsonItems(body) };
  const items = csvItems(body, (names) => {
    const unknown = names.find((name) => !form.names.has(name));
    if (unknown !== undefined) throw unknownParameter(unknown);
  });
  return { ...common, entry, form, portions: await begun(items) };
}

/** The same portions, with the first read, so that a header that is refused is refused before anything is sent. */
async function begun(items: AsyncGenerator<Item[]>): Promise<AsyncIterable<Item[]>> {
  const first = await items.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* items;
  })();
}

function operationOf(id: unknown): { entry: OperationEntry; form: ItemForm } {
  const entry = typeof id === 'string' ? priced.get(id) : undefined;
  if (!entry)
    throw new ApiError(422, 'invalid_parameter', 'The parameter "operation" must be a priced operation.', {
      details: [{ field: 'operation', issue: `is one of ${[...priced.keys()].join(', ')}` }],
    });
  const form = forms.get(entry.id) ?? itemForm(entry);
  forms.set(entry.id, form);
  return { entry, form };
}
