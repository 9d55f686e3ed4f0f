import type { InputOfReference, OperationOfReference } from '../../build/reference.ts';

/** The values of a form, as text; empty ones are not sent. */
export type Values = Record<string, string>;

export interface Call {
  path: string;
  query: [name: string, text: string][];
  body: Record<string, unknown> | null;
}

/** The initial values of a form: the contract's example, which works unchanged, and nothing else. */
export function examples(operation: OperationOfReference): Values {
  const values: Values = {};
  for (const { name, example, kind } of operation.inputs) {
    if (example === null || example === undefined) continue;
    if (kind === 'json') values[name] = JSON.stringify(example, null, 1);
    else values[name] = Array.isArray(example) ? example.join(',') : String(example);
  }
  return values;
}

/** An input that cannot be sent as it is. */
export class WrongInput extends Error {
  readonly field: string;

  constructor({ name }: InputOfReference, issue: string) {
    super(`${name} ${issue}.`);
    this.field = name;
  }
}

/** The request that a form would send. Throws a `WrongInput` if one lacks or has the wrong type. */
export function callOf(operation: OperationOfReference, values: Values): Call {
  const call: Call = { path: operation.path, query: [], body: operation.method === 'POST' ? {} : null };
  for (const input of operation.inputs) {
    const text = (values[input.name] ?? '').trim();
    if (text === '') {
      if (input.required) throw new WrongInput(input, 'is needed');
      continue;
    }
    if (input.in === 'path') call.path = call.path.replace(`{${input.name}}`, encodeURIComponent(text));
    else if (input.in === 'query') call.query.push([input.name, inQuery(input, text)]);
    else call.body![input.name] = typed(input, text);
  }
  return call;
}

/** The most credits that the call can cost a live key; a quote is free. */
export function mostCredits({ credits, credits_per }: OperationOfReference, call: Call): number {
  const given = new Map(call.query);
  if (String(given.get('quote') ?? call.body?.quote) === 'true') return 0;
  const parts = credits_per && given.get(credits_per.parameter)?.split(',').length;
  return parts ? Math.min(credits, parts * credits_per.each) : credits;
}

export function searchOf(call: Call): string {
  return call.query.length ? `?${new URLSearchParams(call.query)}` : '';
}

function typed(input: InputOfReference, text: string): unknown {
  if (input.kind === 'json') return json(input, text);
  // Other texts are sent unchanged, so that the API refuses them: NaN would become null in JSON, which means not given.
  if (input.kind === 'number') return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : text;
  if (input.kind === 'boolean') return text === 'true';
  if (input.kind === 'choices') return chosen(text);
  return text;
}

function json(input: InputOfReference, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WrongInput(input, 'is not JSON');
  }
}

const chosen = (text: string): string[] => text.split(',').map((choice) => choice.trim());

function inQuery(input: InputOfReference, text: string): string {
  if (input.kind === 'json') return JSON.stringify(json(input, text));
  return input.kind === 'choices' ? chosen(text).join(',') : text;
}

export const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The call in a programming language, to paste and run with the key in DOMESDAY_KEY. */
export function snippet(
  language: Language,
  operation: OperationOfReference,
  call: Call,
  base: string,
): string {
  if (language === 'curl') return curl(operation, call, base);
  if (language === 'Python') return python(operation, call, base);
  // The client has such methods only for operations that are also tools, and they do not take `meta`.
  const lacks = !operation.tool || call.query.some(([name]) => name === 'meta');
  return lacks ? fetched(operation, call, base) : typescript(operation, call, base);
}

