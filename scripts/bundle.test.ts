import { expect, it } from 'vitest';
import { bundleFiles, readContract } from './bundle.ts';
import { everyEndpoint } from './lib/contract.ts';
import { madeUpContract } from './lib/made-up-contract.ts';

it('writes the contract exactly as it is served', () => {
  const [served] = bundleFiles(madeUpContract());
  expect(JSON.parse(served!.text)).toEqual(madeUpContract());
  expect(served!.path).toBe('packages/contract/generated/openapi.json');
});

it('bundles openapi/ into one self-contained document, and into one without references', async () => {
  const { plain, dereferenced } = await readContract();
  const references = [...JSON.stringify(plain).matchAll(/"\$ref":"([^"]+)"/g)].map((m) => m[1]!);
  expect(references.length).toBeGreaterThan(0);
  expect(references.filter((r) => !r.startsWith('#/'))).toEqual([]);
  expect(JSON.stringify(dereferenced)).not.toContain('"$ref"');
  expect(Object.keys(dereferenced.paths)).toEqual(Object.keys(plain.paths));
});

it('declares the Idempotency-Key only for calls that cost credits, start billable work or return a secret once', async () => {
  const { plain } = await readContract();
  type Given = { $ref?: string; name?: string; in?: string };
  const takesKey = (one: Given) =>
    one.$ref === '#/components/parameters/IdempotencyKey' ||
    (one.in === 'header' && one.name === 'Idempotency-Key');
  const told = everyEndpoint(plain).map(({ operation }) => {
    const times = ((operation.parameters ?? []) as Given[]).filter(takesKey).length;
    return [operation.operationId, times];
  });
  const due = everyEndpoint(plain).map(({ operation }) => {
    const costs = operation['x-credits'] > 0;
    const starts = ['batch.run', 'jobs.create'].includes(operation.operationId);
    const tells = operation.operationId === 'webhooks.create';
    return [operation.operationId, costs || starts || tells ? 1 : 0];
  });
  expect(told).toEqual(due);
});

it('gives every JSON body an example in the place where other tools look for it', async () => {
  const { plain } = await readContract();
  const without = everyEndpoint(plain)
    .map(({ operation }) => ({ ...operation, body: operation.requestBody?.content['application/json'] }))
    .filter(({ body }) => body && body.example === undefined);
  // A watch names an endpoint, whose id the server gives.
  expect(without.map(({ operationId }) => operationId)).toEqual(['watches.create']);
});
