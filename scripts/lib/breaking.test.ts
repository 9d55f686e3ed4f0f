import { describe, expect, it } from 'vitest';
import { breakingChanges } from './breaking.ts';
import type { Contract, Operation, Schema } from './contract.ts';
import { madeUpContract, operationOf } from './made-up-contract.ts';

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });

/** Boats with an operation that has every keyword that a change can narrow. */
function contract(): Contract {
  const made = madeUpContract();
  const found = operationOf('boats.find', {
    parameters: [
      {
        name: 'length_m',
        in: 'query',
        description: 'Length.',
        schema: { type: ['integer', 'null'], minimum: 2, maximum: 90, default: 10 },
      },
      {
        name: 'kinds',
        in: 'query',
        description: 'Kinds.',
        schema: {
          type: 'array',
          minItems: 1,
          maxItems: 3,
          items: { type: 'string', enum: ['sail', 'motor'] },
        },
      },
      {
        name: 'where',
        in: 'query',
        description: 'Area.',
        ...json({ type: 'object', properties: { a: {} } }),
      },
    ],
    'x-exactly-one': [['length_m'], ['where', 'kinds']],
    'x-credits-per': { parameter: 'kinds', each: 1 },
    requestBody: {
      content: {
        ...json({
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string', minLength: 2, maxLength: 40 },
            port: { allOf: [{ type: 'string' }], description: 'Port.' },
          },
        }).content,
        'text/csv': { schema: { type: 'string' } },
      },
    },
    responses: {
      200: {
        description: 'Done.',
        headers: { 'X-Found': {} },
        content: {
          ...json({
            type: 'object',
            required: ['boats'],
            properties: {
              boats: { type: 'array', items: { $ref: '#/components/schemas/Boat' } },
              flagship: { oneOf: [{ $ref: '#/components/schemas/Boat' }, { type: 'null' }] },
              first: { allOf: [{ $ref: '#/components/schemas/Boat' }], description: 'The first.' },
            },
          }).content,
          'text/csv': { schema: { type: 'string' } },
        },
      },
      201: { description: 'Noted.', ...json({ $ref: '#/components/schemas/Boat' }) },
    },
  });
  made.paths['/boats/find'] = { post: found };
  const { 'x-mcp': _, ...beside } = operationOf('boats.sink', {
    responses: { 200: { description: 'Sunk.', ...json({ $ref: '#/components/schemas/Boat' }) } },
  });
  const sunk = { ...beside, 'x-beside': true };
  made.paths['/boats/sunk'] = { get: sunk, delete: { ...sunk, operationId: 'boats.raise' } };
  return made;
}

interface Parts {
  path: Record<string, unknown>;
  beside: Record<string, Operation>;
  found: Operation;
  parameter(name: string): Schema;
  body: Schema;
  answer: Schema;
  boat: Schema;
}

function changed(change: (parts: Parts) => void): string[] {
  const after = contract();
  const found = after.paths['/boats/find']!.post as Operation;
  const parameter = (name: string) => {
    const one = found.parameters!.find((p) => p.name === name)!;
    return one.schema ?? one.content!['application/json']!.schema;
  };
  const body = found.requestBody!.content['application/json']!.schema;
  const answer = found.responses['200']!.content!['application/json']!.schema;
  const boat = after.components.schemas.Boat!;
  const beside = after.paths['/boats/sunk'] as Record<string, Operation>;
  change({ path: after.paths['/boats/find']!, beside, found, parameter, body, answer, boat });
  return breakingChanges(contract(), after);
}

const nameless = ({ boat }: Parts) => (boat.properties!.name!.type = ['string', 'null']);

