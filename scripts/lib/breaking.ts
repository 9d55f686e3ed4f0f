import { isDeepStrictEqual } from 'node:util';
import { answerSchema } from './answer-forms.ts';
import {
  type Contract,
  type Endpoint,
  everyEndpoint,
  type Operation,
  type Parameter,
  parametersOf,
  type Schema,
} from './contract.ts';
import { plainSchema } from './plain-schema.ts';

/**
 * Changes that break a client of the old contract: a path, method, tool, answer, header or answer field that was
 * removed, an input that became required or narrower or has another default, an answer of a new type, a higher price.
 */
export function breakingChanges(before: Contract, after: Contract): string[] {
  const next = new Map(everyEndpoint(after).map((e) => [nameOf(e), e.operation]));
  const { input, output } = comparing(before, after);
  const parametersIn = (contract: Contract, operation: Operation) =>
    new Map(parametersOf(contract, operation).map((p) => [`${p.in} ${p.name}`, p]));
  return everyEndpoint(before).flatMap((endpoint) => {
    const name = nameOf(endpoint);
    const { operation } = endpoint;
    const now = next.get(name);
    if (!now) return [`${name} is gone`];
    const changes: string[] = [];
    if (now.operationId !== operation.operationId) changes.push(`${name} has another operationId`);
    // An operation that is not a tool has no name here.
    if (now['x-mcp']?.name !== operation['x-mcp']?.name) changes.push(`${name} has another tool name`);
    changes.push(...dearer(operation, now, name), ...fewerPlaces(operation, now, name));
    const [was, is] = [parametersIn(before, operation), parametersIn(after, now)];
    for (const [key, p] of was) {
      const still = is.get(key);
      if (!still) changes.push(`${name} no longer takes ${key}`);
      else changes.push(...input(schemaOf(p), schemaOf(still), `${name} ${key}`));
    }
    for (const [key, p] of is)
      if (p.required && !was.get(key)?.required) changes.push(`${name} now requires ${key}`);
    if (now.requestBody?.required && !operation.requestBody?.required)
      changes.push(`${name} now requires a body`);
    const bodies = now.requestBody?.content ?? {};
    for (const [media, { schema }] of Object.entries(operation.requestBody?.content ?? {})) {
      if (!bodies[media]) changes.push(`${name} no longer takes a body as ${media}`);
      changes.push(...input(schema, bodies[media]?.schema, `${name} body${asMedia(media)}`));
    }
    return [...changes, ...answersOf(operation, now, name, output)];
  });
}

const nameOf = ({ method, path }: Endpoint): string => `${method.toUpperCase()} ${path}`;

/** Names the type of a body that is not JSON. */
const asMedia = (media: string): string => (media === 'application/json' ? '' : ` as ${media}`);

function schemaOf({ schema, content }: Parameter): Schema | undefined {
  return schema ?? content?.['application/json']?.schema;
}

function dearer(was: Operation, now: Operation, name: string): string[] {
  const [per, per_now] = [was['x-credits-per'], now['x-credits-per']];
  return [
    ...(now['x-credits'] > was['x-credits'] ? [`${name} costs more`] : []),
    ...(per && (per_now?.parameter !== per.parameter || per_now.each > per.each)
      ? [`${name} costs more for each of ${per.parameter}`]
      : []),
  ];
}

/** Alternatives that were removed from inputs that exclude each other, such as the kinds of location. */
function fewerPlaces(was: Operation, now: Operation, name: string): string[] {
  const groups = (operation: Operation) => operation['x-exactly-one'] ?? operation['x-at-most-one'] ?? [];
  const lost = groups(was).filter((one) => !groups(now).some((other) => isDeepStrictEqual(one, other)));
  const demanded = now['x-exactly-one'] && !was['x-exactly-one'];
  const first = groups(now).length > 0 && groups(was).length === 0;
  return [
    ...(demanded || first ? [`${name} now excludes inputs beside each other, or requires one`] : []),
    ...(groups(now).length > 0 ? lost : []).map((one) => `${name} no longer takes ${one.join(' with ')}`),
  ];
}

