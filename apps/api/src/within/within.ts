import type { OperationEntry, Schema } from '@domesday/contract';
import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { answer } from '../http/answer.ts';
import { authenticate } from '../http/authenticate.ts';
import type { ValidRequest } from '../http/check/check-request.ts';
import { requestSchemaOf } from '../http/check/operation-schema.ts';
import {
  BELONGS_IN_QUERY,
  isDeep,
  malformed,
  missingParameter,
  namesOf,
  notKnown,
  unknownParameter,
} from '../http/check/request-values.ts';
import { isObject } from '../http/forms/plain-values.ts';
import type { Context } from '../http/handler.ts';
import { answerRepeated } from '../http/idempotency.ts';
import { localsOf } from '../http/locals.ts';
import { chooseSource } from '../http/meta/choose-source.ts';
import { only } from '../http/operations.ts';
import { takeSlot } from '../http/overload.ts';
import { mustAfford } from '../http/pay.ts';
import { limitRate } from '../http/rate-limit.ts';
import { readBody } from '../http/read-body.ts';
import type { Services } from '../http/services.ts';
import { validate } from '../http/validate.ts';
import { positionOf } from '../location/placed.ts';
import { shapeOnGrid } from '../location/shape.ts';
import { countWithin, pageWithin } from './within.query.ts';

/** Not one of the operations with a tool, so it is in no generated table. */
const ENTRY: OperationEntry = {
  id: 'properties.within' as never,
  method: 'post',
  path: '/properties/within',
  credits: 1,
  credits_per: null,
  needs: [],
  datasets: ['address-list', 'epc-domestic', 'os-open-uprn'],
  tool: null,
  exactly_one: null,
};

const IN_QUERY = new Set(namesOf(requestSchemaOf(ENTRY)));

interface WithinInput {
  query: { limit: number; cursor?: string; count: boolean };
  body: { polygon: unknown };
}

/**
 * `POST /properties/within`: every address in a polygon, page by page. With `count`, only the number of addresses, free
 * of charge. Each request waits for its `turn`.
 */
export function within(services: Services, turn: RequestHandler): Router {
  const router = express.Router({ caseSensitive: true });
  router
    .route(ENTRY.path)
    .all(only('POST'))
    .post(
      authenticate(services, ENTRY.id),
      limitRate(services),
      ...readBody(services),
      takeSlot(services),
      turn,
      validate(ENTRY),
      readPolygon,
      chooseSource(services),
      answerRepeated(ENTRY, services),
      mustAfford(ENTRY, services),
      answer(ENTRY, homesIn as never, services),
    );
  return router;
}

/** Puts the polygon, which may hold more values than other bodies, into the request, and sets the price. */
function readPolygon(req: Request, res: Response, next: NextFunction): void {
  const locals = localsOf(res);
  const body = req.body as { polygon?: unknown } | undefined;
  if (body !== undefined && !isObject(body)) throw malformed('must be an object with a polygon', null);
  if (body && !body.polygon && typeof (body as { type?: unknown }).type === 'string')
    throw missingParameter('polygon', 'is required: put the GeoJSON into it, as {"polygon": {…}}');
  const [other] = Object.keys(body ?? {}).filter((name) => name !== 'polygon');
  if (other !== undefined)
    throw unknownParameter(other, IN_QUERY.has(other) ? BELONGS_IN_QUERY : notKnown(['polygon']));
  if (!body?.polygon) throw missingParameter('polygon');
  if (isDeep(body.polygon)) throw malformed('is nested too deeply', 'polygon');
  const request = locals.request!;
  request.body = { polygon: body.polygon };
  const full = request.query.count ? 0 : ENTRY.credits;
  locals.price = { full, due: full, least: full, quoted: false };
  next();
}

async function homesIn(request: ValidRequest, context: Context): Promise<object> {
  const { query, body } = request as ValidRequest & WithinInput;
  const shape = shapeOnGrid(body.polygon);
  const { total } = await countWithin.one(context.db, shape);
  const meta = context.meta({ sample_size: total });
  if (query.count) {
    context.setCredits(0);
    return { total, count: 0, results: [], next_cursor: null, meta } satisfies Schema<'HomesWithin'>;
  }
  const { limit, cursor: after = '0' } = query;
  const rows = await pageWithin.rows(context.db, { ...shape, after: Number(after), limit: limit + 1 });
  const results = rows.slice(0, limit).map(({ position_source, ...row }) => ({
    ...row,
    uprn: String(row.uprn),
    position: positionOf(row.latitude !== null, position_source === 'postcode'),
  }));
  const next_cursor = rows.length > limit ? results.at(-1)!.uprn : null;
  return { total, count: results.length, results, next_cursor, meta };
}
