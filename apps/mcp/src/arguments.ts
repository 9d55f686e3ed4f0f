import { isNumberText } from '@domesday/contract';
import type { ReadyTool } from './toolset.ts';

type Arguments = Record<string, unknown>;
interface Schema {
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}

type Fault = NonNullable<ReadyTool['validate']['errors']>[number];

export type Checked = { ok: true; values: Arguments } | { ok: false; issues: string[] };

/** Coerces the arguments to the tool's schema and checks them. Each issue is a sentence that names the argument. */
export function checkArguments({ tool, validate }: ReadyTool, given: Arguments): Checked {
  const values = loosen(tool.inputSchema as Schema, given) as Arguments;
  if (validate(values)) return { ok: true, values };
  const { properties } = tool.inputSchema as Schema;
  const issues = [...new Set((validate.errors ?? []).map((error) => issueOf(error, properties ?? {})))];
  return { ok: false, issues };
}

/**
 * Corrects what models commonly send: null for an omitted argument, an object or list as JSON text, a list as text
 * with commas, "£300,000" for a price, "yes" for true. What cannot be corrected stays, for the check to name.
 */
function loosen(schema: Schema, value: unknown, name = ''): unknown {
  if (accepts(schema, 'object')) {
    const object = typeof value === 'string' ? parsed(value, '{') : value;
    if (typeof object !== 'object' || object === null || Array.isArray(object)) return value;
    const kept = Object.create(null) as Arguments;
    for (const [name, inner] of Object.entries(object)) {
      const known = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties![name]! : {};
      if (inner === null && !accepts(known, 'null')) continue;
      kept[name] = loosen(known, inner, name);
    }
    return kept;
  }
  if (accepts(schema, 'array')) {
    const list = typeof value === 'string' ? listOf(value, schema.items ?? {}) : value;
    return Array.isArray(list) ? list.map((item) => loosen(schema.items ?? {}, item, name)) : list;
  }
  const is_number = accepts(schema, 'number') || accepts(schema, 'integer');
  // The check would take false for 0 and true for 1.
  if (typeof value === 'boolean' && is_number) return NO_NUMBER;
  if (typeof value !== 'string') return value;
  if (accepts(schema, 'boolean')) return BOOLEANS.get(value.trim().toLowerCase()) ?? value;
  return is_number ? numberIn(value, name) : value;
}

/** A text that the check takes for no number. It would take blanks for 0 and `0x2` for 2. */
const NO_NUMBER = '';

const BOOLEANS = new Map([
  ['yes', true],
  ['y', true],
  ['on', true],
  ['no', false],
  ['n', false],
  ['off', false],
]);

/** What a unit multiplies a number by, for the arguments whose names end so; "m" is a million of pounds and a metre. */
const UNITS: [ending: string, units: Map<string, number>][] = [
  ['_price', new Map(Object.entries({ k: 1e3, m: 1e6, million: 1e6, pcm: 1 }))],
  ['_m', new Map(Object.entries({ m: 1, metres: 1, km: 1e3 }))],
  ['_pct', new Map([['%', 1]])],
  ['_sqm', new Map(['sqm', 'm2', 'm²'].map((unit) => [unit, 1]))],
];

/** "£300,000", "300k" and "£1.5m" as a price, "5 %" as a percentage, "500 m" as metres. A unit of another kind stays. */
function numberIn(text: string, name: string): unknown {
  const found = /^(£?)\s*(-?\d+|-?\d{1,3}(?:,\d{3})+)(\.\d+)?\s*([^\d\s]*2?)$/.exec(text.trim());
  if (!found) return isNumberText(text) ? text : NO_NUMBER;
  const [, pounds, whole, fraction = '', unit = ''] = found;
  if (pounds && !name.endsWith('_price')) return NO_NUMBER;
  const units = UNITS.find(([ending]) => name.endsWith(ending))?.[1];
  const times = unit === '' ? 1 : units?.get(unit.toLowerCase());
  return times === undefined ? NO_NUMBER : multiplied(whole!.replaceAll(',', '') + fraction, times);
}

/** 0.1 k is 100, without the last digits of binary fractions. */
function multiplied(number: string, times: number): number {
  return Number((Number(number) * times).toPrecision(12));
}

function accepts(schema: Schema, type: string): boolean {
  return Array.isArray(schema.type) ? schema.type.includes(type) : schema.type === type;
}

function listOf(text: string, items: Schema): unknown {
  const list = parsed(text, '[');
  if (Array.isArray(list)) return list;
  if (accepts(items, 'object') || accepts(items, 'array')) return text;
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

function parsed(text: string, opening: '{' | '['): unknown {
  if (!text.trimStart().startsWith(opening)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const A_POLYGON =
  'a GeoJSON object, such as {"type":"Polygon","coordinates":[[[lng,lat],[lng,lat],[lng,lat],[lng,lat]]]} with the first point again at the end';

function issueOf(error: Fault, properties: Record<string, Schema>): string {
  const allowed = Object.keys(properties);
  const at = error.instancePath.slice(1).replaceAll('/', '.');
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
      return `The argument "${join(at, params.missingProperty)}" is missing.`;
    case 'additionalProperties':
      return at
        ? `"${join(at, params.additionalProperty)}" is not known.`
        : `There is no argument "${short(params.additionalProperty)}"; ${allowed.length ? `there are ${allowed.join(', ')}` : 'this tool takes none'}.`;
    case 'enum':
      return `The argument "${at}" must be one of ${(params.allowedValues as unknown[]).join(', ')}.`;
    case 'const':
      return `The argument "${at}" must be ${JSON.stringify(params.allowedValue)}.`;
    case 'type':
      return `The argument "${at}" must be ${at === 'polygon' ? A_POLYGON : `of type ${String(params.type).replaceAll(',', ' or ')}`}.`;
    case 'minItems':
      return `The argument "${at}" must hold at least ${params.limit} ${params.limit === 1 ? 'value' : 'values'}.`;
    case 'pattern':
      return at === 'uprn'
        ? 'The argument "uprn" must be 1 to 12 digits; svc_match_address finds the UPRN of an address with its postcode.'
        : `The argument "${at}" must be of this form: ${properties[at]?.description}.`;
    default:
      return `The argument "${at}" ${error.message ?? 'is not valid'}.`;
  }
}

/** Names the longest argument of a call that is longer than the REST layer reads. */
export function tooLong(values: Arguments): string {
  const lengths = Object.entries(values).map(([name, value]) => [name, characters(value)] as const);
  const [name, length] = lengths.reduce((longest, one) => (one[1] > longest[1] ? one : longest));
  return `The argument "${name}" is too long, ${length.toLocaleString('en-GB')} characters: all arguments together may have about 15,000.`;
}

function characters(value: unknown): number {
  return typeof value === 'string' ? value.length : JSON.stringify(value).length;
}

function join(at: string, name: unknown): string {
  return at ? `${at}.${short(name)}` : short(name);
}

function short(name: unknown): string {
  // Some clients end a line of the event stream at Unicode line separators.
  return String(name)
    .slice(0, 60)
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
}
