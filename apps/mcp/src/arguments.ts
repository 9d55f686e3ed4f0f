import type { ErrorObject } from 'ajv';
import type { ReadyTool } from './toolset.ts';

type Arguments = Record<string, unknown>;
interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

export type Checked = { ok: true; values: Arguments } | { ok: false; issues: string[] };

/** Coerces the arguments to the tool's schema and checks them. Each issue is a sentence that names the argument. */
export function checkArguments({ tool, validate }: ReadyTool, given: Arguments): Checked {
  const values = loosen(tool.inputSchema as Schema, given) as Arguments;
  if (validate(values)) return { ok: true, values };
  const allowed = Object.keys(tool.inputSchema.properties ?? {});
  const issues = [...new Set((validate.errors ?? []).map((error) => issueOf(error, allowed)))];
  return { ok: false, issues };
}

/**
 * Puts right what models commonly send: null for an argument left out, an object or list as JSON text, a list
 * as text with commas. What does not fit stays as it is, for the check to name.
 */
function loosen(schema: Schema, value: unknown): unknown {
  if (accepts(schema, 'object')) {
    const object = typeof value === 'string' ? parsed(value, '{') : value;
    if (typeof object !== 'object' || object === null || Array.isArray(object)) return value;
    const kept = Object.create(null) as Arguments;
    for (const [name, inner] of Object.entries(object)) {
      const known = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties![name]! : {};
      if (inner === null && !accepts(known, 'null')) continue;
      kept[name] = loosen(known, inner);
    }
    return kept;
  }
  if (accepts(schema, 'array')) {
    const list = typeof value === 'string' ? listOf(value, schema.items ?? {}) : value;
    return Array.isArray(list) ? list.map((item) => loosen(schema.items ?? {}, item)) : list;
  }
  return value;
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

function issueOf(error: ErrorObject, allowed: string[]): string {
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
      return `The argument "${at}" must be of type ${String(params.type).replaceAll(',', ' or ')}.`;
    case 'pattern':
      return `The argument "${at}" must match ${String(params.pattern)}.`;
    case 'format':
      return `The argument "${at}" must be a ${String(params.format)}.`;
    default:
      return `The argument "${at}" ${error.message ?? 'is not valid'}.`;
  }
}

function join(at: string, name: unknown): string {
  return at ? `${at}.${short(name)}` : short(name);
}

function short(name: unknown): string {
  // Some clients break a line of the event stream at separators that are none of its own.
  return String(name)
    .slice(0, 60)
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
}
