import type { OperationEntry } from '@domesday/contract';
import type { Request } from 'express';
import { mediaTypeOf, operationOf, streamedItems, streamedType } from '../batch/batch-request.ts';
import type { ItemForm } from '../batch/item-request.ts';
import { type Item, inlineItems, jsonBody } from '../batch/read-items.ts';
import { besideOperation } from '../http/check/beside-operations.ts';
import { requestCheck } from '../http/check/check-request.ts';
import {
  isDeep,
  malformed,
  missingParameter,
  notKnown,
  notKnownBeside,
  searchOf,
  unknownParameter,
} from '../http/check/request-values.ts';
import { ApiError, invalidParameter } from '../http/errors.ts';
import { given, isObject } from '../http/forms/plain-values.ts';
import { type JobArea, readArea } from './homes.ts';

/** A checked request for a job or its quote. */
export interface JobRequest {
  entry: OperationEntry;
  form: ItemForm;
  meta: 'lean' | null;
  /** Parameters for every input that does not set them itself. */
  parameters: Record<string, unknown>;
  /** null if the inputs are the homes of the area. */
  items: AsyncIterable<Item[]> | null;
  area: JobArea | null;
  credit_ceiling: number | null;
  quote: boolean;
}

/** Settings in the query, or in the body if that is JSON. */
interface Settings {
  operation?: string;
  credit_ceiling?: number;
  quote: boolean;
  meta: 'lean' | 'whole';
  exclude_licences?: string[];
}

/** Reads the query and as much of the body as is needed. Throws 400, 413, 415 or 422. */
export async function readJob(req: Request, body: AsyncIterable<Buffer>): Promise<JobRequest> {
  const search = searchOf(req);
  const settings = await settingsIn(search);
  const type = mediaTypeOf(req);
  if (type === 'application/json') {
    const outsideBody = [...search.keys()].find((name) => name !== 'quote' && name !== 'meta');
    if (outsideBody !== undefined) throw unknownParameter(outsideBody, 'stands in the body of a JSON job');
    const inBody = given(await jsonBody(body));
    const contradicting = [...search].find(
      ([name, value]) => name in inBody && String(inBody[name]) !== value,
    );
    if (contradicting) throw invalidParameter(contradicting[0], 'differs from that of the query');
    return readJson({ ...inBody, ...Object.fromEntries(search) });
  }
  const streamed = streamedType(type);
  const { entry, form } = operationOf(settings.operation);
  const items = await streamedItems(body, streamed, form);
  const { exclude_licences } = settings;
  const parameters = exclude_licences ? { exclude_licences } : {};
  return { ...settled(settings), entry, form, parameters, items, area: null };
}

async function readJson(body: Record<string, unknown>): Promise<JobRequest> {
  const { operation, items, area, after_uprn, most_homes, parameters: common = {}, ...settings } = body;
  const other = Object.keys(settings).find((name) => !['credit_ceiling', 'quote', 'meta'].includes(name));
  if (other !== undefined) throw unknownParameter(other, elsewhereInJob(other, items ?? area));
  const { entry, form } = operationOf(operation);
  if (!isObject(common)) throw invalidParameter('parameters', 'must be an object');
  if (isDeep(common)) throw malformed('is nested too deeply', 'parameters');
  const parameters = given(common);
  const terms = parameters.exclude_licences;
  const inQuery = { ...settings, exclude_licences: Array.isArray(terms) ? terms.join(',') : terms };
  const checked = await settingsIn(new URLSearchParams(textsOf(inQuery)));
  const stranger = Object.keys(parameters).find((name) => !form.names.has(name));
  if (stranger !== undefined) throw unknownParameter(stranger, notKnown([...form.names]));
  if (items === undefined && area === undefined) throw missingParameter('items', 'is required, or area');
  if (items !== undefined && area !== undefined)
    throw invalidParameter('items', 'is not given together with area');
  if (area !== undefined && !form.names.has('uprn'))
    throw new ApiError(
      422,
      'invalid_parameter',
      `${entry.id} takes no UPRN, so it cannot be asked of an area.`,
    );
  if (area !== undefined && parameters.uprn !== undefined)
    throw invalidParameter('parameters.uprn', 'is that of each home of the area, and not given');
  const limits = { after_uprn, most_homes };
  const needs_area = area === undefined && Object.entries(limits).find(([, value]) => value !== undefined);
  if (needs_area) throw invalidParameter(needs_area[0], 'needs an area');
  const inline = items === undefined ? null : inlineItems(items);
  return {
    ...settled(checked),
    ...{ entry, form, parameters },
    items: inline && oneBy(inline),
    area: area === undefined ? null : readArea(area, limits),
  };
}

const AREA_MEMBERS = ['polygon', 'outcode', 'local_authority'];

/** The issue text for an unknown member: where in a job it belongs. */
function elsewhereInJob(name: string, inputs: unknown): string {
  if (inputs !== undefined) return `${notKnownBeside(inputs)}: what all inputs have stands in "parameters"`;
  return AREA_MEMBERS.includes(name) ? 'belongs in "area"' : notKnownBeside(inputs);
}

/** Checks settings against the contract. Wrong settings of all inputs are refused here, not once for each input. */
async function settingsIn(search: URLSearchParams): Promise<Settings> {
  const check = requestCheck(besideOperation('jobs.create'));
  return (await check({ path: {}, search, body: undefined })).query as unknown as Settings;
}

function settled({ credit_ceiling, quote, meta }: Settings) {
  return { credit_ceiling: credit_ceiling ?? null, quote, meta: meta === 'lean' ? meta : null };
}

/** Members as name and text, as in a query. */
function textsOf(members: object): [string, string][] {
  return Object.entries(given(members)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]],
  );
}

async function* oneBy(items: Item[]): AsyncGenerator<Item[]> {
  yield items;
}
