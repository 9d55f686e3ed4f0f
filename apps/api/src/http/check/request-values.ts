import { beginningOf } from '@domesday/files/values';
import type { Request } from 'express';
import { plainGeometry } from '../../location/plain-geometry.ts';
import { ApiError, invalidParameter } from '../errors.ts';
import { documentIn, plainValue } from '../forms/plain-values.ts';
import { type JsonSchema, type Parameter, type RequestSchema, schemaAt } from './operation-schema.ts';

/** The deepest value of the contract, a polygon in a body, has five levels. */
const MOST_DEPTH = 32;
/** A polygon of 500 vertices has 1,500 values. Each value takes time to check, even in a body that is refused. */
const MOST_VALUES = 2000;

/** Reads a query string in the contract's form: each name once, the values of a list separated by commas. */
export function readQuery(
  search: URLSearchParams,
  { parameters, body }: RequestSchema,
): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, value] of search) {
    const parameter = parameters.find((p) => p.in === 'query' && p.name === name);
    // The checker would read a[b]=c as an object named a.
    if (!parameter)
      throw unknownParameter(
        name,
        Object.hasOwn(body?.properties ?? {}, name)
          ? BELONGS_IN_BODY
          : (bracketed(name, parameters) ?? notKnown(namesOf({ parameters, body }))),
      );
    if (name in values) throw repeated(name, parameter);
    values[name] = readValue(value, parameter);
  }
  // Browsers' forms send an empty list where nothing is chosen: it counts as not given. Where the contract sets
  // minItems it stays, to be refused: such a list sets the price, and without it the full price would be charged.
  for (const { name, schema } of parameters) {
    const value = values[name];
    if (Array.isArray(value) && value.length === 0 && !schema?.minItems) delete values[name];
  }
  return { ...values };
}

export function searchOf({ originalUrl }: Pick<Request, 'originalUrl'>): URLSearchParams {
  const from = originalUrl.indexOf('?');
  return new URLSearchParams(from === -1 ? '' : originalUrl.slice(from + 1));
}

function readValue(text: string, { name, schema, content }: Parameter): unknown {
  if (content && text.split(',', MOST_VALUES + 1).length > MOST_VALUES) throw tooManyValues(name);
  // The only documents in an address are polygons.
  if (content) return polygonText(text);
  if (schema?.type !== 'array') return plainValue(text, schema);
  const list = listOf(text);
  cutLists(list, schema);
  return list;
}

/**
 * A polygon in the one form that the contract has. Text that is not a polygon is returned as it is, for the check to
 * refuse.
 */
function polygonText(text: string): string {
  const document = documentIn(text);
  return document === undefined || isDeep(document) ? text : JSON.stringify(plainGeometry(document));
}

/** Cuts lists to one value more than the contract allows: the check still refuses them, but sooner. */
export function cutLists(value: unknown, schema: JsonSchema | undefined): void {
  if (typeof value !== 'object' || value === null || !schema) return;
  if (Array.isArray(value)) {
    if (schema.maxItems !== undefined && value.length > schema.maxItems) value.length = schema.maxItems + 1;
    for (const inner of value) cutLists(inner, schema.items);
  } else {
    for (const name of Object.keys(schema.properties ?? {}))
      if (Object.hasOwn(value, name)) cutLists(Reflect.get(value, name), schemaAt(schema, [name]));
  }
}

/** The values of a list in a query string. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** A value as text of a query string: a list with commas, an object as JSON. */
export function queryTextOf(value: unknown): string {
  return typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value);
}

interface Place {
  value: unknown;
  steps: string[];
}

/** Every value of a document with its path. Not recursive, since a body can be nested thousands of levels deep. */
function* placesIn(document: unknown): Generator<Place> {
  const open: Place[] = [{ value: document, steps: [] }];
  let count = 0;
  for (let place = open.pop(); place; place = open.pop()) {
    count++;
    yield place;
    const { value, steps } = place;
    if (typeof value !== 'object' || value === null) continue;
    if (steps.length >= MOST_DEPTH)
      throw malformed('is nested too deeply', steps.slice(0, 3).join('.') || null);
    const length = Array.isArray(value) ? value.length : Object.keys(value).length;
    if (count + open.length + length > MOST_VALUES) throw tooManyValues(null);
    for (const [name, inner] of Object.entries(value)) open.push({ value: inner, steps: [...steps, name] });
  }
}

