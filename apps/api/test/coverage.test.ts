import document from '@domesday/contract/openapi.json' with { type: 'json' };
import { operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOMES, locationsOf } from './location-cases.ts';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const OPERATIONS = [
  'valuations.rental',
  'valuations.hmo',
  'valuations.development_gdv',
  'valuations.str_estimate',
  'prices.comparables_by_uprn',
  'prices.comparables',
  'prices.market',
  'rents.long_term',
  'rents.hmo',
  'rents.lha',
  'rents.yields',
  'rents.demand',
  'str.market',
  'listings.search',
];
/** Parameters that an operation requires besides its place. */
const BESIDE: Record<string, Record<string, unknown>> = {
  'valuations.rental': { bedrooms: 2 },
  'valuations.hmo': { rooms: 4 },
  'valuations.development_gdv': { units: [{ type: 'flat', bedrooms: 2, count: 4, floor_area_sqm: 60 }] },
  'valuations.str_estimate': { bedrooms: 2 },
  'prices.comparables': { property_type: 'terraced', months: 60 },
  'listings.search': { listing_type: 'sale' },
};
const INPUTS = ['uprn', 'postcode', 'outcode', 'lat, lng', 'polygon'] as const;
type Home = (typeof HOMES)[keyof typeof HOMES];

function argumentsOf(home: Home, input: (typeof INPUTS)[number]): Record<string, unknown> {
  const { circle, ...locations } = locationsOf(home);
  return { ...locations, 'lat, lng': { lat: circle.lat, lng: circle.lng } }[input];
}

interface Parameter {
  $ref?: string;
  name: string;
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: { $ref: string } }> };
}

/** Names that an operation takes in its path, query or body. */
function namesOf(path: string, method: string): Set<string> {
  const operation = (document.paths as unknown as Record<string, Record<string, Operation>>)[path]![method]!;
  const shared = document.components.parameters as Record<string, { name: string }>;
  const names = (operation.parameters ?? []).map((p) =>
    p.$ref ? shared[p.$ref.split('/').at(-1)!]!.name : p.name,
  );
  const body = operation.requestBody?.content['application/json']?.schema.$ref.split('/').at(-1);
  const schemas = document.components.schemas as Record<string, { properties?: object }>;
  return new Set([...names, ...Object.keys((body && schemas[body]?.properties) ?? {})]);
}

async function cell(id: string, home: Home, input: (typeof INPUTS)[number]): Promise<string> {
  const entry = operationTable.filter((one) => one.id === id).at(-1)!;
  const place = argumentsOf(home, input);
  const names = namesOf(entry.path, entry.method);
  if (Object.keys(place).some((name) => !names.has(name))) return '–';
  const given = { ...place, ...BESIDE[id] };
  const { uprn, ...others } = given;
  const path = entry.path.replace('{uprn}', String(uprn));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(path === entry.path ? given : others))
    query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  const answer =
    entry.method === 'post' ? await api.call(path, { body: given }) : await api.call(`${path}?${query}`);
  if (answer.status !== 200) return `\`${answer.body.error.code}\``;
  const { geography } = answer.body.meta;
  return geography?.widened ? `${geography.level}` : 'answered';
}

it('answers each market operation for each location input in each nation, or gives its reason', async () => {
  const rows: string[] = [];
  const cells: string[] = [];
  for (const id of OPERATIONS) {
    for (const [nation, home] of Object.entries(HOMES)) {
      const found: string[] = [];
      for (const input of INPUTS) found.push(await cell(id, home, input));
      cells.push(...found);
      rows.push(`| \`${id}\` | ${nation} | ${found.join(' | ')} |`);
    }
  }
  expect(cells).toHaveLength(14 * 5 * 3);
  // Every refusal must have one of these reasons; any other would be a request that the operation should have answered.
  const reasons = ['insufficient_data', 'not_in_jurisdiction', 'not_covered', 'source_not_loaded'];
  for (const one of cells) if (one.startsWith('`')) expect(reasons).toContain(one.replaceAll('`', ''));
  const table = [
    '# Coverage of operations by nation',
    '',
    'Fourteen operations over prices, rents, short lets and listings, called for a home in each nation of the sandbox with',
    'each kind of location and the default of `widen`. *answered*: the answer is for this location. A level such as',
    'outcode: the answer is for that wider area, which `meta.geography` names. A code: the reason of the 404, which is',
    'free. –: the operation does not take this input. `npx vitest run apps/api/test/coverage.test.ts -u` writes this page,',
    'and the same test compares it with the code.',
    '',
    `| operation | nation | ${INPUTS.join(' | ')} |`,
    `| --- | --- | ${INPUTS.map(() => '---').join(' | ')} |`,
    ...rows,
    '',
  ].join('\n');
  await expect(table).toMatchFileSnapshot('../../../docs/coverage.md');
});
