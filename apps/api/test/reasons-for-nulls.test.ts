import document from '@domesday/contract/openapi.json' with { type: 'json' };
import { sandboxSamples } from '@domesday/sandbox';
import { exampleCall, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const samples = sandboxSamples();
let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  await database.db.query('update company_titles set price_paid = null, tenure = null, district = null');
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

interface Node {
  $ref?: string;
  description?: string;
  properties?: Record<string, Node>;
  additionalProperties?: Node | boolean;
  anyOf?: Node[];
  oneOf?: Node[];
  allOf?: Node[];
}

function resolved(node: Node): Node {
  if (!node.$ref) return node;
  const name = node.$ref.split('/').at(-1)!;
  return {
    ...resolved((document.components.schemas as unknown as Record<string, Node>)[name]!),
    ...node,
    $ref: '',
  };
}

/** The schemas of a member in all forms that its object may have. */
function membersOf(nodes: Node[], name: string): Node[] {
  return nodes.map(resolved).flatMap((node) => {
    const { properties, additionalProperties: other } = node;
    const own = properties?.[name] ?? (typeof other === 'object' ? other : null);
    const forms = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])];
    return [...(own ? [own] : []), ...membersOf(forms, name)];
  });
}

const saysOfNull = (nodes: Node[]) =>
  nodes.map(resolved).some((node) => /\bnull\b/.test(node.description ?? ''));

/** Members of an answer, except rows of its lists, that are null without a warning that says why. */
function untold(answer: Record<string, unknown>, schema: Node): string[] {
  const { meta, ...fields } = answer as { meta: { warnings: { field: string | null }[] } };
  const told = meta.warnings.map(({ field }) => field ?? '');
  const walk = (value: unknown, path: string[], nodes: Node[], said: boolean): string[] => {
    const name = path.join('.');
    const known = said || told.some((field) => field === name || field.startsWith(`${name}.`));
    if (value === null) return known ? [] : [name];
    if (typeof value !== 'object' || Array.isArray(value)) return [];
    return Object.entries(value as object).flatMap(([key, inner]) => {
      const members = membersOf(nodes, key);
      return walk(inner, [...path, key], members, known || saysOfNull(members));
    });
  };
  return walk(fields, [], [schema], false);
}

type Paths = Record<
  string,
  Record<string, { responses: Record<string, { content: Record<string, { schema: Node }> }> }>
>;
const HOMES = [samples.house, samples.flat, samples.welshHouse, samples.scottishFlat].map(({ uprn }) => uprn);

describe.each(operationTable)('$id', (entry) => {
  it('gives the reason for every null in its answer, in a warning or in the contract', async () => {
    const { path, body } = exampleCall(entry);
    const schema = (document.paths as unknown as Paths)[entry.path]![entry.method]!.responses['200']!.content[
      'application/json'
    ]!.schema;
    const homes = entry.path.includes('{uprn}') ? HOMES : [null];
    let answers = 0;
    for (const uprn of homes) {
      const call = uprn === null ? path : path.replace(/998\d{9}/, String(uprn));
      const answer = await api.call(call, body === undefined ? {} : { body });
      if (answer.status !== 200) continue;
      answers++;
      expect([call, untold(answer.body, schema)]).toEqual([call, []]);
    }
    expect(answers).toBeGreaterThan(0);
  });
});

const warned = (body: { meta: { warnings: { code: string; field: string | null }[] } }, field: string) =>
  body.meta.warnings.filter((one) => one.field === field).map(({ code }) => code);

it('says why a home has no sales, which need not mean that it was never sold', async () => {
  const ask = (uprn: number) => api.call(`/properties/${uprn}?fields=address&include=history`);
  const scottish = await ask(samples.scottishFlat.uprn);
  expect([scottish.body.transactions, warned(scottish.body, 'transactions')]).toEqual([
    [],
    ['not_in_jurisdiction'],
  ]);
  const sold = await ask(samples.house.uprn);
  expect(sold.body.transactions.length).toBeGreaterThan(0);
  expect(warned(sold.body, 'transactions')).toEqual([]);
});

it('says that the rents used do not distinguish property types', async () => {
  await database.db.query("delete from dataset_loads where dataset = 'operator-lettings'");
  const open = await startTestApi(database);
  const { status, body } = await open.call('/rents/long-term?outcode=XE1');
  await open.close();
  expect([status, body.basis, body.by_property_type]).toEqual([200, 'achieved', []]);
  expect(warned(body, 'by_property_type')).toEqual(['not_recorded']);
});
