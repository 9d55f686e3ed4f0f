import type { OperationEntry } from '@domesday/contract';
import type { NextFunction, Request, Response } from 'express';
import { type BesideId, type BesideOperation, besideOperation } from './check/beside-operations.ts';
import { requestCheck, type ValidRequest } from './check/check-request.ts';
import { onceFor, requestSchemaOf } from './check/operation-schema.ts';
import { searchOf } from './check/request-values.ts';
import { type Form, formAccepted } from './forms/form-types.ts';
import { localsOf } from './locals.ts';

/** Checks the request of one operation against the contract and stores it with its types and defaults. */
export function validate(entry: OperationEntry | BesideOperation) {
  const check = checkOf(entry);
  return async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    const locals = localsOf(res);
    locals.operation = entry.id;
    locals.request = await check(req);
    next();
  };
}

/** The query of a request whose other parts are checked elsewhere, with types and defaults filled in. */
export async function queryBeside<Query>(id: BesideId, req: Request): Promise<Query> {
  return (await checkOf(besideOperation(id))(req)).query as Query;
}

const checkOf = onceFor((entry: OperationEntry | BesideOperation) => {
  const check = requestCheck(entry);
  const forms = formsOf(entry);
  return (req: Request): Promise<ValidRequest> =>
    check({ path: req.params as Record<string, string>, search: withForm(req, forms), body: req.body });
});

/** The values of an operation's parameter `format`; empty if it has none. */
function formsOf(entry: OperationEntry | BesideOperation): Form[] {
  const format = requestSchemaOf(entry).parameters.find(({ name }) => name === 'format');
  return (format?.schema?.enum ?? []) as Form[];
}

/** The query; if it names no format, the one that the Accept header prefers is added. */
function withForm(req: Request, forms: Form[]): URLSearchParams {
  const search = searchOf(req);
  if (forms.length === 0 || search.has('format')) return search;
  const form = formAccepted(req, forms);
  if (form !== forms[0]) search.set('format', form);
  return search;
}
