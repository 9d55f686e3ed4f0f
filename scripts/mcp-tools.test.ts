import { expect, it } from 'vitest';
import { madeUpContract } from './lib/made-up-contract.ts';
import { mcpToolFiles } from './mcp-tools.ts';

const files = mcpToolFiles(madeUpContract());
const tool = (name: string) =>
  JSON.parse(files.find((f) => f.path === `packages/mcp-tools/generated/${name}.json`)!.text);
const index = files.find((f) => f.path.endsWith('/index.ts'))!.text;
const targets: { tool: string; method: string; path: string; places: object; credits: number }[] = JSON.parse(
  /targets: ToolTarget\[\] = ([\s\S]*) as ToolTarget/.exec(index)![1]!,
);

it('writes one file for each tool, and an index in the order of the contract', () => {
  expect(files.map((f) => f.path.split('/').at(-1))).toEqual([
    'svc_boats_search.json',
    'svc_boats_get.json',
    'svc_boats_in_area.json',
    'svc_tides_get.json',
    'index.ts',
  ]);
  expect(targets.map((t) => t.tool)).toEqual([
    'svc_boats_search',
    'svc_boats_get',
    'svc_boats_in_area',
    'svc_tides_get',
  ]);
});

it('merges path and query parameters into one flat object with its required properties', () => {
  expect(tool('svc_boats_search').inputSchema).toEqual({
    type: 'object',
    properties: {
      q: { type: 'string', description: 'Words' },
      kinds: { type: 'array', items: { type: 'string' }, description: 'Kinds' },
    },
    required: ['q'],
  });
  expect(tool('svc_boats_get').inputSchema.properties.number).toEqual({
    type: 'string',
    pattern: '^[0-9]+$',
    description: 'Number on the bow',
  });
});

it('offers no choice of file format, and records where each argument goes in the request', () => {
  expect(tool('svc_boats_search').inputSchema.properties).not.toHaveProperty('format');
  expect(targets[0]).toMatchObject({ places: { q: 'query', kinds: 'query_list' }, credits: 2 });
  expect(targets[1]).toMatchObject({ method: 'get', path: '/boats/{number}', places: { number: 'path' } });
});

it('uses the POST form if an operation has both, and leaves the structure of a polygon to the REST API', () => {
  expect(targets[2]).toMatchObject({ method: 'post', places: { harbour: 'body', polygon: 'body' } });
  const { properties, required } = tool('svc_boats_in_area').inputSchema;
  expect(required).toEqual(['polygon']);
  expect(properties.polygon.type).toBe('object');
  expect(properties.polygon).not.toHaveProperty('properties');
});

it('states the price of the contract in each description', () => {
  expect(tool('svc_boats_get').description).toBe('Does boats.get. Costs 1 credit.');
  expect(tool('svc_tides_get').description).toBe('Does tides.get. Free.');
});

it('has the annotations that clients need, and no output schema', () => {
  expect(tool('svc_tides_get').annotations).toEqual({ readOnlyHint: true, openWorldHint: false });
  expect(tool('svc_tides_get').title).toBe('Do tides.get');
  expect(tool('svc_tides_get')).not.toHaveProperty('outputSchema');
});

it('sends a query parameter that the contract declares as JSON in that form', () => {
  const contract = madeUpContract();
  delete contract.paths['/boats/in-area']!.post;
  const [target] = mcpToolFiles(contract)
    .filter((f) => f.path.endsWith('index.ts'))
    .map((f) => f.text);
  expect(target).toContain('"polygon": "query_json"');
});
