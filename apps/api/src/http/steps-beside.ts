import type { RequestHandler, Response } from 'express';
import { authenticate } from './authenticate.ts';
import { type BesideId, besideOperation } from './check/beside-operations.ts';
import { requestSchemaOf } from './check/operation-schema.ts';
import { localsOf } from './locals.ts';
import { limitRate } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import type { Services } from './services.ts';
import { validate } from './validate.ts';

/** The steps of a free request about the account: authentication, rate limit, body and validation. */
export function stepsBeside(services: Services): (id: BesideId) => RequestHandler[] {
  return (id) => [
    authenticate(services, id),
    limitRate(services),
    ...(requestSchemaOf(besideOperation(id)).body ? readBody(services) : []),
    validate(besideOperation(id)),
  ];
}

interface CallBeside<Body = unknown> {
  account_id: string;
  /** The id in the path, if there is one. */
  id: string;
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Body;
}

/** The parts of a valid request. */
export function callOf<Body = unknown>(res: Response): CallBeside<Body> {
  const { caller, request } = localsOf(res);
  const { path, query, body } = request!;
  return { account_id: caller!.account_id, id: String(path.id), path, query, body: body as Body };
}
