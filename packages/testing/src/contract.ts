import { type OperationEntry, operationTable } from '@domesday/contract';
import document from '@domesday/contract/openapi.json' with { type: 'json' };
import { ResponseValidator } from 'express-openapi-validator/dist/middlewares/openapi.response.validator.js';

interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  example?: unknown;
  required?: boolean;
  schema?: object;
  content?: Record<string, { schema: object }>;
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { example?: unknown; schema?: object }> };
  'x-example'?: Record<string, unknown>;
  responses: Record<string, object>;
}

/** Statuses that may be sent before the operation is known, so that no operation declares them. */
const BEFORE_OPERATIONS = [405, 413, 415];
const ANY_ERROR = {
  description: 'An error.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

let validator: ResponseValidator | undefined;

/**
 * One sentence for each way in which a JSON answer violates the contract; none if it conforms. Uses
 * express-openapi-validator's check of responses outside the server, on the received bytes.
 */
export function departures(entry: OperationEntry, status: number, body: unknown): string[] {
  const operation = operationOf(entry);
  const promised = operation.responses[status];
  if (!promised && !BEFORE_OPERATIONS.includes(status)) return [`${entry.id} does not promise a ${status}`];
  validator ??= new ResponseValidator({ ...structuredClone(document), paths: {} } as never, {
    ...{ strict: false, allErrors: true, validateSchema: false, formats: {}, ajvFormats: { mode: 'full' } },
  });
  // The library caches compiled validators by method and route, for all statuses at once, which would take long. So
  // each status has a route of its own.
  const asked = { method: entry.method, headers: {}, openapi: { expressRoute: `${entry.path}/${status}` } };
  const responses = { [status]: promised ?? ANY_ERROR };
  const validators = validator._getOrBuildValidator(asked as never, responses as never);
  const accepts = ['application/json'];
  try {
    validator._validate({ validators, body, statusCode: status, path: entry.path, accepts } as never);
    return [];
  } catch (error) {
    const { errors, message } = error as { errors?: { path: string; message: string }[]; message: string };
    return errors?.map((fault) => `${fault.path} ${fault.message}`) ?? [message];
  }
}

/** The worked example of an operation as a call: path with query, and body. */
export function exampleCall(entry: OperationEntry): { path: string; body?: unknown } {
  const operation = operationOf(entry);
  const values = new Map<string, unknown>();
  const parameters = allParameters(operation);
  for (const p of parameters) if (p.example !== undefined) values.set(p.name, p.example);
  const bodyExample = operation.requestBody?.content['application/json']?.example;
  const whole = operation['x-example'] ?? {};
  for (const [name, value] of Object.entries(whole)) values.set(name, value);
  const search = new URLSearchParams();
  let path = entry.path;
  for (const p of parameters) {
    const value = values.get(p.name);
    if (value === undefined) continue;
    const text = p.content ? JSON.stringify(value) : Array.isArray(value) ? value.join(',') : String(value);
    if (p.in === 'path') path = path.replace(`{${p.name}}`, encodeURIComponent(text));
    else search.set(p.name, text);
  }
  const query = search.size ? `?${search}` : '';
  const body = operation.requestBody ? (bodyExample ?? whole) : undefined;
  return body === undefined ? { path: path + query } : { path: path + query, body };
}

export interface Asked {
  name: string;
  in: 'path' | 'query' | 'body';
  // biome-ignore lint/suspicious/noExplicitAny: a schema is whatever the contract says.
  schema: any;
  required: boolean;
}

/** Every name that a request to an operation may contain: in its path, query and body. */
export function parametersOf(entry: OperationEntry): Asked[] {
  const operation = operationOf(entry);
  const named = allParameters(operation).filter((p) => p.in !== 'header');
  const body = operation.requestBody?.content['application/json']?.schema;
  const whole = body && resolved(body);
  const fields = Object.entries(whole?.properties ?? {}).map(([name, schema]): Asked => {
    return { name, in: 'body', schema: resolved(schema), required: whole.required?.includes(name) ?? false };
  });
  return [
    ...named.map((p): Asked => {
      const schema = p.schema ?? p.content?.['application/json']?.schema;
      return {
        name: p.name,
        in: p.in as 'path' | 'query',
        schema: resolved(schema),
        required: p.required ?? false,
      };
    }),
    ...fields,
  ];
}

// biome-ignore lint/suspicious/noExplicitAny: see Asked.
function resolved(schema: any): any {
  if (schema?.$ref) return resolved(find(schema.$ref.slice(1)));
  return schema?.items ? { ...schema, items: resolved(schema.items) } : schema;
}

export { operationTable };

function operationOf({ path, method }: OperationEntry): Operation {
  return find(`/paths/${path.replaceAll('/', '~1')}/${method}`) as Operation;
}

function allParameters({ parameters = [] }: Operation): Parameter[] {
  return parameters.map((p) => (p.$ref ? (find(p.$ref.slice(1)) as Parameter) : p));
}

function find(pointer: string): unknown {
  let node: unknown = document;
  for (const part of pointer.split('/').slice(1)) {
    node = (node as Record<string, unknown> | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return node;
}
