import { type Contract, endpoints, referred } from './contract.ts';

/** Adds to the `x-datasets` of each operation the datasets that fields of its answer name with `x-dataset`. */
export function withFieldDatasets(contract: Contract): Contract {
  for (const { operation } of endpoints(contract)) {
    const answer = operation.responses['200']?.content?.['application/json']?.schema;
    const { properties = {} } = referred(contract, answer ?? {});
    const datasets = Object.values(properties).flatMap((field) => field['x-dataset'] ?? []);
    operation['x-datasets'] = [...new Set([...operation['x-datasets'], ...(datasets as string[])])];
  }
  return contract;
}