describe('the check for breaking changes reports', () => {
  const body = 'POST /boats/find body';
  it.each<[string, (parts: Parts) => void]>([
    ['POST /boats/find is gone', ({ path }) => delete path.post],
    ['POST /boats/find costs more', ({ found }) => Object.assign(found, { 'x-credits': 2 })],
    ['POST /boats/find has another operationId', ({ found }) => Object.assign(found, { operationId: 'b.f' })],
    ['POST /boats/find has another tool name', ({ found }) => Object.assign(found['x-mcp'], { name: 'svc' })],
    ['POST /boats/find no longer takes query kinds', ({ found }) => found.parameters!.splice(1, 1)],
    [
      'POST /boats/find now requires query kinds',
      ({ found }) => Object.assign(found.parameters![1]!, { required: true }),
    ],
    [
      'POST /boats/find query length_m no longer accepts null',
      ({ parameter }) => (parameter('length_m').type = 'integer'),
    ],
    [
      'POST /boats/find query length_m has a narrower minimum',
      ({ parameter }) => (parameter('length_m').minimum = 3),
    ],
    [
      'POST /boats/find query length_m has a narrower maximum',
      ({ parameter }) => (parameter('length_m').maximum = 89),
    ],
    [
      'POST /boats/find query length_m has another default',
      ({ parameter }) => (parameter('length_m').default = 20),
    ],
    [
      'POST /boats/find query length_m has another default',
      ({ parameter }) => delete parameter('length_m').default,
    ],
    [
      'POST /boats/find query length_m is limited to some values',
      ({ parameter }) => (parameter('length_m').enum = [5, 10]),
    ],
    [
      'POST /boats/find query kinds has a narrower minItems',
      ({ parameter }) => (parameter('kinds').minItems = 2),
    ],
    [
      'POST /boats/find query kinds has a narrower maxItems',
      ({ parameter }) => (parameter('kinds').maxItems = 2),
    ],
    [
      'POST /boats/find query kinds[] no longer accepts sail',
      ({ parameter }) => (parameter('kinds').items!.enum = ['motor']),
    ],
    [
      'POST /boats/find query where no longer takes a',
      ({ parameter }) => (parameter('where').properties = {}),
    ],
    [`${body} now requires port`, ({ body: b }) => (b.required = ['name', 'port'])],
    [`${body} no longer takes port`, ({ body: b }) => delete b.properties!.port],
    [`${body}.name has a narrower minLength`, ({ body: b }) => (b.properties!.name!.minLength = 3)],
    [`${body}.name has a narrower maxLength`, ({ body: b }) => (b.properties!.name!.maxLength = 39)],
    ['POST /boats/find answer no longer promises boats', ({ answer }) => (answer.required = [])],
    ['POST /boats/find answer no longer holds boats', ({ answer }) => delete answer.properties!.boats],
    [
      'POST /boats/find answer.boats[].name may now be null',
      ({ boat }) => (boat.properties!.name!.type = ['string', 'null']),
    ],
    ['POST /boats/find answer.flagship.name may now be null', nameless],
    ['POST /boats/find answer.first.name may now be null', nameless],
    ['POST /boats/find answer 201.name may now be null', nameless],
    ['GET /boats/sunk answer.name may now be null', nameless],
    ['POST /boats/find answer.flagship no longer holds name', ({ boat }) => delete boat.properties!.name],
    ['GET /boats/sunk is gone', ({ beside }) => delete beside.get],
    ['DELETE /boats/sunk is gone', ({ beside }) => delete beside.delete],
    ['GET /boats/sunk costs more', ({ beside }) => (beside.get!['x-credits'] = 2)],
    ['POST /boats/find no longer sends X-Found', ({ found }) => delete found.responses['200']!.headers],
    ['POST /boats/find no longer answers 201', ({ found }) => delete found.responses['201']],
    [
      'POST /boats/find may now answer 202',
      ({ found }) => Object.assign(found.responses, { 202: { description: 'Later.' } }),
    ],
    [
      'POST /boats/find no longer answers text/csv',
      ({ found }) => delete found.responses['200']!.content!['text/csv'],
    ],
    [
      'POST /boats/find no longer takes a body as text/csv',
      ({ found }) => delete found.requestBody!.content['text/csv'],
    ],
    ['POST /boats/find now requires a body', ({ found }) => (found.requestBody!.required = true)],
    [
      `${body}.port no longer accepts string`,
      ({ body: b }) => (b.properties!.port!.allOf = [{ type: 'integer' }]),
    ],
    [`${body}.name has another pattern`, ({ body: b }) => (b.properties!.name!.pattern = '^A')],
    [`${body}.name has another format`, ({ body: b }) => (b.properties!.name!.format = 'date')],
    [
      `${body} no longer takes members without a name here`,
      ({ body: b }) => (b.additionalProperties = false),
    ],
    [
      'POST /boats/find query length_m has a narrower exclusiveMinimum',
      ({ parameter }) => (parameter('length_m').exclusiveMinimum = 2),
    ],
    [
      'POST /boats/find query length_m has another multipleOf',
      ({ parameter }) => (parameter('length_m').multipleOf = 5),
    ],
    ['POST /boats/find no longer takes where with kinds', ({ found }) => found['x-exactly-one']!.pop()],
    [
      'GET /boats/sunk now excludes inputs beside each other, or requires one',
      ({ beside }) => (beside.get!['x-at-most-one'] = [['a'], ['b']]),
    ],
    ['POST /boats/find costs more for each of kinds', ({ found }) => (found['x-credits-per']!.each = 2)],
    ['POST /boats/find costs more for each of kinds', ({ found }) => delete found['x-credits-per']],
  ])('%s', (sentence, change) => {
    expect(changed(change)).toContain(sentence);
  });
});

it('the check for breaking changes reports nothing for a contract that only grew', () => {
  const grown = changed(({ path, beside, found, parameter, body, answer, boat }) => {
    path.get = operationOf('boats.also');
    found['x-credits'] = 0;
    found.parameters!.push({ name: 'more', in: 'query', description: 'More.', schema: { type: 'string' } });
    Object.assign(parameter('length_m'), { minimum: 1, maximum: 91 });
    Object.assign(parameter('kinds'), { minItems: 0, maxItems: 4 });
    parameter('kinds').items!.enum!.push('row');
    parameter('length_m').type = ['number', 'null'];
    found['x-exactly-one']!.push(['more']);
    found.responses['200']!.headers!['X-More'] = {};
    beside.post = { ...beside.get!, operationId: 'boats.post' };
    body.required = [];
    body.properties!.flag = { type: 'string', default: 'none' };
    Object.assign(body.properties!.name!, { minLength: 1, maxLength: 41 });
    answer.required = ['boats', 'count'];
    answer.properties!.count = { type: 'integer' };
    boat.properties!.flag = { type: 'string' };
  });
  expect(grown).toEqual([]);
});
