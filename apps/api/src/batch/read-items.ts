import { isUtf8 } from 'node:buffer';
import { operationTable } from '@domesday/contract';
import { createCsvParser } from '@domesday/files/csv';
import { withoutStop } from '@domesday/files/errors';
import type { Request } from 'express';
import { besideOperation } from '../http/check/beside-operations.ts';
import { requestSchemaOf } from '../http/check/operation-schema.ts';
import {
  BELONGS_IN_QUERY,
  isDeep,
  malformed,
  missingParameter,
  namesOf,
  notKnown,
  notKnownBeside,
  unknownParameter,
} from '../http/check/request-values.ts';
import { ApiError, invalidParameter, unprocessable } from '../http/errors.ts';
import { HEAD_BYTES, notText } from '../http/forms/not-text.ts';
import { documentIn, given, isObject } from '../http/forms/plain-values.ts';

/** One input of a batch: the operation's parameters by name, or the reason why the input cannot be read. */
export interface Item {
  index: number;
  /** The sender's own name for the input, which is returned with its answer. */
  ref: string | null;
  values: Record<string, unknown> | null;
  problem: ApiError | null;
}

const LONGEST_LINE_BYTES = 64 * 1024;
const LF = 10;

const tooLong = (why = '') =>
  new ApiError(413, 'body_too_large', `The line is longer than ${LONGEST_LINE_BYTES / 1024} KB.${why}`);
const notUtf8 = () => new ApiError(400, 'malformed_request', 'The line is not UTF-8.');
const tooDeep = () => new ApiError(400, 'malformed_request', 'The line is nested too deeply.');
const notObject = () => new ApiError(400, 'malformed_request', 'The line is not a JSON object.');

/**
 * Passes the body through. Throws if it is not text, such as UTF-16 or a compressed file, whose lines would otherwise
 * be refused one by one and for a wrong reason.
 */
async function* textOnly(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const piece of body) {
    if (head !== null) {
      head = Buffer.concat([head, piece]);
      if (head.length < HEAD_BYTES && !head.includes(LF)) continue;
      refuseNotText(head);
    }
    yield head ?? piece;
    head = null;
  }
  if (head === null) return;
  refuseNotText(head);
  yield head;
}

function refuseNotText(head: Buffer): void {
  const problem = notText(head);
  if (problem !== null) throw malformed(problem, null);
}

/** The items of an NDJSON body as they arrive: one portion for each chunk of the body. */
export async function* ndjsonItems(body: AsyncIterable<Buffer>): AsyncGenerator<Item[]> {
  let index = 0;
  let first_line = true;
  const itemOf = (given: Buffer | null): Item[] => {
    const line = first_line ? withoutMark(given) : given;
    first_line = false;
    if (line?.every((byte) => byte === 32 || byte === 13 || byte === 9)) return [];
    return [{ index: index++, ...valuesOf(line) }];
  };
  let rest: Buffer = Buffer.alloc(0);
  let dropping = false;
  for await (const piece of textOnly(body)) {
    const items: Item[] = [];
    let text: Buffer = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
    if (dropping) {
      const end = text.indexOf(LF);
      dropping = end === -1;
      text = dropping ? Buffer.alloc(0) : text.subarray(end + 1);
    }
    let from = 0;
    for (let end = text.indexOf(LF); end !== -1; end = text.indexOf(LF, from)) {
      items.push(...itemOf(end - from > LONGEST_LINE_BYTES ? null : text.subarray(from, end)));
      from = end + 1;
    }
    rest = text.subarray(from);
    if (rest.length > LONGEST_LINE_BYTES) {
      items.push(...itemOf(null));
      rest = Buffer.alloc(0);
      dropping = true;
    }
    if (items.length > 0) yield items;
  }
  const last = dropping ? [] : itemOf(rest);
  if (last.length > 0) yield last;
}

const MARK = Buffer.from('\uFEFF');

/** The text without the byte order mark that some programs write first. */
function withoutMark<T extends Buffer | null>(body: T): T {
  return body?.subarray(0, MARK.length).equals(MARK) ? (body.subarray(MARK.length) as T) : body;
}

/** Reads one line; null stands for a line that is too long. */
function valuesOf(line: Buffer | null): Omit<Item, 'index'> {
  if (line === null) return unread(tooLong());
  if (!isUtf8(line)) return unread(notUtf8());
  const value = documentIn(line.toString());
  return isObject(value) ? splitInput(value) : unread(notObject());
}

const unread = (problem: ApiError): Omit<Item, 'index'> => ({ ref: null, values: null, problem });

/** The column or member with the sender's own name for an input. It is not a parameter. */
export const REF = 'ref';
const LONGEST_REF = 200;

/**
 * Splits an input into its parameters and the sender's name for it. A null member counts as not given, so that the
 * batch's default applies.
 */
function splitInput(input: Record<string, unknown>): Omit<Item, 'index'> {
  if (isDeep(input)) return unread(tooDeep());
  const { [REF]: ref, ...values } = given(input);
  if (ref === undefined) return { ref: null, values, problem: null };
  // A larger number has lost digits, so the answer would carry another name than the one sent.
  const text = typeof ref === 'number' && Math.abs(ref) <= Number.MAX_SAFE_INTEGER ? String(ref) : ref;
  if (typeof text === 'string' && text.length <= LONGEST_REF) return { ref: text, values, problem: null };
  const issue =
    typeof ref === 'number'
      ? 'has more digits than a JSON number keeps; send it as a text'
      : `must be a text of at most ${LONGEST_REF} characters`;
  return unread(unprocessable('invalid_parameter', `The member "${REF}" ${issue}.`, [{ field: REF, issue }]));
}

