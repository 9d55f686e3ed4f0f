import document from '@domesday/contract/openapi.json' with { type: 'json' };
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { withPlainPolygon } from '../src/http/check/check-request.ts';
import { crossedBounds } from '../src/http/check/crossed-bounds.ts';
import { requestSchemaOf } from '../src/http/check/operation-schema.ts';
import { readQuery, refuseUnstorable } from '../src/http/check/request-values.ts';
import { ApiError } from '../src/http/errors.ts';
import { plainValue } from '../src/http/forms/plain-values.ts';
import type { Entry } from './generated-requests.ts';

/** A checker's result: the request's values, or the status and the invalid fields. */
export type Verdict = { values: unknown } | { status: number; fields: (string | null)[] };

const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: true, useDefaults: true });
(addFormats as unknown as (target: unknown) => void)(ajv);
ajv.addSchema(document, 'contract');

/**
 * Checks the requests of one operation with Ajv alone, compiled from the served contract with its references.
 */
export function ajvChecker(entry: Entry) {
  const schema = requestSchemaOf(entry);
  const operation = `/paths/${entry.path.replaceAll('/', '~1')}/${entry.method}`;
  const described = document.paths[entry.path as never][entry.method] as {
    parameters?: { $ref?: string; name?: string }[];
  };
  const at = schema.parameters.map((p, i) => {
    const place = described.parameters![i]!.$ref ?? `#${operation}/parameters/${i}`;
    const inner = p.content ? 'content/application~1json/schema' : 'schema';
    return { ...p, pointer: `contract#${encodeURI(`${place.slice(1)}/${inner}`)}` };
  });
  const compile = (place: 'path' | 'query'): ValidateFunction => {
    const own = at.filter((p) => p.in === place);
    const properties = own.map((p) => {
      const { default: fallback } = (p.schema ?? {}) as { default?: unknown };
      return [p.name, { $ref: p.pointer, ...(fallback === undefined ? {} : { default: fallback }) }];
    });
    return ajv.compile({
      type: 'object',
      properties: Object.fromEntries(properties),
      required: own.filter((p) => p.required).map((p) => p.name),
      additionalProperties: false,
    });
  };
  const checks = { path: compile('path'), query: compile('query') };
  const lists = at.filter((p) => p.in === 'query' && !p.content && p.schema?.type === 'array');
  const inBody = schema.body
    ? ajv.compile({
        $ref: `contract#${encodeURI(`${operation}/requestBody/content/application~1json/schema`)}`,
      })
    : null;

  return (path: Record<string, string>, search: URLSearchParams, body: unknown): Verdict => {
    const values: { path: object; query: Record<string, unknown>; body: unknown } = {
      path: { ...path },
      query: {},
      body,
    };
    try {
      values.query = readQuery(search, schema);
      values.body = withPlainPolygon(body);
      for (const part of [values.path, values.body]) refuseUnstorable(part);
      refuseUnstorable(values.query, ([name]) => name!);
      values.body = plainValue(values.body, schema.body ?? undefined);
      for (const p of schema.parameters) {
        if (p.content && p.name in values.query) values.query[p.name] = parsed(values.query[p.name]);
      }
    } catch (error) {
      if (error instanceof ApiError) return verdictOf(error);
      throw error;
    }
    const errors = [
      ...errorsOf(checks.path, values.path),
      ...errorsOf(checks.query, values.query).map((error) => ofWholeList(error, lists)),
      ...(inBody ? errorsOf(inBody, values.body) : []),
    ];
    // JSON Schema cannot compare two values with each other.
    const [crossed] = crossedBounds(values.query);
    if (errors.length === 0) return crossed ? { status: 422, fields: [crossed.field] } : { values };
    const missing = errors.some((e) => e.keyword === 'required');
    const noJson = errors.some(
      (e) => e.keyword === 'type' && values.query[e.instancePath.slice(1)] === NOT_JSON,
    );
    const noObject = errors[0]!.keyword === 'type' && errors[0]!.instancePath === '';
    return { status: missing || noJson || noObject ? 400 : 422, fields: noJson ? [] : fieldsOf(errors) };
  };
}

export function verdictOf({ status, details }: ApiError): Verdict {
  return { status, fields: [...new Set(details.map((d) => d.field))].sort() };
}

const NOT_JSON = Symbol('not JSON');

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return NOT_JSON;
  }
}

function errorsOf(validate: ValidateFunction, value: unknown): ErrorObject[] {
  return validate(value) ? [] : (validate.errors ?? []);
}

/** A list in an address is named as a whole: its caller does not see positions in it. */
function ofWholeList(error: ErrorObject, lists: { name: string }[]): ErrorObject {
  const list = lists.find(({ name }) => error.instancePath.startsWith(`/${name}/`));
  return list ? { ...error, instancePath: `/${list.name}` } : error;
}

function fieldsOf(errors: ErrorObject[]): (string | null)[] {
  const fields = errors.map((e) => {
    const more = e.params.missingProperty ?? e.params.additionalProperty;
    const steps = [
      ...e.instancePath.slice(1).split('/').filter(Boolean),
      ...(more === undefined ? [] : [more]),
    ];
    return steps.length ? steps.join('.') : null;
  });
  return [...new Set(fields)].sort();
}
