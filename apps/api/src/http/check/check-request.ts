import { type OperationEntry, operationTable } from '@domesday/contract';
import document from '@domesday/contract/openapi.json' with { type: 'json' };
import type { RequestHandler } from 'express';
import { middleware } from 'express-openapi-validator';
import { anotherInput } from '../../location/another-input.ts';
import { plainGeometry } from '../../location/plain-geometry.ts';
import { ApiError, type ErrorCode, type ErrorDetail, invalidParameter } from '../errors.ts';
import { documentIn, plainValue } from '../forms/plain-values.ts';
import { type BesideOperation, besideOperations } from './beside-operations.ts';
import { crossedBounds } from './crossed-bounds.ts';
import { issueWords } from './issue-words.ts';
import {
  type JsonSchema,
  onceFor,
  type RequestSchema,
  requestSchemaOf,
  schemaAt,
} from './operation-schema.ts';
import { mayNeedLibrary, quickCheck } from './quick-check.ts';
import {
  BELONGS_IN_QUERY,
  clipped,
  cutLists,
  infiniteIn,
  listOf,
  malformed,
  notKnown,
  readQuery,
  refuseUnstorable,
  sentence,
} from './request-values.ts';

export interface RawRequest {
  path: Record<string, string>;
  search: URLSearchParams;
  body: unknown;
}
export interface ValidRequest {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  /** Names that the caller gave, before defaults were filled in. */
  given: readonly string[];
}

type RequestCheck = (raw: RawRequest) => Promise<ValidRequest>;

/**
 * Returns the request check of an operation, built on express-openapi-validator. The check returns the request with its
 * types and defaults, or throws a 400 (malformed, missing) or a 422 (not allowed).
 */
export const requestCheck = onceFor((entry: OperationEntry | BesideOperation): RequestCheck => {
  const operation = operations.get(entry.id)!;
  const { schema } = operation;
  const validate = validatorOf(operation);
  const isFaultless = quickCheck(schema);
  return async ({ path, search, body: document }) => {
    if (schema.body && document === undefined) {
      throw new ApiError(400, 'malformed_request', 'Send a JSON body with Content-Type: application/json.');
    }
    const query = readQuery(search, schema);
    const sent = schema.body ? withPlainPolygon(document) : undefined;
    cutLists(sent, schema.body ?? undefined);
    for (const part of [path, sent]) refuseUnstorable(part);
    // Callers do not number the values of a list in a query string, so the parameter alone is named.
    refuseUnstorable(query, ([name]) => name!);
    const body = plainValue(sent, schema.body ?? undefined);
    const given = [...Object.keys(query), ...Object.keys((body as object | undefined) ?? {})];
    const asked = { path: { ...path }, query, body, given };
    const faults = isFaultless(asked) ? [] : await validate(asked);
    if (faults.length === 0) faults.push(...infinities(asked));
    if (faults.length) throw refusalOf(faults, schema, search, body);
    const [crossed] = crossedBounds(query);
    if (crossed) throw invalidParameter(crossed.field, crossed.issue);
    return asked;
  };
});

/** The body with its polygon, if any, converted to the one form that the contract has. */
export function withPlainPolygon(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, 'polygon')) return body;
  return { ...body, polygon: plainGeometry((body as { polygon: unknown }).polygon) };
}

/**
 * Compiles at start the checks that valid requests need: the first request of each operation would otherwise wait. The
 * library's validators of the other operations are compiled at their first invalid request, since compiling them all
 * takes a fifth of the start.
 */
export async function prepareRequestChecks(): Promise<void> {
  for (const entry of [...operationTable, ...besideOperations]) requestCheck(entry);
  for (const operation of operations.values())
    if (mayNeedLibrary(operation.schema))
      await validatorOf(operation)({ path: {}, query: {}, body: {}, given: [] });
}

interface Fault {
  path: string;
  message: string;
  errorCode?: string;
}

type Validate = (asked: ValidRequest) => Promise<Fault[]>;

interface Operation {
  method: string;
  path: string;
  schema: RequestSchema;
  /** The operation in the form that the library reads. */
  described: object;
}

const operations = new Map<string, Operation>(
  [...operationTable, ...besideOperations].map((entry) => {
    const schema = requestSchemaOf(entry);
    return [entry.id, { method: entry.method, path: entry.path, schema, described: described(schema) }];
  }),
);

function described({ parameters, body }: RequestSchema): object {
  return {
    parameters: parameters.map((p) =>
      // The schema decides whether a value may be escaped or empty.
      p.in === 'query' ? { ...p, allowReserved: true, allowEmptyValue: true } : p,
    ),
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    responses: {},
  };
}

/**
 * The library's request check alone, on a document reduced to the inputs of the operations, with references resolved.
 * By default the library finds the operation by compiling the pattern of every path at every request, and lets a
 * request pass if none matches. Express has already found the operation, so the operation is passed in. A plain object
 * replaces Express's request, because Express's `query` cannot be written, and because the library keys a cache by the
 * Content-Type, which callers could fill.
 */
const checkStep: RequestHandler = requestStep();

function requestStep(): RequestHandler {
  const paths: Record<string, Record<string, object>> = {};
  for (const { path, method, described } of operations.values()) {
    paths[path] = { ...paths[path], [method]: described };
  }
  const steps = middleware({
    apiSpec: { openapi: document.openapi, info: document.info, paths } as never,
    validateApiSpec: false,
    validateSecurity: false,
    validateResponses: false,
    // Unknown query parameters have been refused before, in readQuery.
    validateRequests: { allErrors: true, coerceTypes: true },
    ajvFormats: { mode: 'full' },
    fileUploader: false,
  }) as unknown as RequestHandler[];
  const step = steps.find(({ name }) => name === 'requestMiddleware');
  if (!step) throw new Error('express-openapi-validator has no step that checks requests');
  return step;
}

