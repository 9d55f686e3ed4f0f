/** Seeded generators of unusual input, for tests of every surface. The same seed makes the same requests. */
export type Random = () => number;

/** The parts of a schema, of the contract or of a tool, from which values are generated. */
export interface ValueSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  items?: ValueSchema;
  properties?: Record<string, ValueSchema>;
  required?: string[];
  default?: unknown;
  example?: unknown;
}

/** Mulberry32: small, seeded, the same on every machine. */
export function seeded(seed: number): Random {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)]!;
}

/** Texts that are harmless in most places but break some: numbers, control characters, scripts, injections. */
export const UNUSUAL_TEXTS: readonly string[] = [
  ...['', ' ', '\t', '0', '-0', '-1', '+1', '1.0', '00000000000000000001', '999999999999', '9'.repeat(400)],
  ...[
    '9007199254740993',
    '1e308',
    '-1e309',
    '1e-400',
    'NaN',
    'Infinity',
    '0x10',
    '1,2',
    ',',
    ',,,,',
    '1_000',
  ],
  ...['null', 'undefined', 'true', 'false', '[]', '{}', '{"type":"Polygon"}', '[[[[', '"', "'"],
  ...[
    "' or 1=1 --",
    '"; drop table sales; --',
    "'||pg_sleep(9)||'",
    '$1',
    '$$',
    '%',
    '%%',
    '_',
    '\\',
    '\\x00',
  ],
  ...[
    "');select pg_sleep(9);--",
    "E'\\\\x41'",
    '\u0024{jndi:ldap://127.0.0.1/a}',
    '{{7*7}}',
    '%s%n',
    '../../etc/passwd',
  ],
  ...['<script>alert(1)</script>', '=cmd|calc!A1', '@SUM(1+1)', '__proto__', 'constructor', 'hasOwnProperty'],
  ...[
    '\u0000',
    'a\u0000b',
    '\r\nX-Injected: 1',
    '\n{"level":60,"msg":"forged"}',
    '\u001b[31m',
    '\u0085\u2028',
  ],
  ...[
    '\ud800',
    '\udfff\ud800',
    '𝔘𝔫𝔦',
    '👩‍👩‍👧‍👦',
    'ÀÉÎõü',
    'e\u0301'.repeat(60),
    '\u202etxet',
    'שלום עולם',
    '\ufeff',
  ],
  ...[
    'ﬁ',
    'ß',
    'İ',
    'ı',
    '１２３',
    '٣',
    'é'.repeat(150),
    'a'.repeat(5000),
    ' '.repeat(3000),
    '('.repeat(2000),
  ],
  ...['XE1', 'xe1 1aa', 'XE1 1AA', 'XE11AA', 'XE1 1', 'BT1 1AA', 'SW1A 1AA', 'GIR 0AA', 'the', 'flat 1', '1'],
  ...[
    '2026-02-30',
    '0000-00-00',
    '9999-12-31',
    '-0001-01-01',
    '1995-01-01',
    '2026-10-31T00:00:00Z',
    '20261031',
  ],
  ...[
    'High',
    'England',
    'terraced',
    'standard',
    '49',
    '61.5',
    '-9.5',
    '2.5',
    '53.89',
    '1.49',
    '1.49999999999999999999',
  ],
];

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.5,
  1e308,
  -1e308,
  1e-320,
  2 ** 53,
  [],
  {},
  [[]],
];
const MORE_VALUES: readonly unknown[] = [
  [null],
  [1, 'a', {}],
  { a: { b: { c: [] } } },
  { length: 3 },
  [[[[[[[[]]]]]]]],
];

const ring = (...points: unknown[]) => ({ type: 'Polygon', coordinates: [points] });

/** A GeoJSON polygon, valid or not, in and around the fictional country. */
export function generateGeometry(random: Random): unknown {
  const lng = 1.2 + random() * 0.5;
  const lat = 53.7 + random() * 0.3;
  const size = pick(random, [0, 1e-9, 0.001, 0.01, 0.05, 1, 40]);
  const [east, north] = [lng + size, lat + size];
  switch (Math.floor(random() * 16)) {
    case 0: // crosses itself
      return ring([lng, lat], [east, north], [east, lat], [lng, north], [lng, lat]);
    case 1: // not closed
      return ring([lng, lat], [east, lat], [east, north], [lng, north]);
    case 2: // no area
      return ring([lng, lat], [lng, lat], [lng, lat], [lng, lat]);
    case 3: // latitude first
      return ring([lat, lng], [lat, east], [north, east], [lat, lng]);
    case 4:
      return ring([1e308, -1e308], [-1e308, 1e308], [0, 0], [1e308, -1e308]);
    case 5:
      return ring([null, 'x'], [{}, []], [1e308, -1], [null, 'x']);
    case 6:
      return {
        type: 'Polygon',
        coordinates: pick(random, [[], [[]], [[[]]], null, 'x', {}, [null], [[lng, lat]]]),
      };
    case 7:
      return {
        type: pick(random, ['MultiPolygon', 'polygon', 'Point', '', null, 7]),
        coordinates: [[[[lng, lat]]]],
      };
    case 8: // heights
      return ring([lng, lat, 5], [east, lat, 5], [east, north, 5], [lng, lat, 5]);
    case 9: // a hole, inside or not
      return {
        type: 'Polygon',
        coordinates: [
          [
            [lng, lat],
            [east, lat],
            [east, north],
            [lng, lat],
          ],
          [
            [lng, lat],
            [lng + size * 3, lat],
            [east, north * 1.01],
            [lng, lat],
          ],
        ],
      };
    case 10: {
      const many = Math.floor(random() * 700);
      const points = Array.from({ length: many }, (_, i) => [
        lng + Math.cos((i / many) * 6.283) * 0.01,
        lat + Math.sin((i / many) * 6.283) * 0.01,
      ]);
      return ring(...points, points[0] ?? [lng, lat]);
    }
    case 11: // the date line and the poles
      return ring([179.9, 89.9], [-179.9, 89.9], [-179.9, -89.9], [179.9, 89.9]);
    case 12: // a spike that goes out and comes back
      return ring([lng, lat], [east, lat], [east, north], [east, lat], [lng, lat]);
    case 13:
      return { ...ring([lng, lat], [east, lat], [east, north], [lng, lat]), crs: { a: 1 }, bbox: ['x'] };
    case 14:
      return {
        type: 'Feature',
        geometry: ring([lng, lat], [east, lat], [east, north], [lng, lat]),
        properties: null,
      };
    default:
      return ring([lng, lat], [east, lat], [east, north], [lng, north], [lng, lat]);
  }
}