/** Whether a value is nested deeper than any value of the contract. `JSON.stringify` fails on very deep values. */
export function isDeep(document: unknown): boolean {
  let level = [document];
  for (let depth = 0; depth <= MOST_DEPTH && level.length > 0; depth++)
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  return level.length > 0;
}

/** Refuses text that PostgreSQL cannot store: a NUL, or half of a surrogate pair. */
export function refuseUnstorable(document: unknown, fieldOf = (steps: string[]) => steps.join('.')): void {
  for (const { value, steps } of placesIn(document)) {
    const texts = [value, steps.at(-1)];
    if (texts.some((text) => typeof text === 'string' && !isStorable(text)))
      throw malformed('holds a NUL or an incomplete character', fieldOf(steps) || null);
  }
}

/** Path to a number that overflows to Infinity, such as 1e999; null if there is none. */
export function infiniteIn(document: unknown): string[] | null {
  for (const { value, steps } of placesIn(document))
    if (typeof value === 'number' && !Number.isFinite(value)) return steps;
  return null;
}

// TypeScript's library types do not have the method yet; Node 20 does.
export const isStorable = (text: string): boolean =>
  !text.includes('\0') && (text as string & { isWellFormed(): boolean }).isWellFormed();

function tooManyValues(field: string | null): ApiError {
  return malformed(`holds more than ${MOST_VALUES} values`, field);
}

export function malformed(issue: string, field: string | null): ApiError {
  return new ApiError(400, 'malformed_request', sentence(field, issue), {
    details: [{ field: field === null ? null : clipped(field), issue }],
  });
}

export function missingParameter(name: string, issue = 'is required'): ApiError {
  return new ApiError(400, 'missing_parameter', sentence(name, issue), { details: [{ field: name, issue }] });
}

/** A parameter that belongs elsewhere in the request is not called unknown, or the caller would give it up. */
const BELONGS_IN_BODY = 'belongs in the body, not in the query';
export const BELONGS_IN_QUERY = 'belongs in the query, not in the body';

const NOT_KNOWN = 'is not known here';

/**
 * The issue text for an unknown name. It lists the known names, since a guessed name is mostly close to one of them.
 */
export const notKnown = (names: readonly string[]): string =>
  names.length === 0
    ? NOT_KNOWN
    : `${NOT_KNOWN}: there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}`;

/** The names that an operation takes in its query or body; path parameters are not among them. */
export function namesOf({ parameters, body }: RequestSchema): string[] {
  const in_query = parameters.filter((p) => p.in === 'query').map(({ name }) => name);
  return [...new Set([...in_query, ...Object.keys(body?.properties ?? {})])];
}

/** The issue text for an unknown member of a batch or job. Without `items`, the member may hold the inputs. */
export const notKnownBeside = (inputs: unknown): string =>
  inputs === undefined ? `${NOT_KNOWN}: the inputs stand in "items"` : NOT_KNOWN;

export function unknownParameter(name: string, issue = NOT_KNOWN): ApiError {
  return new ApiError(422, 'unknown_parameter', sentence(name, issue), {
    details: [{ field: clipped(name), issue }],
  });
}

/** Many HTTP libraries repeat the name of a list for each value, or append brackets to it. */
const BY_COMMAS = 'takes its values once, separated by commas';

function repeated(name: string, { schema }: Parameter): ApiError {
  const issue = 'is given more than once';
  return invalidParameter(clipped(name), schema?.type === 'array' ? `${issue}: it ${BY_COMMAS}` : issue);
}

function bracketed(name: string, parameters: readonly Parameter[]): string | undefined {
  const list = parameters.find((p) => p.schema?.type === 'array' && name.startsWith(`${p.name}[`));
  return list && `${NOT_KNOWN}: "${list.name}" ${BY_COMMAS}`;
}

export function sentence(field: string | null, issue: string): string {
  return `${field === null ? 'The body' : `The parameter "${clipped(field)}"`} ${issue}.`;
}

/** A name that the caller sent, shortened and without control characters, for use in a message. */
export function clipped(name: string): string {
  const clean = name.replace(/\p{C}/gu, '?');
  return clean.length > 60 ? `${beginningOf(clean, 60)}…` : clean;
}