const DEEPEST = 12;
/** Keywords that bound a value, with the sign of the change that makes them narrower. */
const BOUNDS = [
  ['minimum', 1],
  ['exclusiveMinimum', 1],
  ['minLength', 1],
  ['minItems', 1],
  ['maximum', -1],
  ['exclusiveMaximum', -1],
  ['maxLength', -1],
  ['maxItems', -1],
] as const;
/** Keywords whose new value may refuse inputs that the old value accepted. */
const RULES = ['pattern', 'format', 'multipleOf', 'uniqueItems'] as const;

type Compare = (was: Schema | undefined, is: Schema | undefined, at: string, depth?: number) => string[];

/**
 * Compares schemas of two contracts: finds where an input became narrower, or an answer less certain. `at` names the
 * place.
 */
function comparing(before: Contract, after: Contract): { input: Compare; output: Compare } {
  const input: Compare = (was, is, at, depth = 0) => {
    if (!was || !is || depth > DEEPEST) return [];
    const [old, now] = [plainSchema(before, was), plainSchema(after, is)];
    const changes: string[] = [];
    for (const type of typesOf(old))
      if (typesOf(now).length && !includes(typesOf(now), type))
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
    for (const rule of RULES)
      if (now[rule] && now[rule] !== old[rule]) changes.push(`${at} has another ${rule}`);
    if (old.default !== undefined && !isDeepStrictEqual(now.default, old.default))
      changes.push(`${at} has another default`);
    if (now.additionalProperties === false && old.additionalProperties !== false)
      changes.push(`${at} no longer takes members without a name here`);
    for (const [name, property] of Object.entries(old.properties ?? {})) {
      const still = now.properties?.[name];
      if (still) changes.push(...input(property, still, `${at}.${name}`, depth + 1));
      else changes.push(`${at} no longer takes ${name}`);
    }
    return [...changes, ...input(old.items, now.items, `${at}[]`, depth + 1)];
  };

  const output: Compare = (was, is, at, depth = 0) => {
    if (!was || !is || depth > DEEPEST) return [];
    const [old, now] = [plainSchema(before, was), plainSchema(after, is)];
    const changes: string[] = [];
    for (const type of typesOf(now))
      if (typesOf(old).length && !includes(typesOf(old), type)) changes.push(`${at} may now be ${type}`);
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

/** Breaking changes in the 2xx answers of an operation: their statuses, forms and headers. */
function answersOf(was: Operation, now: Operation, name: string, output: Compare): string[] {
  const good = ({ responses }: Operation) =>
    Object.entries(responses).filter(([status]) => /^2/.test(status));
  const unheard = good(now).filter(([status]) => !was.responses[status]);
  return [
    ...unheard.map(([status]) => `${name} may now answer ${status}`),
    ...good(was).flatMap(([status, response]) => {
      const still = now.responses[status];
      if (!still) return [`${name} no longer answers ${status}`];
      const at = `${name} answer${status === '200' ? '' : ` ${status}`}`;
      const headers = Object.keys(response.headers ?? {}).filter((header) => !still.headers?.[header]);
      const bodies = Object.entries(response.content ?? {}).flatMap(([media, { schema }]) => {
        const body = still.content?.[media];
        if (!body) return [`${name} no longer answers ${media}`];
        return output(answerSchema(schema), answerSchema(body.schema), `${at}${asMedia(media)}`);
      });
      return [...headers.map((header) => `${name} no longer sends ${header}`), ...bodies];
    }),
  ];
}

function includes(types: string[], type: string): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function typesOf(schema: Schema): string[] {
  return schema.type === undefined ? [] : [schema.type].flat();
}

function requiredIn({ required }: Schema): string[] {
  return Array.isArray(required) ? required : [];
}
