import { expect, it } from 'vitest';
import { madeUpContract, POLYGON } from './lib/made-up-contract.ts';
import { typeFiles } from './types.ts';

it('writes one file of types, with an object type for a parameter that is sent as JSON', async () => {
  const contract = madeUpContract();
  delete contract.paths['/boats/in-area']!.get;
  const polygon = {
    name: 'polygon',
    in: 'query',
    description: 'Area.',
    content: { 'application/json': { schema: POLYGON } },
  };
  contract.components.parameters = { Polygon: polygon };
  const [ours, ...more] = await typeFiles(contract);
  expect([ours!.path, more]).toEqual(['packages/contract/generated/types.ts', []]);
  expect(ours!.text).toMatch(/Polygon: \{/);
  expect(ours!.text).not.toContain('Polygon: string');
  expect(ours!.text).toMatch(/^\/\/ Generated from openapi\/ by scripts\/types\.ts/);
  expect(ours!.text).toContain('"boats.search": {');
  expect(ours!.text).toContain('kinds?: string[];');
});
