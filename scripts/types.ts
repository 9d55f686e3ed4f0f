import openapiTS, { astToString } from 'openapi-typescript';
import { banner, type Contract, type GeneratedFile, type Parameter } from './lib/contract.ts';

/** TypeScript types of the contract: the one file of them, which the build of the published client includes. */
export async function typeFiles(contract: Contract): Promise<GeneratedFile[]> {
  const typed = structuredClone(contract);
  for (const parameter of Object.values((typed.components.parameters ?? {}) as Record<string, Parameter>))
    describeContent(parameter);
  const ast = await openapiTS(typed as never, {
    alphabetize: false,
    immutable: false,
    defaultNonNullable: false,
  });
  const text = banner('types.ts') + astToString(ast);
  return [{ path: 'packages/contract/generated/types.ts', text }];
}

/** openapi-typescript types a parameter sent as JSON as a string; callers and handlers have the structure. */
function describeContent(parameter: Parameter): void {
  const json = parameter.content?.['application/json'];
  if (!json) return;
  parameter.schema = json.schema;
  delete parameter.content;
}
