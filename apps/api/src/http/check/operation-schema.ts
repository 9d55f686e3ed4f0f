import type { OperationEntry } from '@domesday/contract';
import document from '@domesday/contract/openapi.json' with { type: 'json' };

/** A JSON Schema of the contract with its references resolved. */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  allOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  /** Description of a value that matches the pattern. */
  'x-pattern-words'?: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required?: boolean;
  schema?: JsonSchema;
  content?: { 'application/json': { schema: JsonSchema } };
}

/**
 * The inputs of an operation that are checked. References are resolved, because the checker would treat a reference as
 * an object.
 */
export interface RequestSchema {
  parameters: Parameter[];
  body: JsonSchema | null;
}

export type Operation = Pick<OperationEntry, 'path'> & { method: string; body_read_elsewhere?: boolean };

interface Described {
  operationId?: string;
  parameters?: unknown[];
  requestBody?: unknown;
  responses: { '200'?: { content?: Record<string, { schema: unknown }> }; '304'?: object };
  'x-rows'?: string;
}

/** Returns `work` with its result cached by operation id. */
export function onceFor<E extends { id: string }, T>(work: (operation: E) => T): (operation: E) => T {
  const known = new Map<string, T>();
  return (operation) => {
    const found = known.get(operation.id) ?? work(operation);
    known.set(operation.id, found);
    return found;
  };
}

/** Method and path of every operation of the contract, by operation id. */
export const operationsById: ReadonlyMap<string, Operation> = new Map(
  Object.entries<Record<string, Described>>(document.paths as never).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [operationId!, { method, path }]),
  ),
);

const described = ({ path, method }: Operation) =>
  at(`/paths/${path.replaceAll('/', '~1')}/${method}`) as Described;

/** Name of the list in an operation's answer whose rows can be had as a file (`x-rows`); null if there is none. */
export const rowsOf = (operation: Operation): string | null => described(operation)['x-rows'] ?? null;

/** Whether an operation has ETags and answers 304. Answers that count calls have none: each call changes them. */
export const isTagged = (operation: Operation): boolean =>
  described(operation).responses['304'] !== undefined;

/**
 * The schema of the full JSON answer with references resolved, without the alternative forms (such as the lean one).
 */
export function answerSchemaOf(operation: Operation): JsonSchema | undefined {
  const json = described(operation).responses['200']?.content?.['application/json'];
  const schema = resolved(json?.schema) as JsonSchema | undefined;
  return schema?.anyOf?.[0] ?? schema;
}

/** The fields that an answer gains if the request has exclude_licences. */
export function licensedFieldsOf(operation: Operation): Record<string, JsonSchema> {
  const json = described(operation).responses['200']?.content?.['application/json'];
  const forms = (resolved(json?.schema) as JsonSchema | undefined)?.anyOf ?? [];
  const licensed = forms.find(({ properties }) => properties?.excluded_licences !== undefined);
  const { meta: _, ...fields } = licensed?.properties ?? {};
  return fields;
}

export function requestSchemaOf(entry: Operation): RequestSchema {
  const operation = described(entry);
  const body = resolved(entry.body_read_elsewhere ? null : operation.requestBody) as Parameter | null;
  const parameters = resolved(operation.parameters ?? []) as (Parameter | { in: 'header' })[];
  return {
    // Headers are checked where they are read.
    parameters: parameters.filter((one) => one.in !== 'header'),
    body: body?.content?.['application/json'].schema ?? null,
  };
}

function at(pointer: string): unknown {
  let node: unknown = document;
  for (const part of pointer.split('/').slice(1)) {
    node = (node as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return node;
}

function resolved(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(resolved);
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...own } = node as { $ref?: string };
  if ($ref) return { ...(resolved(at($ref.slice(1))) as object), ...(resolved(own) as object) };
  return Object.fromEntries(Object.entries(own).map(([key, value]) => [key, resolved(value)]));
}

/** The schema of the value at this path into a schema; undefined if it cannot be determined. */
export function schemaAt(schema: JsonSchema | undefined, steps: string[]): JsonSchema | undefined {
  if (!schema) return undefined;
  const [step, ...rest] = steps;
  if (step === undefined) return schema.allOf?.length === 1 ? { ...schema.allOf[0], ...schema } : schema;
  const inner = schema.properties?.[step] ?? (/^\d+$/.test(step) ? schema.items : undefined);
  if (inner) return schemaAt(inner, rest);
  for (const part of [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]) {
    const found = schemaAt(part, steps);
    if (found) return found;
  }
  return undefined;
}