function curl(operation: OperationOfReference, call: Call, base: string): string {
  const lines = [
    `curl${operation.method === 'DELETE' ? ' -X DELETE' : ''} -H "Authorization: Bearer $DOMESDAY_KEY"`,
  ];
  if (call.body) {
    lines.push(`  -H "Content-Type: application/json"`);
    lines.push(`  -d '${JSON.stringify(call.body).replaceAll("'", `'\\''`)}'`);
  }
  const file = fileOf(operation, call);
  if (file) lines.push(`  --fail -o ${file}`);
  lines.push(`  "${base}${call.path}${searchOf(call)}"`);
  return lines.join(' \\\n');
}

/**
 * The client is not in a registry: installing its name from one could install a stranger's package, which would get the
 * key.
 */
const UNREGISTERED = '// Not in a registry: see packages/sdk/README.md';

function typescript(operation: OperationOfReference, call: Call, base: string): string {
  const [domain, action] = operation.id.split('.') as [string, string];
  const method = action.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const given: Record<string, unknown> = {};
  for (const input of operation.inputs) {
    const text = input.in === 'path' ? pathValue(operation, call, input.name) : queryValue(call, input);
    if (text !== undefined) given[input.name] = text;
  }
  const args = JSON.stringify({ ...given, ...call.body }, null, 2).replace(/"([a-z_]\w*)":/g, '$1:');
  const file = fileOf(operation, call);
  const imported = file ? "import { writeFileSync } from 'node:fs';\n" : '';
  const last = file ? `writeFileSync('${file}', Buffer.from(answer));` : 'console.log(answer);';
  return `${UNREGISTERED}
${imported}import { createClient } from '@domesday/sdk';

const client = createClient({
  apiKey: process.env.DOMESDAY_KEY!,
  baseUrl: '${base}',
});
const answer = await client.${domain}.${method}(${args === '{}' ? '' : args});
${last}`;
}

function fetched(operation: OperationOfReference, call: Call, base: string): string {
  const file = fileOf(operation, call);
  const type = call.body ? `, 'Content-Type': 'application/json'` : '';
  const lines = [
    `const answer = await fetch(${JSON.stringify(`${base}${call.path}${searchOf(call)}`)}, {`,
    `  method: '${operation.method}',`,
    `  headers: { Authorization: \`Bearer \${process.env.DOMESDAY_KEY}\`${type} },`,
  ];
  if (call.body) lines.push(`  body: JSON.stringify(${JSON.stringify(call.body)}),`);
  const last = file
    ? [
        `if (answer.ok) writeFileSync('${file}', Buffer.from(await answer.arrayBuffer()));`,
        'console.log(answer.status);',
      ]
    : ['console.log(answer.status, await answer.text());'];
  return [...(file ? ["import { writeFileSync } from 'node:fs';", ''] : []), ...lines, '});', ...last].join(
    '\n',
  );
}

function pathValue(operation: OperationOfReference, call: Call, name: string): string | undefined {
  const at = operation.path.split('/').indexOf(`{${name}}`);
  return at === -1 ? undefined : decodeURIComponent(call.path.split('/')[at] ?? '');
}

function queryValue(call: Call, input: InputOfReference): unknown {
  const text = call.query.find(([name]) => name === input.name)?.[1];
  return text === undefined ? undefined : typed(input, text);
}

function python(operation: OperationOfReference, call: Call, base: string): string {
  const lines = [
    'import os',
    'import requests',
    '',
    `answer = requests.${operation.method.toLowerCase()}(`,
    `    "${base}${call.path}",`,
  ];
  if (call.query.length) {
    lines.push('    params={');
    for (const [name, text] of call.query)
      lines.push(`        ${JSON.stringify(name)}: ${JSON.stringify(text)},`);
    lines.push('    },');
  }
  if (call.body) lines.push(`    json=${pythonValue(call.body, '    ')},`);
  lines.push(
    '    headers={"Authorization": f"Bearer {os.environ[\'DOMESDAY_KEY\']}"},',
    '    timeout=60,',
    ')',
    'answer.raise_for_status()',
    printed(operation, call),
  );
  return lines.join('\n');
}

const formOf = ({ query, body }: Call): string | undefined =>
  new Map(query).get('format') ?? (body?.format === undefined ? undefined : String(body.format));

/** The name of the output file for an answer that is not text; null for text. */
function fileOf({ id }: OperationOfReference, call: Call): string | null {
  if (formOf(call) === 'parquet') return 'answer.parquet';
  return id === 'tiles.get' ? 'answer.mvt' : null;
}

/** The code that prints the answer in the requested form. */
function printed(operation: OperationOfReference, call: Call): string {
  const file = fileOf(operation, call);
  if (file) return `open('${file}', 'wb').write(answer.content)`;
  const form = formOf(call) ?? (operation.tool ? 'json' : 'text');
  return form === 'json' || form === 'geojson' ? 'print(answer.json())' : 'print(answer.text)';
}

function pythonValue(value: unknown, indent: string): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const parts = Array.isArray(value)
    ? value.map((part) => pythonValue(part, inner))
    : Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}: ${pythonValue(part, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return parts.length
    ? `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`
    : `${open}${close}`;
}
