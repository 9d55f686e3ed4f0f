import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

interface Operation {
  operationId: string;
  'x-credits': number;
  tags: string[];
}

const contract = join(import.meta.dirname, '../../../packages/contract/generated/openapi.json');

/** What the pages know of the contract, cut out of it when they are built: `virtual:prices` is credits by operation. */
export function contractModules(): Plugin {
  return {
    name: 'contract-modules',
    resolveId: (id) => (id === 'virtual:prices' ? `\0${id}` : null),
    load(id) {
      if (id !== '\0virtual:prices') return null;
      this.addWatchFile(contract);
      const document = JSON.parse(readFileSync(contract, 'utf8')) as {
        paths: Record<string, Record<string, Operation>>;
      };
      const prices: Record<string, number> = {};
      for (const item of Object.values(document.paths))
        for (const operation of Object.values(item))
          if (operation.operationId) prices[operation.operationId] = operation['x-credits'] ?? 0;
      return `export default ${JSON.stringify(prices)}`;
    },
  };
}
