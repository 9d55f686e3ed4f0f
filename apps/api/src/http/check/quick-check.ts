import { createRequestAjv } from 'express-openapi-validator/dist/framework/ajv/index.js';
import type { JsonSchema, Parameter, RequestSchema } from './operation-schema.ts';

/** The checker of express-openapi-validator with the library's own settings, but for the end at the first fault. */
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
 * Whether a request has no fault; fills in types and defaults as the library does. It is compiled once for an
 * operation, where the library's middleware reads the parameters anew at every request. False where the library must
 * decide: of a fault, which it words, and of a request that gives a parameter that it parses.
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
  return (asked) => !parsed.some((name) => name in asked.query) && (validate(asked) as boolean);
}

/** Whether an operation has a parameter that the library parses, so that it checks requests that give it. */
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

/** Whether the library reads the text of a parameter as JSON or takes it apart. */
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
