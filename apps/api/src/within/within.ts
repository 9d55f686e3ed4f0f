import type { OperationEntry, Schema } from '@domesday/contract';
import { ALL_TERMS } from '@domesday/loading/licences';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { answer } from '../http/answer.ts';
import { authenticate } from '../http/authenticate.ts';
import type { ValidRequest } from '../http/check-request.ts';
import { chooseSource } from '../http/choose-source.ts';
import { invalidParameter } from '../http/errors.ts';
import { formAccepted } from '../http/form-types.ts';
import type { Context } from '../http/handler.ts';
import { answerRepeated } from '../http/idempotency.ts';
import { localsOf } from '../http/locals.ts';
import { requestSchemaOf } from '../http/operation-schema.ts';
import { only } from '../http/operations.ts';
import { takeSlot } from '../http/overload.ts';
import { mustAfford } from '../http/pay.ts';
import { limitRate } from '../http/rate-limit.ts';
import { readBody } from '../http/read-body.ts';
import { isDeep, malformed, mustBeAmong, readQuery, searchOf } from '../http/request-values.ts';
import type { Services } from '../http/services.ts';
import { positionOf } from '../location/placed.ts';
import { shapeOnGrid } from '../location/shape.ts';
import { countWithin, pageWithin } from './within.query.ts';

/** Beside the operations of the contract that have a tool, so it is in no generated table. */
const ENTRY: OperationEntry = {
  id: 'properties.within' as never,
  method: 'post',
  path: '/properties/within',
  credits: 1,
  credits_per: null,
  datasets: ['address-list', 'epc-domestic', 'os-open-uprn'],
  tool: null,
  exactly_one: null,
};
const FORMATS = ['json', 'csv', 'geojson', 'parquet'] as const;
const MOST_HOMES = 1000;

interface Asked {
  query: { limit: number; cursor: number; count: boolean; format: string };
  body: { polygon: unknown };
}

/** `POST /properties/within`: every address in a polygon, page by page, and their number, which is free. */
export function within(services: Services): Router {
  const router = express.Router({ caseSensitive: true });
  router
    .route(ENTRY.path)
    .all(only('POST'))
    .post(
      authenticate(services),
      limitRate(services),
      ...readBody(services),
      takeSlot(services),
      readWithin,
      chooseSource(services),
      answerRepeated(ENTRY, services),
      mustAfford(ENTRY, services),
      answer(ENTRY, homesIn as never, services),
    );
  return router;
}

/** What the query gives, as text but for its list. */
type Given = Record<string, string | undefined> & { exclude_licences?: string[] };

/** Checks the request and sets its price. */
function readWithin(req: Request, res: Response, next: NextFunction): void {
  const locals = localsOf(res);
  locals.operation = ENTRY.id;
  const search = searchOf(req);
  const { exclude_licences: listed, ...given } = readQuery(search, requestSchemaOf(ENTRY)) as Given;
  const body = req.body as { polygon?: unknown } | undefined;
  const [other] = Object.keys(body ?? {}).filter((name) => name !== 'polygon');
  if (other !== undefined)
    throw malformed('is not known in the body, which has a polygon alone; the query takes the rest', other);
  if (!body?.polygon) throw malformed('must be an object with a polygon', null);
  if (isDeep(body.polygon)) throw malformed('is nested too deeply', 'polygon');
  const limit = wholeNumber('limit', given.limit ?? '100', 1, MOST_HOMES);
  const cursor = wholeNumber('cursor', given.cursor ?? '0', 0, 999_999_999_999);
  const { count = 'false', format = formAccepted(req, FORMATS) } = given;
  mustBeAmong('count', count, ['true', 'false']);
  mustBeAmong('format', format, FORMATS);
  const exclude_licences = listed ?? [];
  for (const terms of exclude_licences) mustBeAmong('exclude_licences', terms, ALL_TERMS);
  const counts = count === 'true';
  const query = {
    limit,
    cursor,
    count: counts,
    format,
    ...(exclude_licences.length > 0 && { exclude_licences }),
  };
  locals.request = { path: {}, query, body: { polygon: body.polygon }, given: [...search.keys()] };
  const full = counts ? 0 : ENTRY.credits;
  locals.price = { full, due: full, quoted: false };
  next();
}

async function homesIn(request: ValidRequest, context: Context): Promise<object> {
  const { query, body } = request as ValidRequest & Asked;
  const shape = shapeOnGrid(body.polygon);
  const { total } = await countWithin.one(context.db, shape);
  const meta = context.meta({ sample_size: total });
  if (query.count) {
    context.setCredits(0);
    return { total, count: 0, results: [], next_cursor: null, meta } satisfies Schema<'HomesWithin'>;
  }
  const { limit, cursor: after } = query;
  const rows = await pageWithin.rows(context.db, { ...shape, after, limit: limit + 1 });
  const results = rows.slice(0, limit).map(({ position_source, ...row }) => ({
    ...row,
    uprn: String(row.uprn),
    position: positionOf(row.latitude !== null, position_source === 'postcode'),
  }));
  const next_cursor = rows.length > limit ? results.at(-1)!.uprn : null;
  return { total, count: results.length, results, next_cursor, meta };
}

function wholeNumber(field: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw invalidParameter(field, `must be a whole number from ${least} to ${most}`);
}
