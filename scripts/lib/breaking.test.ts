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
    requestBody: json({
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', minLength: 2, maxLength: 40 },
        port: { type: 'string' },
      },
    }),
    responses: {
      200: {
        description: 'Done.',
        ...json({
          type: 'object',
          required: ['boats'],
          properties: { boats: { type: 'array', items: { $ref: '#/components/schemas/Boat' } } },
        }),
      },
    },
  });
  made.paths['/boats/find'] = { post: found };
  return made;
}

interface Parts {
  path: Record<string, unknown>;
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
  change({ path: after.paths['/boats/find']!, found, parameter, body, answer, boat });
  return breakingChanges(contract(), after);
}

describe('a change that breaks clients is found', () => {
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
  ])('%s', (sentence, change) => {
    expect(changed(change)).toContain(sentence);
  });
});

it('finds nothing in a contract that only grew', () => {
  const grown = changed(({ path, found, parameter, body, answer, boat }) => {
    path.get = operationOf('boats.also');
    found['x-credits'] = 0;
    found.parameters!.push({ name: 'more', in: 'query', description: 'More.', schema: { type: 'string' } });
    Object.assign(parameter('length_m'), { minimum: 1, maximum: 91 });
    Object.assign(parameter('kinds'), { minItems: 0, maxItems: 4 });
    parameter('kinds').items!.enum!.push('row');
    body.required = [];
    body.properties!.flag = { type: 'string', default: 'none' };
    Object.assign(body.properties!.name!, { minLength: 1, maxLength: 41 });
    answer.required = ['boats', 'count'];
    answer.properties!.count = { type: 'integer' };
    boat.properties!.flag = { type: 'string' };
  });
  expect(grown).toEqual([]);
});
