import openapiTS, { astToString } from 'openapi-typescript';
import { banner, type Contract, type GeneratedFile } from './lib/contract.ts';

/** TypeScript types of the contract, once for our own packages and once inside the published client. */
export async function typeFiles(contract: Contract): Promise<GeneratedFile[]> {
  const ast = await openapiTS(structuredClone(contract) as never, { alphabetize: false, immutable: false });
  const text = banner('types.ts') + astToString(ast);
  return [
    { path: 'packages/contract/generated/types.ts', text },
    { path: 'packages/sdk/src/generated/types.ts', text },
  ];
}
