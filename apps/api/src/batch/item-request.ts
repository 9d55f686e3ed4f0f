import type { OperationEntry } from '@domesday/contract';
import type { RawRequest } from '../http/check/check-request.ts';
import { type JsonSchema, requestSchemaOf } from '../http/check/operation-schema.ts';
import { queryTextOf } from '../http/check/request-values.ts';
import { documentIn } from '../http/forms/plain-values.ts';
import { textInCell } from './cells.ts';

export interface ItemForm {
  /** Every parameter name that an input may have. */
  names: ReadonlySet<string>;
  /** Those that every input must have. */
  required: readonly string[];
  /**
   * The value that a cell of a table stands for, undefined if none. Lists and objects are written there as JSON. Throws
   * 422 for a cell that could be meant in two ways.
   */
  valueIn(name: string, cell: string): unknown;
  /** The request that a single call with these parameters would be. */
  requestOf(values: Record<string, unknown>): RawRequest;
}

/** How an input of one operation becomes its request: each parameter goes where the contract has it. */
export function itemForm(entry: OperationEntry): ItemForm {
  const { parameters, body } = requestSchemaOf(entry);
  const place = new Map(parameters.map(({ name, in: where }) => [name, where]));
  const schemas = new Map(parameters.map(({ name, schema }) => [name, schema]));
  const inBody = Object.keys(body?.properties ?? {}).filter((name) => !place.has(name));
  const ofParameters = parameters.filter((one) => one.required).map(({ name }) => name);
  return {
    required: [...ofParameters, ...((body as { required?: string[] } | null)?.required ?? [])],
    names: new Set([...place.keys(), ...inBody]),
    valueIn: (name, cell) => {
      const schema = place.has(name) ? schemas.get(name) : body?.properties?.[name];
      const text = textInCell(name, cell, schema);
      if (text === undefined || place.has(name) || !isStructure(schema)) return text;
      const document = documentIn(text);
      // The check says what it should be.
      return document === undefined ? text : document;
    },
    requestOf: (values) => {
      const path: Record<string, string> = {};
      const search = new URLSearchParams();
      const rest: [name: string, value: unknown][] = [];
      for (const [name, value] of Object.entries(values)) {
        if (value === null || value === undefined) continue;
        const where = place.get(name) ?? (body ? 'body' : 'query');
        if (where === 'body') rest.push([name, value]);
        else if (where === 'path') path[name] = queryTextOf(value);
        else search.set(name, queryTextOf(value));
      }
      // The check reports a missing path parameter.
      return { path, search, body: body ? Object.fromEntries(rest) : undefined };
    },
  };
}

/** Whether a member of a body is a list or an object. A parameter of the query is a text, and read as one. */
function isStructure(schema: JsonSchema | undefined): boolean {
  if (!schema) return false;
  const { type, allOf = [], anyOf = [], oneOf = [] } = schema;
  const types = [type ?? []].flat();
  return (
    types.includes('array') || types.includes('object') || [...allOf, ...anyOf, ...oneOf].some(isStructure)
  );
}
