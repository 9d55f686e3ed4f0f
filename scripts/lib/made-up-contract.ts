import type { Contract, Operation, Schema } from './contract.ts';

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });

/** An operation of a service that does not exist, for tests of the generator. */
export function operationOf(id: string, more: Partial<Operation> = {}): Operation {
  return {
    operationId: id,
    tags: [id.split('.')[0]!],
    summary: `Do ${id}`,
    description: `Does ${id}.`,
    'x-credits': 1,
    'x-mcp': {
      name: `svc_${id.replace('.', '_')}`,
      title: `Do ${id}`,
      description: `Does ${id}.`,
    },
    'x-datasets': [],
    responses: { 200: { description: 'Done.', ...json({ $ref: '#/components/schemas/Boat' }) } },
    ...more,
  };
}

export const POLYGON: Schema = {
  type: 'object',
  title: 'Polygon',
  required: ['type', 'coordinates'],
  properties: {
    type: { type: 'string', enum: ['Polygon'], description: 'Kind.' },
    coordinates: { type: 'array', items: { type: 'array', items: { type: 'number', description: 'One.' } } },
  },
};

/** Boats: two of one domain, one with a path of two words, one with both methods. */
export function madeUpContract(): Contract {
  const area = operationOf('boats.in_area', { 'x-credits': 3, 'x-exactly-one': [['harbour'], ['polygon']] });
  return {
    openapi: '3.1.0',
    info: { title: 'Boats', version: '1.0.0' },
    paths: {
      '/boats': {
        get: operationOf('boats.search', {
          'x-credits': 2,
          'x-credits-per': { parameter: 'kinds', each: 1 },
          parameters: [
            {
              name: 'q',
              in: 'query',
              required: true,
              description: 'Part of a name.',
              schema: { type: 'string', minLength: 2, example: 'sea' },
            },
            {
              name: 'kinds',
              in: 'query',
              description: 'Kinds.',
              schema: { type: 'array', items: { type: 'string' } },
            },
            {
              name: 'format',
              in: 'query',
              description: 'Form.',
              schema: { type: 'string', enum: ['json', 'csv'] },
            },
          ],
        }),
      },
      '/boats/{number}': {
        get: operationOf('boats.get', {
          parameters: [
            {
              name: 'number',
              in: 'path',
              required: true,
              description: 'Number on the bow.',
              schema: { type: 'string', pattern: '^[0-9]+$', format: 'bow-number' },
            },
          ],
        }),
      },
      '/boats/in-area': {
        get: {
          ...area,
          parameters: [
            { name: 'harbour', in: 'query', description: 'Harbour.', schema: { type: 'string' } },
            { name: 'polygon', in: 'query', description: 'Area.', ...json(POLYGON) },
          ],
        },
        post: {
          ...area,
          requestBody: json({
            type: 'object',
            required: ['polygon'],
            properties: { harbour: { type: 'string', description: 'Harbour.' }, polygon: POLYGON },
          }),
        },
      },
      '/tides': { get: operationOf('tides.get', { 'x-credits': 0 }) },
    },
    components: { schemas: { Boat: { type: 'object', properties: { name: { type: 'string' } } } } },
  };
}
