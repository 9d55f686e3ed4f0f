import {
  banner,
  type Contract,
  camelCase,
  endpoints,
  type GeneratedFile,
  nameParts,
} from './lib/contract.ts';

/** The route table with static imports: an operation without its handler does not compile. */
export function routeFiles(contract: Contract): GeneratedFile[] {
  const ids = [...new Set(endpoints(contract).map((e) => e.operation.operationId))];
  const parts = ids.map((id) => ({ id, ...nameParts(id) }));
  const alias = (id: string) => camelCase(id.replace('.', '_'));
  const imports = parts
    .map(
      ({ id, domain, action, file }) =>
        `import { ${camelCase(action)} as ${alias(id)} } from '../domains/${domain}/${file}.ts';`,
    )
    .join('\n');
  const text = `${banner('routes.ts')}
${imports}
import type { Handlers } from '../http/handler.ts';

export const handlers: Handlers = {
${parts.map(({ id }) => `  '${id}': ${alias(id)},`).join('\n')}
};
`;
  return [{ path: 'apps/api/src/generated/routes.ts', text }];
}
