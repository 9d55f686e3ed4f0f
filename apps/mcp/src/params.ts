import { isObject } from './is-object.ts';

const VERSION = 'io.modelcontextprotocol/protocolVersion';

/** Takes out what is null in a message and its params: programs in several languages send it for what is not given. */
export function dropNulls(message: Record<string, unknown>): void {
  for (const object of [message.params, message])
    if (isObject(object))
      for (const name of ['params', 'arguments', 'cursor', '_meta'])
        if (object[name] === null) delete object[name];
}

const PROTO = '__proto__';

/**
 * Gives an argument `__proto__` another name that no tool knows: the protocol library drops it, and the call would be
 * answered, and charged, as if it had not been given.
 */
export function renameProto({ params }: Record<string, unknown>): void {
  const given = isObject(params) ? params.arguments : null;
  const found = isObject(given) && Object.entries(given).find(([name]) => name === PROTO);
  if (!found) return;
  Reflect.deleteProperty(given, PROTO);
  given[`${PROTO} `] = found[1];
}

/**
 * What is wrong with the params of a message, in a sentence; null if they are valid. The protocol library would answer
 * with an internal error.
 */
export function paramsProblem(message: Record<string, unknown>): string | null {
  const { method, params } = message;
  if (typeof method !== 'string') return null;
  if (params !== undefined && !isObject(params)) return 'Invalid params: params must be an object.';
  const given = (params ?? {}) as Record<string, unknown>;
  if (given._meta !== undefined && !isObject(given._meta)) return 'Invalid params: _meta must be an object.';
  // The revision without sessions has its version in `_meta`; there `initialize` is an unknown method.
  if (method === 'initialize' && !(VERSION in ((given._meta ?? {}) as object))) {
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
  return null;
}
