import { expect, it } from 'vitest';
import { madeUpContract } from './lib/made-up-contract.ts';
import { typeFiles } from './types.ts';

it('writes the same types for our packages and for the published client', async () => {
  const contract = madeUpContract();
  delete contract.paths['/boats/in-area']!.get;
  const [ours, published] = await typeFiles(contract);
  expect(published!.text).toBe(ours!.text);
  expect([ours!.path, published!.path]).toEqual([
    'packages/contract/generated/types.ts',
    'packages/sdk/src/generated/types.ts',
  ]);
  expect(ours!.text).toMatch(/^\/\/ Generated from openapi\/ by scripts\/types\.ts/);
  expect(ours!.text).toContain('"boats.search": {');
  expect(ours!.text).toContain('kinds?: string[];');
});
