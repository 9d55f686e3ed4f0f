import type { OperationEntry } from '@domesday/contract';
import { ALL_TERMS } from '@domesday/loading/licences';
import type { Request } from 'express';
import { mediaTypeOf, operationOf, streamedItems, streamedType } from '../batch/asked.ts';
import type { ItemForm } from '../batch/item-request.ts';
import { type Item, inlineItems, jsonBody } from '../batch/read-items.ts';
import { ApiError, invalidParameter } from '../http/errors.ts';
import { isObject, numberIn } from '../http/plain-values.ts';
import { isDeep, listOf, malformed, mustBeAmong, queryOf, unknownParameter } from '../http/request-values.ts';
import { type JobArea, readArea } from './homes.ts';

const MOST_CREDITS = 100_000_000;

/** What a request for a job or for its quote asks. */
export interface AskedJob {
  entry: OperationEntry;
  form: ItemForm;
  meta: 'lean' | null;
  /** Parameters of every input that does not give them itself. */
  parameters: Record<string, unknown>;
  /** null if each input is a home of the area. */
  items: AsyncIterable<Item[]> | null;
  area: JobArea | null;
  credit_ceiling: number | null;
  quote: boolean;
}

/** Reads the query and, as far as it is needed, the body. Throws 400, 413, 415 or 422. */
export async function readJob(req: Request, body: AsyncIterable<Buffer>): Promise<AskedJob> {
  const search = queryOf(req);
  const type = mediaTypeOf(req);
  if (type === 'application/json') {
    const [stray] = Object.keys(search).filter((name) => name !== 'quote' && name !== 'meta');
    if (stray !== undefined) throw malformed('stands in the body of a JSON job', stray);
    return readJson({ ...search, ...(await jsonBody(body)) });
  }
  const streamed = streamedType(type);
  const { operation, credit_ceiling, quote, meta, exclude_licences, ...others } = search;
  const [other] = Object.keys(others);
  if (other !== undefined) throw unknownParameter(other);
  const { entry, form } = operationOf(operation);
  const settings = settingsOf({ credit_ceiling, quote, meta });
  const items = await streamedItems(body, streamed, form);
  return { ...settings, entry, form, parameters: termsAsked(exclude_licences), items, area: null };
}

function readJson(body: Record<string, unknown>): AskedJob {
  const { operation, items, area, parameters: common = {}, ...settings } = given(body);
  const { credit_ceiling, quote, meta, ...others } = settings;
  const [other] = Object.keys(others);
  if (other !== undefined) throw unknownParameter(other);
  const { entry, form } = operationOf(operation);
  if (!isObject(common)) throw malformed('must be an object', 'parameters');
  if (isDeep(common)) throw malformed('is nested too deeply', 'parameters');
  const parameters = given(common);
  termsAsked(parameters.exclude_licences);
  const stranger = Object.keys(parameters).find((name) => !form.names.has(name));
  if (stranger !== undefined) throw unknownParameter(stranger);
  if ((items === undefined) === (area === undefined))
    throw malformed('must be given, or area, and not both', 'items');
  if (area !== undefined && !form.names.has('uprn'))
    throw new ApiError(
      422,
      'invalid_parameter',
      `${entry.id} takes no UPRN, so it cannot be asked of an area.`,
    );
  if (area !== undefined && parameters.uprn !== undefined)
    throw malformed('is that of each home of the area, and not given', 'parameters.uprn');
  const inline = items === undefined ? null : inlineItems(items);
  return {
    ...settingsOf({ credit_ceiling, quote, meta }),
    ...{ entry, form, parameters },
    items: inline && oneBy(inline),
    area: area === undefined ? null : readArea(area),
  };
}

/** The members of an object without those that are null, which are not given. */
const given = (members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

/** The terms that every input leaves out; refused here, and not once for each input, if they are none. */
function termsAsked(asked: unknown): Record<string, unknown> {
  if (asked === undefined) return {};
  const terms = Array.isArray(asked) ? asked : listOf(String(asked));
  for (const one of terms) mustBeAmong('exclude_licences', one, ALL_TERMS);
  return { exclude_licences: terms };
}

async function* oneBy(items: Item[]): AsyncGenerator<Item[]> {
  yield items;
}

function settingsOf({ credit_ceiling, quote = false, meta = 'whole' }: Record<string, unknown>) {
  const ceiling = (typeof credit_ceiling === 'string' ? numberIn(credit_ceiling) : credit_ceiling) as
    | number
    | undefined;
  if (ceiling !== undefined && !(Number.isInteger(ceiling) && ceiling >= 0 && ceiling <= MOST_CREDITS))
    throw invalidParameter('credit_ceiling', `must be a whole number from 0 to ${MOST_CREDITS}`);
  const quoted = typeof quote === 'boolean' ? String(quote) : quote;
  mustBeAmong('quote', quoted, ['true', 'false']);
  mustBeAmong('meta', meta, ['lean', 'whole']);
  return {
    credit_ceiling: ceiling ?? null,
    quote: quoted === 'true',
    meta: meta === 'lean' ? ('lean' as const) : null,
  };
}
