import { resolve } from 'node:path';

/** The parts of an OpenAPI 3.1 document that the generator reads. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  [keyword: string]: unknown;
}
export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description: string;
  schema?: Schema;
  content?: Record<string, { schema: Schema }>;
  example?: unknown;
  /** Not offered to a model. */
  'x-rest-only'?: boolean;
  /** Description for a model, if the general one is longer than needed; empty for none. */
  'x-mcp-description'?: string;
  style?: string;
  explode?: boolean;
}
export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<
    string,
    {
      description: string;
      headers?: Record<string, object>;
      content?: Record<string, { schema: Schema; examples?: Record<string, object> }>;
    }
  >;
  'x-credits': number;
  'x-credits-per'?: { parameter: string; each: number };
  'x-mcp': { name: string; title: string; description: string };
  'x-datasets': string[];
  /** Lists of datasets. At least one dataset of each list must be loaded; otherwise there is no answer. */
  'x-needs'?: string[][];
  'x-beside'?: boolean;
  /** Name of the list in the answer that is available as a file. */
  'x-rows'?: string;
  'x-exactly-one'?: string[][];
  /** Groups of parameters of which at most one may be given, for an optional location. */
  'x-at-most-one'?: string[][];
}
export interface Contract {
  openapi: string;
  info: { title: string; version: string; description?: string };
  tags?: { name: string; description: string }[];
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, Schema>; [kind: string]: unknown };
  [key: string]: unknown;
}
/** One operation with its place in the contract. */
export interface Endpoint {
  path: string;
  method: 'get' | 'post' | 'delete';
  operation: Operation;
}

/** One generated file: path from the root of the repository, and its text. */
export interface GeneratedFile {
  path: string;
  text: string;
}

export const root = resolve(import.meta.dirname, '../..');

/**
 * The operations in the order of the table of contents; GET before POST for a path with both. Without those marked
 * `x-beside`, which are in the contract but are neither tools nor in the client: map tiles.
 */
export function endpoints(contract: Contract): Endpoint[] {
  return everyEndpoint(contract).filter(({ operation }) => !operation['x-beside']);
}

export function everyEndpoint(contract: Contract): Endpoint[] {
  const found: Endpoint[] = [];
  for (const [path, item] of Object.entries(contract.paths)) {
    for (const method of ['get', 'post', 'delete'] as const) {
      if (item[method]) found.push({ path, method, operation: item[method] as Operation });
    }
  }
  return found;
}

/** Resolves a part of a contract that may be a reference, such as `#/components/schemas/Boat`. */
export function referred<Part extends { $ref?: string }>(contract: Contract, part: Part): Part {
  if (!part.$ref) return part;
  const names = part.$ref.slice(2).split('/');
  const found = names.reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], contract);
  return referred(contract, found as Part);
}

/** The parameters of an operation, with references resolved. */
export function parametersOf(contract: Contract, { parameters = [] }: Operation): Parameter[] {
  return parameters.map((parameter) => referred(contract, parameter));
}

/** `valuations.development_gdv` -> { domain: 'valuations', action: 'development_gdv', file: 'development-gdv' } */
export function nameParts(operationId: string): { domain: string; action: string; file: string } {
  const [domain, action] = operationId.split('.') as [string, string];
  return { domain, action, file: action.replaceAll('_', '-') };
}

/** `development_gdv` -> `developmentGdv`, the name of its handler. */
export function camelCase(snake: string): string {
  return snake.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

export function banner(script: string): string {
  return `// Generated from openapi/ by scripts/${script}. Do not edit: run npm run generate.\n`;
}