/** How the columns of a CSV body are read. */
interface Columns {
  /** Throws if a column is unknown, repeated or missing. */
  check(names: string[]): void;
  /** The value of a cell; undefined if it has none. Throws an `ApiError` if the cell cannot be read. */
  valueIn(name: string, cell: string): unknown;
}

/**
 * The fields up to the last that is not empty, but at least one. Spreadsheets write empty fields for cleared columns.
 */
function withoutEmptyEnd(fields: readonly string[]): string[] {
  const last = fields.findLastIndex((field) => field !== '');
  return fields.slice(0, Math.max(1, last + 1));
}

/** The items of a CSV body as they arrive. Its header names parameters; an empty field is a parameter not given. */
export async function* csvItems(body: AsyncIterable<Buffer>, columns: Columns): AsyncGenerator<Item[]> {
  const header = { names: null as string[] | null };
  let items: Item[] = [];
  let index = 0;
  const parser = createCsvParser({
    maxFieldChars: LONGEST_LINE_BYTES,
    // If a record is too long, none of its lines may be taken for an input, which would be charged.
    rejectsWhole: true,
    onRecord: (fields) => {
      if (header.names === null) {
        header.names = withoutEmptyEnd(fields.map((name) => name.trim()));
        columns.check(header.names);
      } else items.push({ index: index++, ...recordOf(header.names, fields, columns) });
    },
    onReject: (_line, reason, text) => {
      if (header.names === null)
        throw malformed(`has a header that cannot be read: ${withoutStop(reason)}`, null);
      const problem =
        text.length < LONGEST_LINE_BYTES
          ? new ApiError(400, 'malformed_request', reason)
          : /[\r\n]/.test(text.trimEnd())
            ? tooLong(' Its quotation marks join several lines: is one not closed?')
            : tooLong();
      items.push({ index: index++, ...unread(problem) });
    },
  });
  const decoder = new TextDecoder();
  for await (const piece of textOnly(body)) {
    parser.write(decoder.decode(piece, { stream: true }));
    if (items.length > 0) yield items;
    items = [];
  }
  parser.write(decoder.decode());
  parser.end();
  if (header.names === null) throw malformed('has no header', null);
  if (items.length > 0) yield items;
}

function recordOf(
  names: readonly string[],
  fields: readonly string[],
  { valueIn }: Columns,
): Omit<Item, 'index'> {
  if (fields.reduce((sum, { length }) => sum + length + 1, 0) > LONGEST_LINE_BYTES) return unread(tooLong());
  if (fields.some((field) => field.includes('\uFFFD'))) return unread(notUtf8());
  const filled = withoutEmptyEnd(fields.map((field) => field.trim())).length;
  if (filled > names.length) {
    const message = `The record has ${filled} fields, the header ${names.length}.`;
    return unread(new ApiError(400, 'malformed_request', message));
  }
  const ref = names.indexOf(REF);
  const name = fields[ref] ? { [REF]: fields[ref] } : {};
  try {
    const values = names.flatMap((column, i) => {
      const value = i === ref || !fields[i] ? undefined : valueIn(column, fields[i]);
      return value === undefined ? [] : [[column, value] as const];
    });
    return splitInput({ ...Object.fromEntries(values), ...name });
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    return { ...unread(thrown), ref: splitInput(name).ref };
  }
}

export const LARGEST_JSON_BYTES = 4 * 1024 * 1024;
const MOST_INLINE = 1000;

const BATCH_PARAMETERS = new Set(
  requestSchemaOf(besideOperation('batch.run')).parameters.map(({ name }) => name),
);

/** The issue text for a name beside the inputs that belongs into each input; null for any other name. */
export function ofInputs(operation: unknown, name: string): string | null {
  const entry = operationTable.find(({ id }) => id === operation);
  const accepted =
    entry !== undefined && !BATCH_PARAMETERS.has(name) && namesOf(requestSchemaOf(entry)).includes(name);
  return accepted ? `${notKnown([])}: it stands in each of the inputs` : null;
}

/** The operation and the items of a JSON body. */
export async function jsonItems(req: Request): Promise<{ operation: unknown; items: Item[] }> {
  const { operation, items, ...others } = await jsonBody(req);
  const [other] = Object.keys(others);
  if (other !== undefined) {
    const issue = (items === undefined ? null : ofInputs(operation, other)) ?? notKnownBeside(items);
    throw unknownParameter(other, BATCH_PARAMETERS.has(other) ? BELONGS_IN_QUERY : issue);
  }
  return { operation, items: inlineItems(items) };
}

/** Reads a whole body as a JSON object. */
export async function jsonBody(body: AsyncIterable<Buffer>): Promise<Record<string, unknown>> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > LARGEST_JSON_BYTES)
      throw new ApiError(
        413,
        'body_too_large',
        'A JSON body may have at most 4 MB; send the inputs as NDJSON.',
      );
    pieces.push(piece);
  }
  const whole = Buffer.concat(pieces);
  refuseNotText(whole);
  if (!isUtf8(whole)) throw malformed('is not UTF-8', null);
  const value = documentIn(withoutMark(whole).toString());
  if (value === undefined) throw malformed('is not valid JSON', null);
  if (!isObject(value))
    throw malformed('must be an object such as {"operation":"properties.get","items":[{"uprn":"1"}]}', null);
  return value;
}

/** The inputs in a JSON body. */
export function inlineItems(items: unknown): Item[] {
  if (items === undefined) throw missingParameter('items');
  if (!Array.isArray(items)) throw invalidParameter('items', 'must be a list of inputs');
  if (items.length > MOST_INLINE)
    throw invalidParameter('items', `holds more than ${MOST_INLINE} inputs; send NDJSON`);
  return items.map((one: unknown, index) => ({
    index,
    ...(isObject(one) ? splitInput(one) : unread(notObject())),
  }));
}
