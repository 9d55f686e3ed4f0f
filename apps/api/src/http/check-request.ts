import type { OperationEntry } from '@domesday/contract';
import document from '@domesday/contract/openapi.json' with { type: 'json' };
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { ApiError, type ErrorCode, type ErrorDetail } from './errors.ts';

export interface RawRequest {
  path: Record<string, string>;
  search: URLSearchParams;
  body: unknown;
}
export interface ValidRequest {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required?: boolean;
  schema?: { type?: string; $ref?: string };
  content?: object;
}

const MOST_PARAMETERS = 40;

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  coerceTypes: true,
  useDefaults: true,
  ownProperties: true,
});
// The plugin is CommonJS: depending on the loader its function is the module or its default.
(addFormats as unknown as { default?: typeof addFormats }).default?.(ajv as never) ??
  (addFormats as unknown as (a: unknown) => void)(ajv);
ajv.addSchema(document, 'contract');

/**
 * Compiles the checks of one operation from the very document that the server serves. The function it returns
 * gives the request with its types and defaults, or throws a 400 (malformed, missing) or a 422 (not allowed).
 */
export function compileRequestCheck(entry: OperationEntry): (raw: RawRequest) => ValidRequest {
  const pointer = `/paths/${entry.path.replaceAll('~', '~0').replaceAll('/', '~1')}/${entry.method}`;
  const operation = at(pointer) as { parameters?: Parameter[]; requestBody?: object };
  const parameters = (operation.parameters ?? []).map((p, i) =>
    resolveParameter(p, `${pointer}/parameters/${i}`),
  );
  const lists = new Set(parameters.filter((p) => p.schema?.type === 'array').map((p) => p.name));
  const documents = new Set(parameters.filter((p) => p.content).map((p) => p.name));
  const path = compileObject(parameters.filter((p) => p.in === 'path'));
  const query = compileObject(parameters.filter((p) => p.in === 'query'));
  const body = operation.requestBody
    ? ajv.compile({
        $ref: `contract#${encodeURI(`${pointer}/requestBody/content/application~1json/schema`)}`,
      })
    : null;

  return (raw) => {
    const pathValues: Record<string, unknown> = { ...raw.path };
    check(path, pathValues);
    const queryValues = readQuery(raw.search, lists, documents);
    check(query, queryValues);
    if (body) {
      if (raw.body === undefined) {
        throw new ApiError(400, 'malformed_request', 'Send a JSON body with Content-Type: application/json.');
      }
      check(body, raw.body);
    }
    return { path: pathValues, query: queryValues, body: raw.body };
  };
}

function at(pointer: string): unknown {
  let node: unknown = document;
  for (const part of pointer.split('/').slice(1)) {
    node = (node as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return node;
}

function resolveParameter(
  given: Parameter & { $ref?: string },
  pointer: string,
): Parameter & { pointer: string } {
  const target = given.$ref ? given.$ref.slice(1) : pointer;
  return { ...(at(target) as Parameter), pointer: target };
}

function compileObject(parameters: (Parameter & { pointer: string })[]): ValidateFunction {
  return ajv.compile({
    type: 'object',
    properties: Object.fromEntries(
      parameters.map((p) => {
        const inside = p.schema ? 'schema' : 'content/application~1json/schema';
        const target = at(`${p.pointer}/${inside}`) as { default?: unknown };
        // A default beside the reference, since defaults behind a reference are not filled in.
        const fallback = target.default === undefined ? {} : { default: target.default };
        return [p.name, { $ref: `contract#${encodeURI(`${p.pointer}/${inside}`)}`, ...fallback }];
      }),
    ),
    required: parameters.filter((p) => p.required).map((p) => p.name),
    additionalProperties: false,
  });
}

function readQuery(
  search: URLSearchParams,
  lists: Set<string>,
  documents: Set<string>,
): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null);
  let count = 0;
  for (const [name, value] of search) {
    if (++count > MOST_PARAMETERS) {
      throw new ApiError(400, 'malformed_request', `More than ${MOST_PARAMETERS} query parameters.`);
    }
    if (name in values) {
      throw new ApiError(422, 'invalid_parameter', `The parameter ${quoted(name)} is given more than once.`, {
        details: [{ field: clipped(name), issue: 'is given more than once' }],
      });
    }
    if (lists.has(name))
      values[name] = value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean);
    else if (documents.has(name)) values[name] = parseDocument(name, value);
    else values[name] = value;
  }
  return { ...values };
}

function parseDocument(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, 'malformed_request', `The parameter ${quoted(name)} is not valid JSON.`, {
      details: [{ field: name, issue: 'is not valid JSON' }],
    });
  }
}

function check(validate: ValidateFunction, values: unknown): void {
  if (validate(values)) return;
  const errors = validate.errors ?? [];
  const details = dedupe(errors.map(detailOf)).slice(0, 10);
  const first = details[0]!;
  const worst = errors.find((e) => e.keyword === 'required') ?? errors[0]!;
  const [status, code]: [number, ErrorCode] =
    worst.keyword === 'required'
      ? [400, 'missing_parameter']
      : worst.keyword === 'additionalProperties'
        ? [422, 'unknown_parameter']
        : worst.instancePath === '' && worst.keyword === 'type'
          ? [400, 'malformed_request']
          : [422, 'invalid_parameter'];
  const field = first.field === null ? 'The request' : `The parameter ${quoted(first.field)}`;
  throw new ApiError(status, code, `${field} ${first.issue}.`, { details });
}

function detailOf(error: ErrorObject): ErrorDetail {
  const inside = error.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  const field = (name: string) => clipped(inside ? `${inside}.${name}` : name);
  switch (error.keyword) {
    case 'required':
      return { field: field(error.params.missingProperty), issue: 'is required' };
    case 'additionalProperties':
      return { field: field(error.params.additionalProperty), issue: 'is not known here' };
    case 'enum':
      return {
        field: clipped(inside) || null,
        issue: `must be one of ${error.params.allowedValues.join(', ')}`,
      };
    case 'pattern':
      return { field: clipped(inside) || null, issue: `must match ${error.params.pattern}` };
    case 'type':
      return { field: clipped(inside) || null, issue: `must be ${[error.params.type].flat().join(' or ')}` };
    default:
      return { field: clipped(inside) || null, issue: error.message ?? 'is not allowed' };
  }
}

function dedupe(details: ErrorDetail[]): ErrorDetail[] {
  const seen = new Set<string>();
  return details.filter((d) => {
    const id = `${d.field} ${d.issue}`;
    return seen.has(id) ? false : seen.add(id);
  });
}

/** A name that the caller made up is repeated to them, but not at any length and not with control characters. */
function clipped(name: string): string {
  const clean = name.replace(/\p{C}/gu, '?');
  return clean.length > 60 ? `${clean.slice(0, 60)}…` : clean;
}

function quoted(name: string): string {
  return `"${clipped(name)}"`;
}
