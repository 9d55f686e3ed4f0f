import { specTypeSchemas } from '@modelcontextprotocol/server';
import { beginningOf } from './error-text.ts';
import { isObject } from './is-object.ts';

const VERSION = 'io.modelcontextprotocol/protocolVersion';

/**
 * Removes nulls from a message and its params, at every depth: programs in several languages send null for absent
 * values. The id stays, since a message without an id gets no answer. So do the arguments of a tool, where null is
 * handled later.
 */
export function dropNulls(message: Record<string, unknown>): void {
  for (const name of Object.keys(message)) if (message[name] === null && name !== 'id') delete message[name];
  if (isObject(message.params)) dropWithin(message.params, 'arguments');
}

function dropWithin(object: Record<string, unknown>, except?: string): void {
  for (const [name, value] of Object.entries(object))
    if (value === null) delete object[name];
    else if (name !== except && isObject(value)) dropWithin(value);
}

const PROTO = '__proto__';

/**
 * Renames an argument `__proto__` to a name that no tool knows. The protocol library drops it, and the call would be
 * answered and charged as if it were absent.
 */
export function renameProto({ params }: Record<string, unknown>): void {
  const given = isObject(params) ? params.arguments : null;
  const found = isObject(given) && Object.entries(given).find(([name]) => name === PROTO);
  if (!found) return;
  Reflect.deleteProperty(given, PROTO);
  given[`${PROTO} `] = found[1];
}

/** Schemas of the protocol library for the params of each method. */
const SCHEMAS: Record<string, Schema> = {
  initialize: specTypeSchemas.InitializeRequestParams,
  'tools/list': specTypeSchemas.PaginatedRequestParams,
  'tools/call': specTypeSchemas.CallToolRequestParams,
};
type Schema = (typeof specTypeSchemas)[keyof typeof specTypeSchemas];

/**
 * What is wrong with the params of a message, in a sentence; null if they are valid. The protocol library would answer
 * with an internal error, or with a list of issues as the message.
 */
export function paramsProblem(message: Record<string, unknown>): string | null {
  const { method, params } = message;
  if (typeof method !== 'string') return null;
  if (params !== undefined && !isObject(params)) return 'Invalid params: params must be an object.';
  const given = (params ?? {}) as Record<string, unknown>;
  if (given._meta !== undefined && !isObject(given._meta)) return 'Invalid params: _meta must be an object.';
  const odd = fault(specTypeSchemas.RequestMeta, given._meta ?? {}, ['_meta']);
  if (odd) return odd;
  // The revision without sessions sends its version in `_meta`; in that revision `initialize` is an unknown method.
  if (method === 'initialize' && VERSION in ((given._meta ?? {}) as object)) return null;
  if (method === 'initialize') {
    const client = given.clientInfo as Record<string, unknown> | undefined;
    if (typeof given.protocolVersion !== 'string') return 'Invalid params: protocolVersion must be a string.';
    if (!isObject(given.capabilities)) return 'Invalid params: capabilities must be an object.';
    if (!isObject(client) || typeof client.name !== 'string' || typeof client.version !== 'string')
      return 'Invalid params: clientInfo must hold a name and a version.';
  }
  if (method === 'tools/call') {
    if (typeof given.name !== 'string') return 'Invalid params: name must be the name of a tool.';
    if (given.arguments !== undefined && !isObject(given.arguments))
      return 'Invalid params: arguments must be an object.';
  }
  const schema = Object.hasOwn(SCHEMAS, method) ? SCHEMAS[method] : undefined;
  return schema ? fault(schema, given) : null;
}

/** The first fault that the library finds in a value, in a sentence that names its path below `within`. */
function fault(schema: Schema, value: unknown, within: string[] = []): string | null {
  const [first] = schema['~standard'].validate(value).issues ?? [];
  if (!first) return null;
  const at = beginningOf([...within, ...(first.path ?? [])].map(String).join('.'), 100);
  const [, why = 'not an allowed value'] = /^Invalid input: (.+)$/.exec(first.message) ?? [];
  return `Invalid params: ${at}: ${why}.`;
}
