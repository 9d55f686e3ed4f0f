import { argumentPlaces } from './lib/arguments.ts';
import {
  banner,
  type Contract,
  endpoints,
  type GeneratedFile,
  type Operation,
  type Schema,
} from './lib/contract.ts';
import { modelWords } from './lib/model-words.ts';
import { priceSentence } from './lib/price.ts';

/**
 * Keywords that only OpenAPI readers use, and bounds, which the description gives in fewer words and the REST layer
 * checks: every word of every tool costs a model tokens.
 */
const DROPPED = new Set([
  'example',
  'examples',
  'xml',
  'externalDocs',
  'deprecated',
  'format',
  'title',
  'minimum',
  'pattern',
  'minLength',
  'maxLength',
  'maxItems',
  'uniqueItems',
]);

/**
 * A tool result is text for a model and always lean: file formats, the whole `meta` and a choice of licences are only
 * offered over REST.
 */
const OF_REST = new Set(['format', 'meta', 'exclude_licences']);

/** One JSON file for each tool, for reviewers, and an index of their operations. */
export function mcpToolFiles(dereferenced: Contract): GeneratedFile[] {
  const chosen = new Map<string, { path: string; method: string; operation: Operation }>();
  for (const endpoint of endpoints(dereferenced)) chosen.set(endpoint.operation['x-mcp'].name, endpoint);
  const files: GeneratedFile[] = [];
  const targets: object[] = [];
  for (const [name, { path, method, operation }] of chosen) {
    const { schema, places } = inputOf(operation);
    const tool = {
      name,
      title: operation['x-mcp'].title,
      description: `${operation['x-mcp'].description} ${priceSentence(operation)}`,
      inputSchema: schema,
      annotations: {
        // The hints on destruction and idempotence apply to tools that write.
        readOnlyHint: true,
        openWorldHint: false,
      },
    };
    files.push({
      path: `packages/mcp-tools/generated/${name}.json`,
      text: `${JSON.stringify(tool, null, 2)}\n`,
    });
    targets.push({
      tool: name,
      operation: operation.operationId,
      method,
      path,
      credits: operation['x-credits'],
      places,
    });
  }
  const names = [...chosen.keys()];
  const imports = names.map((n) => `import ${n} from './${n}.json' with { type: 'json' };`).join('\n');
  files.push({
    path: 'packages/mcp-tools/generated/index.ts',
    text: `${banner('mcp-tools.ts')}
${imports}

/** Where an argument goes in the REST call. */
export type ArgumentPlace = 'path' | 'query' | 'query_list' | 'query_json' | 'body';

export interface ToolTarget {
  tool: string;
  operation: string;
  method: 'get' | 'post';
  path: string;
  credits: number;
  places: Record<string, ArgumentPlace>;
}

export const tools = [${names.join(', ')}];

export const targets: ToolTarget[] = ${JSON.stringify(targets, null, 2)} as ToolTarget[];
`,
  });
  return files;
}

/** Path, query and body merged into one flat object, for the model. */
function inputOf(operation: Operation): { schema: Schema; places: Record<string, string> } {
  const properties: Record<string, Schema> = {};
  const hidden = (operation.parameters ?? []).filter((p) => OF_REST.has(p.name) || p['x-rest-only']);
  const places = argumentPlaces(operation);
  for (const { name } of hidden) delete places[name];
  const required: string[] = [];
  for (const p of operation.parameters ?? []) {
    if (hidden.includes(p)) continue;
    // A structure inside a parameter is only named; the REST layer checks it.
    const schema: Schema = p.schema ? lean(p.schema) : { type: 'object' };
    // Values in the path are checked by their pattern here, before a request is made.
    if (p.in === 'path' && p.schema?.pattern) schema.pattern = p.schema.pattern;
    const { maximum: _, ...rest } = schema;
    const words = modelWords(p.name, p.schema ?? {}, p['x-mcp-description'], p.description);
    properties[p.name] = { ...rest, description: words };
    if (p.required) required.push(p.name);
  }
  const body = operation.requestBody?.content['application/json']?.schema;
  for (const [name, schema] of Object.entries(body?.properties ?? {})) {
    const structure = places[name] === 'body' && name === 'polygon' ? { type: 'object' } : lean(schema);
    const { maximum: _, ...rest } = structure;
    const own = schema['x-mcp-description'] as string | undefined;
    properties[name] = { ...rest, description: modelWords(name, whole(schema), own, schema.description) };
  }
  required.push(...((body?.required as string[] | undefined) ?? []));
  const schema: Schema = { type: 'object', properties };
  if (required.length) schema.required = required;
  // Otherwise clients with strict schemas read an object without properties as one with arbitrary properties.
  if (Object.keys(properties).length === 0) schema.additionalProperties = false;
  return { schema, places };
}

/** Merges the only schema of an `allOf` with the keywords beside it. */
function whole({ allOf, ...beside }: Schema): Schema {
  return Array.isArray(allOf) && allOf.length === 1 ? { ...whole(allOf[0]), ...beside } : beside;
}

/** A schema without what a model does not need. */
function lean(schema: Schema): Schema {
  if (Array.isArray(schema.allOf)) return lean(whole(schema));
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (DROPPED.has(key) || key.startsWith('x-')) continue;
    if (key === 'properties') {
      out.properties = Object.fromEntries(
        Object.entries(value as Record<string, Schema>).map(([k, v]) => [k, lean(v)]),
      );
    } else if (key === 'items') {
      out.items = withoutDescription(lean(value as Schema));
    } else out[key] = value;
  }
  return out as Schema;
}

function withoutDescription(schema: Schema): Schema {
  const { description: _, ...rest } = schema;
  return rest;
}
