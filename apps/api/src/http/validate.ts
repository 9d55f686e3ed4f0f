import type { OperationEntry } from '@domesday/contract';
import type { NextFunction, Request, Response } from 'express';
import type { BesideOperation } from './beside-operations.ts';
import { requestCheck } from './check-request.ts';
import { PARQUET } from './list-forms.ts';
import { localsOf } from './locals.ts';
import { requestSchemaOf } from './operation-schema.ts';

/** Checks the request of one operation against the contract and stores it with its types and defaults. */
export function validate(entry: OperationEntry | BesideOperation) {
  const check = requestCheck(entry);
  const forms = formsOf(entry);
  return async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    const locals = localsOf(res);
    locals.operation = entry.id;
    locals.request = await check({
      path: req.params as Record<string, string>,
      search: withForm(req, forms),
      body: req.body,
    });
    next();
  };
}

const MEDIA_TYPES: Record<string, string> = {
  json: 'application/json',
  csv: 'text/csv',
  geojson: 'application/geo+json',
  parquet: PARQUET,
};

/** The forms that an operation can answer in, by the values of its parameter `format`; none without it. */
function formsOf(entry: OperationEntry | BesideOperation): string[] {
  const format = requestSchemaOf(entry).parameters.find(({ name }) => name === 'format');
  return (format?.schema?.enum ?? []) as string[];
}

/** The query, with the form that the Accept header prefers if the query names none. */
function withForm(req: Request, forms: string[]): URLSearchParams {
  const search = searchOf(req);
  if (forms.length === 0 || search.has('format')) return search;
  const accepted = req.accepts(forms.map((form) => MEDIA_TYPES[form]!));
  const form = forms.find((one) => MEDIA_TYPES[one] === accepted);
  if (form !== undefined && form !== 'json') search.set('format', form);
  return search;
}

function searchOf(req: Request): URLSearchParams {
  const from = req.originalUrl.indexOf('?');
  return new URLSearchParams(from === -1 ? '' : req.originalUrl.slice(from + 1));
}
