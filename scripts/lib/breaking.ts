import { type Contract, endpoints, type Schema } from './contract.ts';
import { resolved } from './lint.ts';
import { answerSchema } from './quotes.ts';

/**
 * Changes that break a client of the old contract: a path, method, tool or answer field that was removed, an input
 * that became required or narrower, a new answer value, a higher price.
 */
export function breakingChanges(before: Contract, after: Contract): string[] {
  const changes: string[] = [];
  const next = new Map(endpoints(after).map((e) => [`${e.method.toUpperCase()} ${e.path}`, e.operation]));
  for (const { method, path, operation } of endpoints(before)) {
    const name = `${method.toUpperCase()} ${path}`;
    const now = next.get(name);
    if (!now) {
      changes.push(`${name} is gone`);
      continue;
    }
    if (now.operationId !== operation.operationId) changes.push(`${name} has another operationId`);
    if (now['x-mcp'].name !== operation['x-mcp'].name) changes.push(`${name} has another tool name`);
    if (now['x-credits'] > operation['x-credits']) changes.push(`${name} costs more`);
    const was = new Map(resolved(before, operation.parameters ?? []).map((p) => [`${p.in} ${p.name}`, p]));
    const is = new Map(resolved(after, now.parameters ?? []).map((p) => [`${p.in} ${p.name}`, p]));
    for (const [key, p] of was) {
      const still = is.get(key);
      if (!still) changes.push(`${name} no longer takes ${key}`);
      else if (p.schema && still.schema)
        compareInput(before, after, p.schema, still.schema, `${name} ${key}`, changes, 0);
    }
    for (const [key, p] of is)
      if (p.required && !was.get(key)?.required) changes.push(`${name} now requires ${key}`);
    const [bodyWas, bodyIs] = [operation, now].map((o) => o.requestBody?.content['application/json']?.schema);
    if (bodyWas && bodyIs) compareInput(before, after, bodyWas, bodyIs, `${name} body`, changes, 0);
    const [answerWas, answerIs] = [operation, now].map(
      (o) => o.responses['200']?.content?.['application/json']?.schema,
    );
    if (answerWas && answerIs)
      compareOutput(
        before,
        after,
        answerSchema(answerWas),
        answerSchema(answerIs),
        `${name} answer`,
        changes,
        0,
      );
  }
  return changes;
}

const DEEPEST = 12;

function compareInput(
  b: Contract,
  a: Contract,
  was: Schema,
  is: Schema,
  at: string,
  changes: string[],
  depth: number,
): void {
  const [old, now] = [deref(b, was), deref(a, is)];
  if (depth > DEEPEST) return;
  for (const type of types(old))
    if (types(now).length && !types(now).includes(type)) changes.push(`${at} no longer accepts ${type}`);
  for (const value of old.enum ?? [])
    if (now.enum && !now.enum.includes(value)) changes.push(`${at} no longer accepts ${String(value)}`);
  for (const name of (now.required as string[] | undefined) ?? []) {
    if (!((old.required as string[] | undefined) ?? []).includes(name))
      changes.push(`${at} now requires ${name}`);
  }
  for (const [limit, narrower] of [
    ['minimum', 1],
    ['minLength', 1],
    ['maximum', -1],
    ['maxLength', -1],
  ] as const) {
    const [from, to] = [old[limit], now[limit]] as (number | undefined)[];
    if (to !== undefined && (from === undefined || (to - from) * narrower > 0))
      changes.push(`${at} has a narrower ${limit}`);
  }
  for (const [name, property] of Object.entries(old.properties ?? {})) {
    const still = now.properties?.[name];
    if (still) compareInput(b, a, property, still, `${at}.${name}`, changes, depth + 1);
    else changes.push(`${at} no longer takes ${name}`);
  }
}

function compareOutput(
  b: Contract,
  a: Contract,
  was: Schema,
  is: Schema,
  at: string,
  changes: string[],
  depth: number,
): void {
  const [old, now] = [deref(b, was), deref(a, is)];
  if (depth > DEEPEST) return;
  for (const type of types(now))
    if (types(old).length && !types(old).includes(type)) changes.push(`${at} may now be ${type}`);
  for (const name of (old.required as string[] | undefined) ?? []) {
    if (!((now.required as string[] | undefined) ?? []).includes(name))
      changes.push(`${at} no longer promises ${name}`);
  }
  for (const [name, property] of Object.entries(old.properties ?? {})) {
    const still = now.properties?.[name];
    if (still) compareOutput(b, a, property, still, `${at}.${name}`, changes, depth + 1);
    else changes.push(`${at} no longer holds ${name}`);
  }
  if (old.items && now.items) compareOutput(b, a, old.items, now.items, `${at}[]`, changes, depth + 1);
}

function types(schema: Schema): string[] {
  return schema.type === undefined ? [] : [schema.type].flat();
}

function deref(contract: Contract, schema: Schema): Schema {
  let node = schema;
  while (node.$ref) {
    node = node.$ref
      .slice(2)
      .split('/')
      .reduce<unknown>((n, key) => (n as Record<string, unknown>)[key], contract) as Schema;
  }
  return node;
}
