import { type OperationEntry, operationTable } from '@domesday/contract';
import type { Request } from 'express';
import { onceFor } from '../http/check/operation-schema.ts';
import { malformed, missingParameter, notKnown } from '../http/check/request-values.ts';
import { ApiError, unprocessable } from '../http/errors.ts';
import { type ItemForm, itemForm } from './item-request.ts';
import { csvItems, type Item, ndjsonItems, REF } from './read-items.ts';

const priced = new Map(
  operationTable.filter(({ credits }) => credits > 0).map((entry) => [entry.id as string, entry]),
);
const formOf = onceFor(itemForm);

/** The media type of a body, without its parameters. */
export function mediaTypeOf(req: Request): string {
  return (req.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
}

type StreamedType = 'application/x-ndjson' | 'text/csv';

/** Throws 415 for a type that is not read as a stream. JSON, which is read whole, is handled elsewhere. */
export function streamedType(type: string): StreamedType {
  if (type === 'application/x-ndjson' || type === 'text/csv') return type;
  throw new ApiError(
    415,
    'unsupported_media_type',
    'Send the inputs as application/json, application/x-ndjson or text/csv.',
  );
}

/**
 * Reads the inputs as they arrive. A CSV is refused at once if its header names an unknown parameter or lacks a
 * required one, or if it is in another encoding than UTF-8.
 */
export async function streamedItems(
  body: AsyncIterable<Buffer>,
  type: StreamedType,
  form: ItemForm,
): Promise<AsyncIterable<Item[]>> {
  if (type === 'application/x-ndjson') return begun(ndjsonItems(body));
  const check = (names: string[]) => {
    const unknown = names.find((name) => !form.names.has(name) && name !== REF);
    if (unknown === '')
      throw malformed(`has a column without a name in its header: leave it out, or name it "${REF}"`, null);
    if (unknown !== undefined) throw unknownColumn(unknown, names, form);
    const repeated = names.find((name, i) => names.indexOf(name) !== i);
    if (repeated !== undefined) throw malformed('stands twice in the header', repeated);
    const missing = form.required.find((name) => !names.includes(name));
    if (missing !== undefined)
      throw missingParameter(missing, 'is not in the header, and every input needs it');
  };
  return begun(csvItems(body, { check, valueIn: form.valueIn }));
}

function unknownColumn(name: string, names: readonly string[], form: ItemForm): ApiError {
  if (name.includes('\0')) return malformed('is not text: its header holds a NUL', null);
  if (name.includes('\uFFFD')) return malformed('is not UTF-8', null);
  return unprocessable(
    'unknown_parameter',
    `The column "${name}" is no parameter of the operation. ${remedyFor(name, names, form)}`,
    [{ field: name, issue: notKnown([...form.names]) }],
  );
}

function remedyFor(name: string, given: readonly string[], { names }: ItemForm): string {
  const written = name.toLowerCase().replaceAll(/[ -]/g, '_');
  if (names.has(written) || written === REF) return `Write "${written}".`;
  if (/^sep=/i.test(name)) return 'Leave out the first line: the second has the names of the columns.';
  if (/[;\t|]/.test(name)) return 'Separate columns by commas.';
  if (!given.includes(REF))
    return `Its parameters are ${[...names].join(', ')}; name your inputs in a column "${REF}".`;
  // Such as the CSV answer of a batch, sent back as input.
  const read = given.filter((one) => one === REF || names.has(one));
  return `Send only what is read of these: ${read.map((one) => `"${one}"`).join(', ')}.`;
}

/** Reads the first portion at once, so that an error of the whole body is thrown before any answer is sent. */
async function begun(items: AsyncGenerator<Item[]>): Promise<AsyncIterable<Item[]>> {
  const first = await items.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* items;
  })();
}

/** Finds a priced operation by its id, with the form of its inputs. Throws if there is none. */
export function operationOf(id: unknown): { entry: OperationEntry; form: ItemForm } {
  if (id === undefined) throw missingParameter('operation');
  const entry = typeof id === 'string' ? priced.get(id) : undefined;
  if (!entry)
    throw new ApiError(422, 'invalid_parameter', 'The parameter "operation" must be a priced operation.', {
      details: [{ field: 'operation', issue: `is one of ${[...priced.keys()].join(', ')}` }],
    });
  return { entry, form: formOf(entry) };
}
