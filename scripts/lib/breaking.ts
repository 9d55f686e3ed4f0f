import { isDeepStrictEqual } from 'node:util';
import { answerSchema } from './answer-forms.ts';
import {
  type Contract,
  endpoints,
  type Operation,
  type Parameter,
  parametersOf,
  referred,
  type Schema,
} from './contract.ts';

/**
 * Changes that break a client of the old contract: a path, method, tool or answer field that was removed, an input
 * that became required or narrower or has another default, an answer of a new type, a higher price.
 */
export function breakingChanges(before: Contract, after: Contract): string[] {
  const next = new Map(endpoints(after).map((e) => [`${e.method.toUpperCase()} ${e.path}`, e.operation]));
  const { input, output } = comparing(before, after);
  const parametersIn = (contract: Contract, operation: Operation) =>
    new Map(parametersOf(contract, operation).map((p) => [`${p.in} ${p.name}`, p]));
  return endpoints(before).flatMap(({ method, path, operation }) => {
    const name = `${method.toUpperCase()} ${path}`;
    const now = next.get(name);
    if (!now) return [`${name} is gone`];
    const changes: string[] = [];
    if (now.operationId !== operation.operationId) changes.push(`${name} has another operationId`);
    if (now['x-mcp'].name !== operation['x-mcp'].name) changes.push(`${name} has another tool name`);
    if (now['x-credits'] > operation['x-credits']) changes.push(`${name} costs more`);
    const [was, is] = [parametersIn(before, operation), parametersIn(after, now)];
    for (const [key, p] of was) {
      const still = is.get(key);
      if (!still) changes.push(`${name} no longer takes ${key}`);
      else changes.push(...input(schemaOf(p), schemaOf(still), `${name} ${key}`));
    }
    for (const [key, p] of is)
      if (p.required && !was.get(key)?.required) changes.push(`${name} now requires ${key}`);
    changes.push(...input(bodyOf(operation), bodyOf(now), `${name} body`));
    changes.push(...output(answerOf(operation), answerOf(now), `${name} answer`));
    return changes;
  });
}

function schemaOf({ schema, content }: Parameter): Schema | undefined {
  return schema ?? content?.['application/json']?.schema;
}

function bodyOf({ requestBody }: Operation): Schema | undefined {
  return requestBody?.content['application/json']?.schema;
}

function answerOf({ responses }: Operation): Schema | undefined {
  const schema = responses['200']?.content?.['application/json']?.schema;
  return schema && answerSchema(schema);
}

const DEEPEST = 12;
/** Keywords that bound a value, with the sign of the change that makes them narrower. */
const BOUNDS = [
  ['minimum', 1],
  ['minLength', 1],
  ['minItems', 1],
  ['maximum', -1],
  ['maxLength', -1],
  ['maxItems', -1],
] as const;

/**
 * What became narrower in an input, or less sure in an answer, between the schemas of two contracts. `at` names the
 * place.
 */
function comparing(before: Contract, after: Contract) {
  type Compare = (was: Schema | undefined, is: Schema | undefined, at: string, depth?: number) => string[];

  const input: Compare = (was, is, at, depth = 0) => {
    if (!was || !is || depth > DEEPEST) return [];
    const [old, now] = [referred(before, was), referred(after, is)];
    const changes: string[] = [];
    for (const type of typesOf(old))
      if (typesOf(now).length && !typesOf(now).includes(type))
        changes.push(`${at} no longer accepts ${type}`);
    if (now.enum && !old.enum) changes.push(`${at} is limited to some values`);
    for (const value of old.enum ?? [])
      if (now.enum && !now.enum.includes(value)) changes.push(`${at} no longer accepts ${String(value)}`);
    for (const name of requiredIn(now))
      if (!requiredIn(old).includes(name)) changes.push(`${at} now requires ${name}`);
    for (const [bound, narrower] of BOUNDS) {
      const [from, to] = [old[bound], now[bound]] as (number | undefined)[];
      if (to !== undefined && (from === undefined || (to - from) * narrower > 0))
        changes.push(`${at} has a narrower ${bound}`);
    }
    if (old.default !== undefined && !isDeepStrictEqual(now.default, old.default))
      changes.push(`${at} has another default`);
    for (const [name, property] of Object.entries(old.properties ?? {})) {
      const still = now.properties?.[name];
      if (still) changes.push(...input(property, still, `${at}.${name}`, depth + 1));
      else changes.push(`${at} no longer takes ${name}`);
    }
    return [...changes, ...input(old.items, now.items, `${at}[]`, depth + 1)];
  };

  const output: Compare = (was, is, at, depth = 0) => {
    if (!was || !is || depth > DEEPEST) return [];
    const [old, now] = [referred(before, was), referred(after, is)];
    const changes: string[] = [];
    for (const type of typesOf(now))
      if (typesOf(old).length && !typesOf(old).includes(type)) changes.push(`${at} may now be ${type}`);
    for (const name of requiredIn(old))
      if (!requiredIn(now).includes(name)) changes.push(`${at} no longer promises ${name}`);
    for (const [name, property] of Object.entries(old.properties ?? {})) {
      const still = now.properties?.[name];
      if (still) changes.push(...output(property, still, `${at}.${name}`, depth + 1));
      else changes.push(`${at} no longer holds ${name}`);
    }
    return [...changes, ...output(old.items, now.items, `${at}[]`, depth + 1)];
  };

  return { input, output };
}

function typesOf(schema: Schema): string[] {
  return schema.type === undefined ? [] : [schema.type].flat();
}

function requiredIn({ required }: Schema): string[] {
  return Array.isArray(required) ? required : [];
}
