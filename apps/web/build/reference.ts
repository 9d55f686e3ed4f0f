/** The contract reduced to what its pages show. */
export interface EntryOfReference {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  credits: number;
  tool: string | null;
}

/** The price of an operation that charges for each requested part: `each` credits for every value of `parameter`. */
export interface PartPrice {
  parameter: string;
  each: number;
}

export interface InputOfReference {
  name: string;
  in: 'path' | 'query' | 'body';
  required: boolean;
  description: string;
  /** Kind of form control. */
  kind: 'text' | 'number' | 'boolean' | 'choice' | 'choices' | 'json';
  choices: string[];
  fallback: string | null;
  example: unknown;
  range: string | null;
}

export interface FieldOfReference {
  name: string;
  /**
   * Nesting depth: the field belongs to the nearest field above it in the list with a smaller depth. Storing whole
   * paths would double the list.
   */
  within: number;
  type: string;
  description: string;
}

export interface OperationOfReference extends EntryOfReference {
  description: string;
  credits_per: PartPrice | null;
  inputs: InputOfReference[];
  exactly_one: string[][] | null;
  fields: FieldOfReference[];
  answer: unknown;
  statuses: { status: string; description: string }[];
}

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
  oneOf?: Schema[];
  allOf?: Schema[];
  anyOf?: Schema[];
  default?: unknown;
  example?: unknown;
  minimum?: number;
  maximum?: number;
}
interface Parameter {
  name: string;
  in: 'path' | 'query';
  required?: boolean;
  description?: string;
  schema?: Schema;
  content?: object;
  example?: unknown;
}
interface HeaderParameter {
  in: 'header';
}
interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
}
interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: (Parameter | HeaderParameter)[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { description: string; content?: Record<string, Media> }>;
  'x-credits'?: number;
  'x-credits-per'?: PartPrice;
  'x-mcp'?: { name: string };
  'x-exactly-one'?: string[][];
  'x-example'?: Record<string, unknown>;
}
export interface Document {
  paths: Record<string, PathItem>;
}
type PathItem = { parameters?: Parameter[] } & Record<string, Operation>;

/** Maximum nesting depth of the listed fields of an answer. */
const DEEPEST = 4;

export function operationsOf(document: Document): OperationOfReference[] {
  const operations: OperationOfReference[] = [];
  for (const [path, { parameters: shared = [], ...item }] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item)) {
      if (!operation?.operationId) continue;
      // Parameters of a path apply to each of its operations.
      const parameters = [...shared, ...(operation.parameters ?? [])];
      operations.push(operationOf(path, method, { ...operation, parameters }));
    }
  return operations;
}

export function entryOf(operation: OperationOfReference): EntryOfReference {
  const { id, method, path, tag, summary, credits, tool } = operation;
  return { id, method, path, tag, summary, credits, tool };
}

function operationOf(path: string, method: string, operation: Operation): OperationOfReference {
  const media = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content }]) => content?.['application/json'] ?? content?.['application/x-ndjson'])
    .find(Boolean);
  const schema = answerSchema(media?.schema);
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    tag: operation.tags[0] ?? '',
    summary: operation.summary,
    credits: operation['x-credits'] ?? 0,
    tool: operation['x-mcp']?.name ?? null,
    description: operation.description ?? '',
    credits_per: operation['x-credits-per'] ?? null,
    inputs: inputsOf(operation),
    exactly_one: operation['x-exactly-one'] ?? null,
    fields: schema ? fieldsOf(schema, 0) : [],
    answer: exampleOf(media),
    statuses: Object.entries(operation.responses).map(([status, { description }]) => ({
      status,
      description,
    })),
  };
}

/** The schema of the answer, without the alternative schema of a quote. */
function answerSchema(schema: Schema | undefined): Schema | undefined {
  const forms = schema?.oneOf ?? schema?.anyOf;
  return forms?.find((form) => !form.properties?.quote) ?? schema;
}

function exampleOf(media: Media | undefined): unknown {
  return media?.example ?? Object.values(media?.examples ?? {})[0]?.value ?? null;
}

