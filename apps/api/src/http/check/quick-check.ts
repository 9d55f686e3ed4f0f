import { createRequestAjv } from 'express-openapi-validator/dist/framework/ajv/index.js';
import type { JsonSchema, Parameter, RequestSchema } from './operation-schema.ts';

/**
 * The ajv instance of express-openapi-validator with the library's settings, except that it stops at the first fault.
 */
const ajv = createRequestAjv(
  { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} } as never,
  {
    allErrors: false,
    coerceTypes: true,
    useDefaults: true,
    strict: false,
    strictNumbers: true,
    strictTuples: true,
    validateSchema: false,
    validateFormats: true,
    removeAdditional: false,
    formats: {},
    ajvFormats: { mode: 'full' },
  } as never,
);

/**
 * Compiles a fast check of an operation's requests, which fills in types and defaults as the library does; the
 * library's middleware reads the parameter definitions again at every request. The check returns false where the
 * library must decide: for a fault, whose message the library gives, and for a request with a parameter that the
 * library parses.
 */
export function quickCheck({ parameters, body }: RequestSchema): (asked: { query: object }) => boolean {
  const parsed = parameters.filter(isParsed).map(({ name }) => name);
  const validate = ajv.compile({
    type: 'object',
    required: ['path', 'query', ...(body ? ['body'] : [])],
    properties: {
      path: partOf(parameters, 'path'),
      query: partOf(parameters, 'query'),
      ...(body ? { body } : {}),
    },
  });
  return (request) => !parsed.some((name) => name in request.query) && (validate(request) as boolean);
}

/** Whether an operation has a parameter that the library parses; the library then checks the requests that give it. */
export function mayNeedLibrary({ parameters }: Pick<RequestSchema, 'parameters'>): boolean {
  return parameters.some(isParsed);
}

function partOf(parameters: readonly Parameter[], place: Parameter['in']): object {
  const own = parameters.filter((one) => one.in === place);
  return {
    type: 'object',
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema ?? {}])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** Whether the library parses the text of a parameter as JSON or as an object. */
function isParsed({ schema, content }: Parameter): boolean {
  return content !== undefined || schema === undefined || holdsObject(schema);
}

function holdsObject({ type, allOf, oneOf, anyOf }: JsonSchema): boolean {
  const types = [type ?? []].flat();
  return (
    types.includes('object') ||
    types.length === 0 ||
    [...(allOf ?? []), ...(oneOf ?? []), ...(anyOf ?? [])].some(holdsObject)
  );
}
