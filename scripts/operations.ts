import { banner, type Contract, endpoints, type GeneratedFile } from './lib/contract.ts';

/** The operation table: path, method, price, datasets and tool of every operation. */
export function operationFiles(contract: Contract): GeneratedFile[] {
  const rows = endpoints(contract).map(({ path, method, operation }) => ({
    id: operation.operationId,
    method,
    path,
    credits: operation['x-credits'],
    credits_per: operation['x-credits-per'] ?? null,
    datasets: operation['x-datasets'],
    needs: operation['x-needs'] ?? [],
    tool: method === 'get' && contract.paths[path]?.post ? null : operation['x-mcp'].name,
    exactly_one: operation['x-exactly-one'] ?? null,
  }));
  const text = `${banner('operations.ts')}
export interface OperationEntry {
  id: OperationId;
  method: 'get' | 'post';
  path: string;
  /** Credits charged for a 2xx, the highest where the price depends on the request. */
  credits: number;
  /** Where the price depends on the request: \`each\` credits for each value of the array parameter. */
  credits_per: { parameter: string; each: number } | null;
  /** Datasets that the operation reads. */
  datasets: string[];
  /** Of each list one dataset must be loaded: without it the operation has no answer. */
  needs: string[][];
  /** Name of the MCP tool; null for a second method of the same operation. */
  tool: string | null;
  /** Groups of parameters of which a request names exactly one group. */
  exactly_one: string[][] | null;
}

export type OperationId =
${[...new Set(rows.map((r) => r.id))].map((id) => `  | '${id}'`).join('\n')};

export const operationTable: OperationEntry[] = ${JSON.stringify(rows, null, 2)};
`;
  return [{ path: 'packages/contract/generated/operations.ts', text }];
}