/** Headers are not form fields. */
const isInput = (p: Parameter | HeaderParameter): p is Parameter => p.in !== 'header';

function inputsOf(operation: Operation): InputOfReference[] {
  const whole = operation['x-example'] ?? {};
  const body = operation.requestBody?.content['application/json'];
  // A parameter that is also in the JSON body is in the query only for bodies of other types, so the form shows it
  // once.
  const inBody = body?.schema?.properties ?? {};
  const parameters = (operation.parameters ?? []).filter(isInput).filter((p) => !(p.name in inBody));
  const inputs = parameters.map((p) =>
    inputOf(p.name, p.in, p.required ?? false, p.description, p.content ? {} : (p.schema ?? {}), {
      example: whole[p.name] ?? p.example,
      json: Boolean(p.content),
    }),
  );
  const given = (exampleOf(body) ?? whole) as Record<string, unknown>;
  for (const [name, schema] of Object.entries(inBody)) {
    const required = body?.schema?.required?.includes(name) ?? false;
    inputs.push(
      inputOf(name, 'body', required, schema.description, schema, {
        example: given[name] ?? schema.example,
      }),
    );
  }
  return inputs;
}

function inputOf(
  name: string,
  place: InputOfReference['in'],
  required: boolean,
  description: string | undefined,
  given: Schema,
  more: { example?: unknown; json?: boolean },
): InputOfReference {
  const schema = given.allOf?.length === 1 ? { ...given.allOf[0], ...given } : given;
  const inner = schema.items ?? {};
  const choices = (schema.enum ?? inner.enum ?? []).filter((v) => v !== null).map(String);
  const range =
    schema.minimum === undefined && schema.maximum === undefined
      ? null
      : `${schema.minimum ?? ''} to ${schema.maximum ?? ''}`.trim();
  return {
    name,
    in: place,
    required,
    description: description ?? schema.description ?? '',
    kind: more.json ? 'json' : kindOf(schema, choices.length > 0, place),
    choices,
    fallback: schema.default === undefined ? null : String(schema.default),
    example: more.example ?? null,
    range,
  };
}

function kindOf(schema: Schema, choosable: boolean, place: InputOfReference['in']): InputOfReference['kind'] {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  // In a query a list is separated by commas, whether or not its values are enumerated.
  if (type === 'array') return choosable || place === 'query' ? 'choices' : 'json';
  if (type === 'object' || schema.oneOf || schema.properties) return 'json';
  if (type === 'boolean') return 'boolean';
  if (choosable) return 'choice';
  return type === 'integer' || type === 'number' ? 'number' : 'text';
}

function fieldsOf(schema: Schema, within: number): FieldOfReference[] {
  const fields: FieldOfReference[] = [];
  for (const [name, given] of Object.entries(schema.properties ?? {})) {
    const inner = innerOf(given);
    const spread = inner?.properties?.p10 !== undefined;
    const type = spread
      ? typeOf(given).replace('object', `object: ${Object.keys(inner.properties!).join(', ')}`)
      : typeOf(given);
    fields.push({ name, within, type, description: given.description ?? '' });
    // A distribution is described in one line; `meta` is the same everywhere and is described in a guide.
    if (inner && !spread && within + 1 < DEEPEST && (within > 0 || name !== 'meta'))
      fields.push(...fieldsOf(inner, within + 1));
  }
  return fields;
}

function innerOf(schema: Schema): Schema | null {
  for (const form of [schema, ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) {
    if (form.properties) return form;
    if (form.items) return innerOf(form.items);
  }
  return null;
}

function typeOf(schema: Schema): string {
  const forms = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (forms) return [...new Set(forms.map(typeOf))].join(' or ');
  const types = [schema.type ?? 'any'].flat();
  const named = types.map((type) =>
    type === 'array' && schema.items ? `list of ${typeOf(schema.items)}` : type,
  );
  const choices = (schema.enum ?? []).filter((v) => v !== null);
  return choices.length ? `${named.join(' or ')}: ${choices.join(', ')}` : named.join(' or ');
}
