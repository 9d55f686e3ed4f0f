import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type Document, entryOf, type OperationOfReference, operationsOf } from './reference.ts';

const contract = join(import.meta.dirname, '../../../packages/contract/generated/openapi.json');
const PREFIX = 'virtual:operation/';

/**
 * The parts of the contract that the pages need, extracted when they are built: `virtual:prices` is credits by
 * operation, `virtual:reference` lists the operations and loads each when its page is opened.
 */
export function contractModules(): Plugin {
  let operations: OperationOfReference[] | null = null;
  const read = () => {
    operations ??= operationsOf(dereferenced(JSON.parse(readFileSync(contract, 'utf8'))) as Document);
    return operations;
  };
  return {
    name: 'contract-modules',
    resolveId: (id) =>
      id === 'virtual:prices' || id === 'virtual:reference' || id.startsWith(PREFIX) ? `\0${id}` : null,
    load(given) {
      if (!given.startsWith('\0virtual:')) return null;
      const id = given.slice(1);
      if (id.startsWith(PREFIX)) {
        const operation = read().find((o) => o.id === id.slice(PREFIX.length));
        return `export default ${JSON.stringify(operation)}`;
      }
      if (id === 'virtual:prices')
        return `export default ${JSON.stringify(Object.fromEntries(read().map((o) => [o.id, o.credits])))}`;
      if (id !== 'virtual:reference') return null;
      const loads = read().map((o) => `${JSON.stringify(o.id)}: () => import('${PREFIX}${o.id}')`);
      return `export const entries = ${JSON.stringify(read().map(entryOf))};\nexport const load = {${loads.join(',')}};`;
    },
  };
}

/** A document with its references resolved; the contract has no recursive references. */
export function dereferenced(document: object): object {
  const find = (pointer: string): unknown =>
    pointer
      .split('/')
      .slice(1)
      .reduce<unknown>(
        (node, part) => (node as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')],
        document,
      );
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve);
    if (node === null || typeof node !== 'object') return node;
    const { $ref, ...beside } = node as { $ref?: string };
    if (typeof $ref === 'string') return { ...(resolve(find($ref)) as object), ...beside };
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, resolve(value)]));
  };
  return resolve(document) as object;
}
