import document from '@domesday/contract/openapi.json' with { type: 'json' };
import { type ToolTarget, targets, tools } from '@domesday/mcp-tools';
import { loadSandbox } from '@domesday/testing';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { startService } from '../test/lib/service.ts';
import { report } from './lib/report.ts';

const UPRN = '998000000005';
const POSTCODE = 'XE1 1AB';

/**
 * The calls of an agent that advises on one home, with three comparables, three schools and a year of prices.
 */
const CHAIN: [string, Record<string, unknown>][] = [
  ['svc_match_address', { address: '9 Quaxley Street', postcode: 'XE1 1AA' }],
  ['svc_get_property', { uprn: UPRN }],
  ['svc_valuation_sale', { uprn: UPRN }],
  ['svc_valuation_rental', { uprn: UPRN }],
  ['svc_comparables_by_uprn', { uprn: UPRN, limit: 3 }],
  ['svc_area_market_prices', { outcode: 'XE1', history_months: 12 }],
  ['svc_rents_yields', { outcode: 'XE1' }],
  ['svc_nearby_schools', { postcode: POSTCODE, limit: 3 }],
  ['svc_property_risks', { uprn: UPRN }],
];
/** The longest answers of the tools. */
const LONGEST: [string, Record<string, unknown>][] = [
  ['svc_comparables_by_location', { outcode: 'XE1', limit: 100, months: 120 }],
  ['svc_api_status', {}],
  ['svc_area_profile', { postcode: POSTCODE }],
  ['svc_nearby_infrastructure', { postcode: POSTCODE, limit: 50 }],
  ['svc_hmo_register', { postcode: POSTCODE, status: 'any', limit: 200 }],
];
const MOST = { chain: 6_000, list: 7_500, answer: 20_000 };

/**
 * Tokens (o200k) of the list of tools and of the schemas of answers that it leaves out, of a chain of nine calls
 * against the sandbox, and of the longest answers; for each answer of the chain also those of the same call over REST.
 * `npm run bench -- tokens`.
 */
export async function run(): Promise<void> {
  const service = await startService((db) => loadSandbox(db));
  try {
    const key = await service.newKey();
    const list = countTokens(JSON.stringify({ tools }));
    const rows = [{ what: 'tools/list', tokens: list, 'over REST': 0, 'characters a token': 0 }];
    const schemas = countTokens(targets.map(schemaOf).join('\n'));
    rows.push({
      what: 'schemas of the answers, not listed',
      tokens: schemas,
      'over REST': 0,
      'characters a token': 0,
    });
    let [chain, rest_chain] = [0, 0];
    for (const [tool, args] of CHAIN) {
      const text = await answerOf(service.mcp_url, key, tool, args);
      const whole = countTokens(await restOf(service.api_url, key, tool, args));
      const tokens = countTokens(text);
      chain += tokens;
      rest_chain += whole;
      rows.push({ what: tool, tokens, 'over REST': whole, 'characters a token': ratio(text, tokens) });
    }
    rows.push({ what: 'chain of nine', tokens: chain, 'over REST': rest_chain, 'characters a token': 0 });
    let longest = 0;
    for (const [tool, args] of LONGEST) {
      const text = await answerOf(service.mcp_url, key, tool, args);
      const tokens = countTokens(text);
      longest = Math.max(longest, tokens);
      rows.push({
        what: `${tool} ${JSON.stringify(args)}`,
        tokens,
        'over REST': 0,
        'characters a token': ratio(text, tokens),
      });
    }
    const held = chain <= MOST.chain && list <= MOST.list && longest <= MOST.answer;
    await report('tokens', 'Tokens that the tools cost a model', rows, [
      `Aims: the chain ${MOST.chain}, the list ${MOST.list}, one answer ${MOST.answer}: ${held ? 'all held' : 'NOT HELD'}.`,
      'Tokens by o200k_base. A 0 stands where nothing is compared.',
    ]);
    if (!held) process.exitCode = 1;
  } finally {
    await service.stop();
  }
}

async function answerOf(url: string, key: string, name: string, args: object): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  const data = (await response.text()).split('\n').find((line) => line.startsWith('data:'))!;
  const { result } = JSON.parse(data.slice(5));
  if (result.isError) throw new Error(`${name}: ${result.content[0].text}`);
  return result.content[0].text;
}

/**
 * The schema of a tool's answer as the list of tools would need it, with all referenced schemas and without
 * descriptions.
 */
function schemaOf({ path, method }: ToolTarget): string {
  const paths = document.paths as unknown as Record<
    string,
    Record<string, { responses: Record<string, object> }>
  >;
  const named = document.components.schemas as Record<string, object>;
  const told = (part: object): string =>
    JSON.stringify(part, (key, value) =>
      key === 'description' && typeof value === 'string' ? undefined : value,
    );
  const found = new Map<string, string>();
  const reach = (text: string): string => {
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name!)) continue;
      found.set(name!, told(named[name!]!));
      reach(found.get(name!)!);
    }
    return text;
  };
  const { content } = paths[path]![method]!.responses['200'] as {
    content: Record<'application/json', { schema: object }>;
  };
  return [reach(told(content['application/json'].schema)), ...found.values()].join('\n');
}

/** The full answer to the same call over REST. */
async function restOf(api_url: string, key: string, tool: string, args: object): Promise<string> {
  const target = targets.find((one) => one.tool === tool) as ToolTarget;
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  let path = target.path;
  for (const [name, value] of Object.entries(args)) {
    if (target.places[name] === 'path') path = path.replace(`{${name}}`, String(value));
    else if (target.places[name] === 'body') body[name] = value;
    else query.set(name, String(value));
  }
  const response = await fetch(`${api_url}${path}?${query}`, {
    method: target.method.toUpperCase(),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(target.method === 'post' ? { body: JSON.stringify(body) } : {}),
  });
  return response.text();
}

function ratio(text: string, tokens: number): number {
  return Math.round((text.length / tokens) * 100) / 100;
}
