import { expect, it } from 'vitest';
import { bundleFiles, readContract } from './bundle.ts';
import { madeUpContract } from './lib/made-up-contract.ts';

it('writes the contract as it is served', () => {
  const [served] = bundleFiles(madeUpContract());
  expect(JSON.parse(served!.text)).toEqual(madeUpContract());
  expect(served!.path).toBe('packages/contract/generated/openapi.json');
});

it('reads openapi/ into one document that needs no other file, and one without references', async () => {
  const { plain, dereferenced } = await readContract();
  const references = [...JSON.stringify(plain).matchAll(/"\$ref":"([^"]+)"/g)].map((m) => m[1]!);
  expect(references.length).toBeGreaterThan(0);
  expect(references.filter((r) => !r.startsWith('#/'))).toEqual([]);
  expect(JSON.stringify(dereferenced)).not.toContain('"$ref"');
  expect(Object.keys(dereferenced.paths)).toEqual(Object.keys(plain.paths));
});
