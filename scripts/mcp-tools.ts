import { argumentPlaces } from './lib/arguments.ts';
import {
  banner,
  type Contract,
  endpoints,
  type GeneratedFile,
  type Operation,
  type Schema,
} from './lib/contract.ts';
import { priceSentence } from './lib/price.ts';

/**
 * What only OpenAPI readers use, and lengths and lower bounds, which the REST layer checks and explains: a model
 * pays for every word of every tool, asked or not.
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

/** A tool result is text for a model, always lean: file formats and the whole `meta` stay with REST. */
const OF_REST = new Set(['format', 'meta']);

/** Arguments whose name and values say all that a model needs; the descriptions stay in the contract. */
const SELF_EXPLAINED = new Set(
  (
    'uprn outcode lat lng radius_m property_type tenure new_build country status sort limit min_price max_price ' +
    'min_bedrooms max_bedrooms min_score bedrooms_min bedrooms_max max_radius_m parking outside_space double single ' +
    'listing_type format group_by from to as_of address phase sector licence_type occupancy_pct cost_pct guests bathrooms ' +
    'include_comparables added_since decided_since finish_quality history_months months widen quote'
  ).split(' '),
);

/** One JSON file for each tool, the surface that a reviewer reads, and an index with where each goes. */
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
        // The hints on destruction and repetition speak of tools that write.
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

/** Path, query and body merged into one flat object, as the model sees them. */
function inputOf(operation: Operation): { schema: Schema; places: Record<string, string> } {
  const properties: Record<string, Schema> = {};
  const places = Object.fromEntries(
    Object.entries(argumentPlaces(operation)).filter(([name]) => !OF_REST.has(name)),
  );
  const required: string[] = [];
  for (const p of operation.parameters ?? []) {
    if (OF_REST.has(p.name)) continue;
    // A structure inside a parameter is described in a word; the REST layer checks it.
    const schema: Schema = p.schema ? lean(p.schema) : { type: 'object' };
    // What becomes part of the path is held to its form before it goes anywhere.
    if (p.in === 'path' && p.schema?.pattern) schema.pattern = p.schema.pattern;
    properties[p.name] = described(schema, wordsFor(p.name, p['x-mcp-description'] ?? p.description));
    if (p.required) required.push(p.name);
  }
  const body = operation.requestBody?.content['application/json']?.schema;
  for (const [name, schema] of Object.entries(body?.properties ?? {})) {
    const structure = places[name] === 'body' && name === 'polygon' ? { type: 'object' } : lean(schema);
    properties[name] = described(
      structure,
      wordsFor(name, (schema['x-mcp-description'] ?? schema.description) as string | undefined),
    );
  }
  required.push(...((body?.required as string[] | undefined) ?? []));
  const schema: Schema = { type: 'object', properties, additionalProperties: false };
  if (required.length) schema.required = required;
  return { schema, places };
}

function wordsFor(name: string, text: string | undefined): string | undefined {
  return SELF_EXPLAINED.has(name) ? '' : text;
}

/** The first words of a description: what is behind a semicolon explains a default that the schema shows. */
function described(schema: Schema, text = ''): Schema {
  const { description: _, ...rest } = schema;
  const short = (text.includes(' = ') ? text : text.split(';')[0]!).replace(/\.$/, '');
  if (short) return { ...rest, description: short };
  // What needs no word needs no bound either: a coordinate, a UPRN.
  const { maximum: __, ...bare } = rest;
  return bare;
}

/** A schema without what a model does not need. */
function lean(schema: Schema): Schema {
  const { allOf, ...beside } = schema;
  if (Array.isArray(allOf) && allOf.length === 1) return lean({ ...allOf[0], ...beside });
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
