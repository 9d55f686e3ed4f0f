import { type Contract, endpoints } from './contract.ts';

/** Adds to the `x-datasets` of each operation the datasets that fields of its answer name with `x-dataset`. */
export function withFieldDatasets(contract: Contract): Contract {
  for (const { operation } of endpoints(contract)) {
    const answer = operation.responses['200']?.content?.['application/json']?.schema;
    const named = answer?.$ref ? contract.components.schemas[answer.$ref.split('/').at(-1)!] : answer;
    const datasets = Object.values(named?.properties ?? {}).flatMap((field) => field['x-dataset'] ?? []);
    operation['x-datasets'] = [...new Set([...operation['x-datasets'], ...(datasets as string[])])];
  }
  return contract;
}
