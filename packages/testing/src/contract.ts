import { type OperationEntry, operationTable } from '@domesday/contract';
import document from '@domesday/contract/openapi.json' with { type: 'json' };
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (target: unknown) => void)(ajv);
ajv.addSchema(document, 'contract');
const compiled = new Map<string, ValidateFunction>();

interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query';
  example?: unknown;
  content?: object;
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  'x-example'?: Record<string, unknown>;
}

/** One sentence for each way in which a JSON answer departs from the contract; none when it keeps it. */
export function departures(entry: OperationEntry, status: number, body: unknown): string[] {
  const answer = `/paths/${entry.path.replaceAll('/', '~1')}/${entry.method}/responses/${status}`;
  const schema = status < 300 ? `${answer}/content/application~1json/schema` : '/components/schemas/Error';
  if (find(answer) === undefined && ![405, 413, 415].includes(status))
    return [`${entry.id} does not promise a ${status}`];
  const validate = compiled.get(schema) ?? ajv.compile({ $ref: `contract#${encodeURI(schema)}` });
  compiled.set(schema, validate);
  return validate(body)
    ? []
    : (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`);
}

/** The worked example of an operation as a call: path with query, and body. */
export function exampleCall(entry: OperationEntry): { path: string; body?: unknown } {
  const operation = find(`/paths/${entry.path.replaceAll('/', '~1')}/${entry.method}`) as Operation;
  const values = new Map<string, unknown>();
  const parameters = (operation.parameters ?? []).map((p) =>
    p.$ref ? (find(p.$ref.slice(1)) as Parameter) : p,
  );
  for (const p of parameters) if (p.example !== undefined) values.set(p.name, p.example);
  const bodyExample = operation.requestBody?.content['application/json']?.example;
  const whole = operation['x-example'] ?? {};
  for (const [name, value] of Object.entries(whole)) values.set(name, value);
  const search = new URLSearchParams();
  let path = entry.path;
  for (const p of parameters) {
    const value = values.get(p.name);
    if (value === undefined) continue;
    const text = p.content ? JSON.stringify(value) : Array.isArray(value) ? value.join(',') : String(value);
    if (p.in === 'path') path = path.replace(`{${p.name}}`, encodeURIComponent(text));
    else search.set(p.name, text);
  }
  const query = search.size ? `?${search}` : '';
  const body = operation.requestBody ? (bodyExample ?? whole) : undefined;
  return body === undefined ? { path: path + query } : { path: path + query, body };
}

export { operationTable };

function find(pointer: string): unknown {
  let node: unknown = document;
  for (const part of pointer.split('/').slice(1)) {
    node = (node as Record<string, unknown> | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return node;
}