function validatorOf({ method, path: route, schema, described }: Operation): Validate {
  const fixed = {
    method: method.toUpperCase(),
    originalUrl: route,
    path: route,
    headers: schema.body ? { 'content-type': 'application/json' } : {},
  };
  return (request) =>
    new Promise((resolve, reject) => {
      const { path, query, body } = request;
      const openapi = {
        expressRoute: route,
        openApiRoute: route,
        pathParams: path,
        schema: described,
        serial: 0,
      };
      checkStep({ ...fixed, openapi, params: path, query, body } as never, {} as never, (error?: unknown) => {
        const faults = (error as { errors?: Fault[] } | undefined)?.errors;
        if (faults) resolve(faults);
        else if (error) reject(error);
        else resolve([]);
      });
    });
}

/** The library reads the text 1e999 as Infinity, which satisfies a minimum. */
function infinities({ query, body }: ValidRequest): Fault[] {
  const found = { query: infiniteIn(query), body: infiniteIn(body) };
  return Object.entries(found).flatMap(([place, steps]) =>
    steps ? [{ path: ['', place, ...steps].join('/'), message: '', errorCode: 'maximum.' }] : [],
  );
}

function refusalOf(faults: Fault[], schema: RequestSchema, search: URLSearchParams, body: unknown): ApiError {
  const sent = new Map([...Object.entries(Object(body)), ...search]);
  const accepted = [
    ...schema.parameters.map(({ name }) => name),
    ...Object.keys(schema.body?.properties ?? {}),
  ];
  const found = faults.map((fault) => {
    const read = readFault(fault, schema, search);
    const { field, issue } = read.detail;
    const hint = field === null || read.keyword === 'required' ? '' : anotherInput(field, accepted, sent);
    return hint ? { ...read, detail: { field, issue: issue + hint } } : read;
  });
  const broken = found.find(
    ({ document }) => document && documentIn(search.get(document) ?? '') === undefined,
  );
  if (broken) return malformed('is not valid JSON', broken.document);
  const worst = found.find(({ keyword }) => keyword === 'required') ?? found[0]!;
  const details: ErrorDetail[] = [];
  for (const { detail } of found) {
    const listed = details.some(({ field, issue }) => field === detail.field && issue === detail.issue);
    if (!listed && details.length < 10) details.push(detail);
  }
  const [status, code] = statusOf(worst);
  return new ApiError(status, code, sentence(details[0]!.field, details[0]!.issue), { details });
}

interface ReadFault {
  keyword: string;
  detail: ErrorDetail;
  /** The parameter, if its text is not a JSON document of the right type. */
  document: string | null;
}

/**
 * Reads an error of the library, which has a path such as /query/limit or /body/units/0/count and the keyword that
 * failed.
 */
function readFault(fault: Fault, schema: RequestSchema, search: URLSearchParams): ReadFault {
  const keyword = fault.errorCode?.split('.')[0] ?? '';
  const [place, ...escaped] = fault.path.slice(1).split('/');
  const parameter = schema.parameters.find(
    (p) => p.name === escaped[0] && (p.in === 'path' ? 'params' : 'query') === place,
  );
  const outer =
    place === 'body' ? schema.body : (parameter?.schema ?? parameter?.content?.['application/json'].schema);
  const depth = place === 'body' ? 0 : 1;
  const steps = stepsOf(escaped, depth, keyword, outer ?? undefined);
  const field = steps.length ? clipped(steps.join('.')) : null;
  const inner = schemaAt(outer ?? undefined, steps.slice(depth));
  const isInputInQuery = keyword === 'additionalProperties' && depth === 0 && isInQuery(schema, steps);
  const holder = keyword === 'additionalProperties' && schemaAt(outer ?? undefined, steps.slice(depth, -1));
  const known = holder && notKnown(Object.keys(holder.properties ?? {}));
  const issue = isInputInQuery ? BELONGS_IN_QUERY : known || issueWords(keyword, inner, fault.message);
  return {
    keyword,
    detail: (place === 'query' && listFault(steps, issue, search)) || { field, issue },
    document: parameter?.content && steps.length === 1 && keyword === 'type' ? parameter.name : null,
  };
}

function isInQuery({ parameters }: RequestSchema, [name, ...inner]: string[]): boolean {
  return inner.length === 0 && parameters.some((p) => p.in === 'query' && p.name === name);
}

/**
 * The fault of one value of a list in a query string. Callers do not number such values, so the issue quotes the value.
 */
function listFault([name, index]: string[], issue: string, search: URLSearchParams): ErrorDetail | undefined {
  const value = index === undefined ? undefined : listOf(search.get(name!) ?? '')[Number(index)];
  return value === undefined
    ? undefined
    : { field: name!, issue: `holds "${clipped(value)}", which ${issue}` };
}

/** The library does not escape the name of an unknown property, which may therefore hold slashes. */
function stepsOf(escaped: string[], depth: number, keyword: string, outer?: JsonSchema): string[] {
  const steps = escaped.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword !== 'additionalProperties') return steps;
  let known = depth;
  while (known < steps.length - 1 && schemaAt(outer, steps.slice(depth, known + 1))) known++;
  return [...steps.slice(0, known), escaped.slice(known).join('/')];
}

function statusOf({ keyword, detail }: ReadFault): [number, ErrorCode] {
  if (keyword === 'required') return [400, 'missing_parameter'];
  if (keyword === 'additionalProperties') return [422, 'unknown_parameter'];
  if (keyword === 'type' && detail.field === null) return [400, 'malformed_request'];
  return [422, 'invalid_parameter'];
}
