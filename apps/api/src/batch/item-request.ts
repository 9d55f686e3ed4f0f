import type { OperationEntry } from '@domesday/contract';
import type { RawRequest } from '../http/check/check-request.ts';
import { type JsonSchema, requestSchemaOf } from '../http/check/operation-schema.ts';
import { queryTextOf } from '../http/check/request-values.ts';
import { documentIn } from '../http/forms/plain-values.ts';
import { textInCell } from './cells.ts';

export interface ItemForm {
  /** Every parameter name that an input may have. */
  names: ReadonlySet<string>;
  /** The names that every input must have. */
  required: readonly string[];
  /**
   * The value of a table's cell; undefined if there is none. Lists and objects are written as JSON in a cell. Throws
   * 422 for a cell with two possible meanings.
   */
  valueIn(name: string, cell: string): unknown;
  /** The equivalent request of a single call. */
  requestOf(values: Record<string, unknown>): RawRequest;
}

/** How an input of an operation becomes a request: each parameter goes where the contract has it. */
export function itemForm(entry: OperationEntry): ItemForm {
  const { parameters, body } = requestSchemaOf(entry);
  const place = new Map(parameters.map(({ name, in: where }) => [name, where]));
  const schemas = new Map(parameters.map(({ name, schema }) => [name, schema]));
  const inBody = Object.keys(body?.properties ?? {}).filter((name) => !place.has(name));
  const required_parameters = parameters.filter((one) => one.required).map(({ name }) => name);
  return {
    required: [...required_parameters, ...((body as { required?: string[] } | null)?.required ?? [])],
    names: new Set([...place.keys(), ...inBody]),
    valueIn: (name, cell) => {
      const schema = place.has(name) ? schemas.get(name) : body?.properties?.[name];
      const text = textInCell(name, cell, schema);
      if (text === undefined || place.has(name) || !isStructure(schema)) return text;
      const document = documentIn(text);
      // Text that is not JSON is left for the check to refuse.
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
      // A missing path parameter is reported by the check.
      return { path, search, body: body ? Object.fromEntries(rest) : undefined };
    },
  };
}

/** Whether a body member is a list or an object. Query parameters are always read as text. */
function isStructure(schema: JsonSchema | undefined): boolean {
  if (!schema) return false;
  const { type, allOf = [], anyOf = [], oneOf = [] } = schema;
  const types = [type ?? []].flat();
  return (
    types.includes('array') || types.includes('object') || [...allOf, ...anyOf, ...oneOf].some(isStructure)
  );
}
