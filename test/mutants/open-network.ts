/** Name, file, what is replaced, by what, and the tests that should find it. */
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

/** Faults in what bounds what anybody may send. */
export const ofTheOpenNetwork: Planted[] = [
  [
    'give one key every place',
    `${NET}/slots.ts`,
    "if ((byKey.get(key) ?? 0) >= most.key) return 'key';",
    '',
    places,
  ],
  [
    'keep a place from others for an answer that nobody reads',
    `${API}/http/overload.ts`,
    "res.once('prefinish', place.answered)",
    'res',
    atOnce,
  ],
  ['count no key that nobody has', `${NET}/unknown-keys.ts`, 'counted.count++;', '', attack],
  [
    'look sessions up for anybody',
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
    'tell the API no address of who calls over MCP',
    'apps/mcp/src/upstream.ts',
    "if (address) headers['x-forwarded-for'] = address;",
    '',
    attackMcp,
  ],
  [
    'let everybody send messages over MCP',
    'apps/mcp/src/gate.ts',
    "if (typeof admitted === 'number') return admitted;",
    "if (typeof admitted === 'number') return null;",
    attackMcp,
  ],
  [
    'take a refused address for a known key',
    'apps/mcp/src/key-check.ts',
    'if (!answer.knows_key)',
    'if (!answer.knows_key && answer.status !== 429)',
    attackMcp,
  ],
  [
    'answer all that a connection asks at once',
    `${NET}/connections.ts`,
    'if (queue.length === 1) queue[0]!();',
    'queue.at(-1)!();',
    places,
  ],
  ['parse all that arrives at once', `${NET}/connections.ts`, 'parseInPieces(socket);\n', '\n', places],
  [
    'check bodies of any number of values',
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
  ['answer any number at once', `${NET}/slots.ts`, "if (free <= 0) return 'all';", '', atOnce],
  ['never give a place back', `${API}/http/overload.ts`, ".once('close', place.free)", '', atOnce],
];
