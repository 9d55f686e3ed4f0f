/** Name, file, text to replace, its replacement, and the tests that should fail. */
export type Planted = [string, string, string, string, string[]];

const API = 'apps/api/src';
const NET = 'packages/open-network/src';
const atOnce = ['apps/api/test/at-once.test.ts'];
const places = [
  'packages/open-network/test/address.test.ts',
  'packages/open-network/test/connections.test.ts',
];
const attack = ['apps/api/test/attack.test.ts'];
const heavy = ['apps/api/test/heavy-requests.test.ts'];
const attackMcp = ['apps/mcp/test/attack.test.ts'];

/** Faults in the limits on requests from anybody. */
export const ofTheOpenNetwork: Planted[] = [
  [
    'let one key use every slot',
    `${NET}/slots.ts`,
    "if ((byKey.get(key) ?? 0) >= most.key) return 'key';",
    '',
    places,
  ],
  [
    'hold a slot for an answer that the client does not read',
    `${API}/http/overload.ts`,
    "res.once('prefinish', place.answered)",
    'res',
    atOnce,
  ],
  ['count no attempts with unknown keys', `${NET}/unknown-keys.ts`, 'counted.count++;', '', attack],
  [
    'look up sessions without a limit',
    `${API}/portal/session.ts`,
    'const known = admitUnknownKey(services, req);',
    'const known = () => {};',
    attack,
  ],
  [
    'believe every X-Forwarded-For',
    `${NET}/address.ts`,
    'return proxyAddress.compile([...proxies]);',
    'return () => true;',
    places,
  ],
  [
    'forward no client address from the MCP server to the API',
    'apps/mcp/src/upstream.ts',
    "if (address) headers['x-forwarded-for'] = address;",
    '',
    attackMcp,
  ],
  [
    'accept MCP messages from addresses that are refused',
    'apps/mcp/src/gate.ts',
    "if (typeof admitted === 'number') return admitted;",
    "if (typeof admitted === 'number') return null;",
    attackMcp,
  ],
  [
    'treat the refusal of an address as a known key',
    'apps/mcp/src/key-check.ts',
    'if (!answer.knows_key)',
    'if (!answer.knows_key && answer.status !== 429)',
    attackMcp,
  ],
  [
    'answer all requests of a connection at the same time',
    `${NET}/connections.ts`,
    'if (queue.length === 1) queue[0]!();',
    'queue.at(-1)!();',
    places,
  ],
  ['parse all received bytes in one step', `${NET}/connections.ts`, 'parseInPieces(socket);\n', '\n', places],
  [
    'check bodies with any number of values',
    `${API}/http/check/request-values.ts`,
    'const MOST_VALUES = 2000;',
    'const MOST_VALUES = 2_000_000;',
    heavy,
  ],
  [
    'check lists of any length',
    `${API}/http/check/request-values.ts`,
    'value.length = schema.maxItems + 1;',
    ';',
    heavy,
  ],
  [
    'answer any number of requests at the same time',
    `${NET}/slots.ts`,
    "if (free <= 0) return 'all';",
    '',
    atOnce,
  ],
  ['never free a slot', `${API}/http/overload.ts`, ".once('close', place.free)", '', atOnce],
];