/** A value for a schema: a valid one, one at or beyond its bounds, or an unrelated one. */
export function valueFor(random: Random, schema: ValueSchema, follow: (ref: string) => ValueSchema): unknown {
  const known = schema.$ref ? follow(schema.$ref) : schema;
  if (known.properties?.coordinates && random() < 0.8) return generateGeometry(random);
  const roll = random();
  if (roll < 0.3) return pick(random, UNUSUAL_TEXTS);
  if (roll < 0.38) return pick(random, [...ODD_VALUES, ...MORE_VALUES]);
  const type = pick(random, [known.type ?? 'string'].flat());
  if (roll < 0.45 && known.default !== undefined) return known.default;
  if (roll < 0.55 && known.example !== undefined) return known.example;
  if (known.enum && roll < 0.85) return pick(random, known.enum);
  switch (type) {
    case 'integer':
    case 'number': {
      const least = known.minimum ?? -10;
      const most = known.maximum ?? 10_000;
      const inside = least + random() * (most - least);
      return pick(random, [least, most, least - 1, most + 1, Math.round(inside), Math.round(inside), inside]);
    }
    case 'boolean':
      return random() < 0.5;
    case 'array': {
      const count = pick(random, [0, 1, 2, (known.maxItems ?? 5) + 1, 60]);
      return Array.from({ length: count }, () => valueFor(random, known.items ?? {}, follow));
    }
    case 'object': {
      const made: Record<string, unknown> = {};
      for (const [name, inner] of Object.entries(known.properties ?? {}))
        if (random() < 0.7) made[name] = valueFor(random, inner, follow);
      if (random() < 0.1) made[pick(random, UNUSUAL_TEXTS)] = pick(random, ODD_VALUES);
      return made;
    }
    default: {
      const most = known.maxLength ?? 40;
      const length = pick(random, [most, most + 1, Math.max(0, (known.minLength ?? 1) - 1), 3]);
      return pick(random, ['a', 'é', '𝔘', '%', '1 High Street ']).repeat(length).slice(0, length);
    }
  }
}

/**
 * JSON text of a value, sometimes with what JSON.stringify never writes: repeated keys, deep nesting, trailing text.
 */
export function generateJson(random: Random, value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  switch (Math.floor(random() * 24)) {
    case 0:
      return text.slice(0, Math.floor(random() * text.length));
    case 1: // every key twice
      return text.startsWith('{') && text.length > 2 ? `{${text.slice(1, -1)},${text.slice(1)}` : text;
    case 2: {
      const deep = pick(random, [20, 70, 5000]);
      return `${'['.repeat(deep)}${']'.repeat(deep)}`;
    }
    case 3: {
      const deep = pick(random, [20, 70, 3000]);
      return `${'{"a":'.repeat(deep)}${text}${'}'.repeat(deep)}`;
    }
    case 4:
      return `${text}${pick(random, ['}', ',', '\u0000', text, '//'])}`;
    case 5:
      return pick(random, [
        '',
        'null',
        '[]',
        '{',
        '"text"',
        '1',
        'NaN',
        '\ufeff{}',
        "{'a':1}",
        '{"__proto__":{"x":1}}',
      ]);
    case 6:
      return text.replace(/:(\d+)/, pick(random, [':NaN', ':1e999', ':0123', ':-', ':1'.padEnd(400, '0')]));
    case 7:
      return `{"x":"${'y'.repeat(pick(random, [10_000, 200_000, 300_000]))}"}`;
    default:
      return text;
  }
}

/** Results of a run of generated requests. */
export interface Tally {
  surface: string;
  sent: number;
  server_errors: number;
  off_contract: number;
  hangs: number;
  credits_expected: number;
  credits_found: number;
  slowest_ms: number;
  /** The first failures, each with its request. */
  faults: string[];
}

export function emptyTally(surface: string): Tally {
  const none = { sent: 0, server_errors: 0, off_contract: 0, hangs: 0 };
  return { surface, ...none, credits_expected: 0, credits_found: 0, slowest_ms: 0, faults: [] };
}
