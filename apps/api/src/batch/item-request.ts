import type { OperationEntry } from '@domesday/contract';
import type { RawRequest } from '../http/check-request.ts';
import { requestSchemaOf } from '../http/operation-schema.ts';

export interface ItemForm {
  /** Every parameter name that an input may have. */
  names: ReadonlySet<string>;
  /** Those that every input must have. */
  required: readonly string[];
  /** The request that a single call with these parameters would be. */
  requestOf(values: Record<string, unknown>): RawRequest;
}

/** How an input of one operation becomes its request: each parameter goes where the contract has it. */
export function itemForm(entry: OperationEntry): ItemForm {
  const { parameters, body } = requestSchemaOf(entry);
  const place = new Map(parameters.map(({ name, in: where }) => [name, where]));
  const inBody = Object.keys(body?.properties ?? {}).filter((name) => !place.has(name));
  const ofParameters = parameters.filter((one) => one.required).map(({ name }) => name);
  return {
    required: [...ofParameters, ...((body as { required?: string[] } | null)?.required ?? [])],
    names: new Set([...place.keys(), ...inBody]),
    requestOf: (values) => {
      const path: Record<string, string> = {};
      const search = new URLSearchParams();
      const rest: [name: string, value: unknown][] = [];
      for (const [name, value] of Object.entries(values)) {
        if (value === null || value === undefined) continue;
        const where = place.get(name) ?? (body ? 'body' : 'query');
        if (where === 'body') rest.push([name, value]);
        else if (where === 'path') path[name] = textOf(value);
        else search.set(name, textOf(value));
      }
      // The check reports a missing path parameter.
      return { path, search, body: body ? Object.fromEntries(rest) : undefined };
    },
  };
}

/** As a query string has it: a list by commas, an object as JSON. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
