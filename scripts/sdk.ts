import { argumentPlaces } from './lib/arguments.ts';
import {
  banner,
  type Contract,
  camelCase,
  type Endpoint,
  endpoints,
  type GeneratedFile,
  nameParts,
  type Operation,
} from './lib/contract.ts';
import { priceSentence } from './lib/price.ts';

/**
 * The client's operations: one namespace for each domain, one method for each action, and the descriptions that editors
 * show.
 */
export function sdkFiles(contract: Contract): GeneratedFile[] {
  const seen = new Set<string>();
  const domains = new Map<string, string[]>();
  const described: string[] = [];
  // If an operation has two methods the POST form is the richer one, so the last entry is used.
  for (const { path, method, operation } of endpoints(contract).reverse()) {
    if (seen.has(operation.operationId)) continue;
    seen.add(operation.operationId);
    const { domain, action } = nameParts(operation.operationId);
    const told = `/** ${operation.summary}. ${priceSentence(operation)} */`;
    described.unshift(describedText(operation.operationId, told));
    const lines = [
      `    ${told}`,
      `    ${camelCase(action)}: method<'${operation.operationId}'>(client, ${callText(path, method, operation)}),`,
    ];
    domains.set(domain, [lines.join('\n'), ...(domains.get(domain) ?? [])]);
  }
  const body = [...domains.entries()]
    .reverse()
    .map(([domain, methods]) => `  const ${domain} = {\n${methods.join('\n')}\n  };`)
    .join('\n');
  const text = `${banner('sdk.ts')}
import type { Http } from '../http.ts';
import { method, readAs, segment, withUprn } from '../method.ts';
import type { TransportOptions } from '../transport.ts';

export function operations(http: Http, client: TransportOptions) {
${body}
  return { ${[...domains.keys()].reverse().join(', ')} };
}
`;
  const described_text = `${banner('sdk.ts')}
import type { FirstForm } from '../method.ts';

/**
 * The first overload of each operation. At a call, editors show the description of the overload and not of the method;
 * overloads without a description show that of the first.
 */
export interface Described<Whole> {
${described.join('\n')}
}
`;
  return [
    { path: 'packages/sdk/src/generated/operations.ts', text },
    { path: 'packages/sdk/src/generated/described.ts', text: described_text },
  ];
}

function describedText(id: string, told: string): string {
  const form = `FirstForm<'${id}', Whole>`;
  return `  '${id}': {\n    ${told}\n    (...given: Parameters<${form}>): ReturnType<${form}>;\n  };`;
}

/** The call of openapi-fetch: puts each argument into its place, which openapi-fetch's types check. */
function callText(path: string, method: Endpoint['method'], operation: Operation): string {
  const places = Object.entries(argumentPlaces(operation)).filter(([name]) => name !== 'meta');
  const named = (place: (one: string) => boolean) => places.filter(([, p]) => place(p)).map(([name]) => name);
  const [in_path, in_query, in_body] = [
    named((p) => p === 'path'),
    named((p) => p.startsWith('query')),
    named((p) => p === 'body'),
  ];
  const rest = method === 'post' ? 'body' : 'query';
  // For a POST the few arguments of the query are extracted by name, and the rest is the body.
  const taken = method === 'post' ? [...in_path, ...in_query] : in_path;
  const pattern = taken.length ? `{ ${taken.join(', ')}, ...${rest} }` : rest;
  const value = (method === 'post' ? in_body : in_query).includes('uprn') ? `withUprn(${rest})` : rest;
  const params = [
    ...(in_path.length
      ? [`path: { ${in_path.map((name) => `${name}: segment('${name}', ${name})`).join(', ')} }`]
      : []),
    ...(method === 'get' && in_query.length ? [value === rest ? 'query' : `query: ${value}`] : []),
    ...(method === 'post' && in_query.length ? [`query: { ${in_query.join(', ')} }`] : []),
  ];
  const init = [
    '...init',
    ...(params.length ? [`params: { ${params.join(', ')} }`] : []),
    ...(method === 'post' ? [value === rest ? 'body' : `body: ${value}`] : []),
    ...(in_query.includes('format') ? [`parseAs: readAs(${rest}.format)`] : []),
  ];
  const unused = places.length === 0 ? '_' : pattern;
  return `(${unused}, init) => http.${method.toUpperCase()}('${path}', { ${init.join(', ')} })`;
}
