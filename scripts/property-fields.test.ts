import { expect, it } from 'vitest';
import type { Schema } from './lib/contract.ts';
import { withFieldDatasets } from './lib/field-datasets.ts';
import { madeUpContract } from './lib/made-up-contract.ts';
import { propertyFieldFiles } from './property-fields.ts';

it('lists the fields that can be chosen, each with its dataset', () => {
  const contract = madeUpContract();
  contract.components.schemas.Property = {
    properties: { uprn: {}, masts: { 'x-dataset': 'masts' }, length_m: {}, meta: {} },
  };
  expect(propertyFieldFiles(contract)[0]!.text).toContain('  masts: "masts",\n  length_m: null,\n}');
});

it.each([
  ['named', (): Schema => ({ $ref: '#/components/schemas/Boat' })],
  ['inlined', (schema: Schema) => schema],
])(
  'adds the datasets of the fields to those of the operation if the schema of the answer is %s',
  (_, answer) => {
    const contract = madeUpContract();
    const boat: Schema = { properties: { name: {}, masts: { 'x-dataset': 'masts' } } };
    contract.components.schemas.Boat = boat;
    const search = contract.paths['/boats']!.get as {
      responses: Record<string, object>;
      'x-datasets': string[];
    };
    search['x-datasets'] = ['harbours'];
    search.responses['200'] = { content: { 'application/json': { schema: answer(boat) } } };
    withFieldDatasets(contract);
    expect(search['x-datasets']).toEqual(['harbours', 'masts']);
  },
);
