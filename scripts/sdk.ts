import { argumentPlaces } from './lib/arguments.ts';
import {
  banner,
  type Contract,
  camelCase,
  endpoints,
  type GeneratedFile,
  nameParts,
  type Operation,
} from './lib/contract.ts';
import { priceSentence } from './lib/price.ts';

/** The client's operations: one namespace for each domain, one method for each action. */
export function sdkFiles(contract: Contract): GeneratedFile[] {
  const seen = new Set<string>();
  const domains = new Map<string, string[]>();
  // Where an operation has two methods the POST form is the richer one, so the last entry wins.
  for (const { path, method, operation } of endpoints(contract).reverse()) {
    if (seen.has(operation.operationId)) continue;
    seen.add(operation.operationId);
    const { domain, action } = nameParts(operation.operationId);
    const lines = [
      `    /** ${operation.summary}. ${priceSentence(operation)} */`,
      `    ${camelCase(action)}: operation<'${operation.operationId}'>(runtime, '${method}', '${path}', ${placesText(operation)}),`,
    ];
    domains.set(domain, [lines.join('\n'), ...(domains.get(domain) ?? [])]);
  }
  const body = [...domains.entries()]
    .reverse()
    .map(([domain, methods]) => `  const ${domain} = {\n${methods.join('\n')}\n  };`)
    .join('\n');
  const text = `${banner('sdk.ts')}
import { operation, type Runtime } from '../runtime.ts';

export function operations(runtime: Runtime) {
${body}
  return { ${[...domains.keys()].reverse().join(', ')} };
}
`;
  return [{ path: 'packages/sdk/src/generated/operations.ts', text }];
}

function placesText(operation: Operation): string {
  const places = Object.entries(argumentPlaces(operation)).map(([name, place]) => `${name}: '${place}'`);
  return places.length ? `{ ${places.join(', ')} }` : '{}';
}
