import type { Readable } from 'openapi-typescript-helpers';
import { DomesdayError, errorOf } from './errors.ts';
import type { Described } from './generated/described.ts';
import { checkObject, checkOptions } from './options.ts';
import { type ResponseInfo, responseInfo } from './response-info.ts';
import type {
  AnswerOf,
  ArgumentsOf,
  LicensedOf,
  OperationId,
  OtherTypesOf,
  Quote,
  QuoteOf,
  ReceivedOf,
  Schema,
  WireArgumentsOf,
} from './shapes.ts';
import { type CallOptions, type TransportOptions, transport } from './transport.ts';

/** Options for openapi-fetch besides the arguments. */
export interface CallInit {
  headers: Record<string, string> | undefined;
  fetch: (request: Request) => Promise<Response>;
}

/** The result of openapi-fetch. */
interface Sent<Data> {
  data?: Data;
  /** Body of an answer that is not a 2xx, parsed if it is JSON. */
  error?: unknown;
  response: Response;
}

export interface WithInfo<Answer> {
  data: Answer;
  info: ResponseInfo;
}

type Call<Arguments, Answer> =
  Record<never, never> extends Arguments
    ? (args?: Arguments, options?: CallOptions) => Promise<Answer>
    : (args: Arguments, options?: CallOptions) => Promise<Answer>;

/** The type of each file form of an answer. */
interface Files {
  'text/csv': { format: 'csv'; read: string };
  'application/geo+json': { format: 'geojson'; read: Schema<'Features'> };
  'application/vnd.apache.parquet': { format: 'parquet'; read: ArrayBuffer };
}
type FileCall<Id extends OperationId, Type extends keyof Files, Arguments, Whole> =
  Type extends OtherTypesOf<Id>
    ? Call<Omit<Arguments, 'format'> & { format: Files[Type]['format'] }, Shown<Files[Type]['read'], Whole>>
    : unknown;

/** The body alone, or the body with the information in the headers. */
type Shown<Body, Whole> = Whole extends true ? WithInfo<Body> : Body;

/** If an operation can answer with a file, `format` decides which is returned. */
type Answers<Id extends OperationId, Arguments, Whole> = JsonCall<
  Id,
  Omit<Arguments, Terms> & { [Name in Terms]?: undefined },
  Whole
> &
  LicensedCall<Id, Arguments, Whole> &
  FileCalls<Id, Arguments, Whole>;

type Terms = 'exclude_licences';
type LicensedCall<Id extends OperationId, Arguments, Whole> = Arguments extends {
  [Name in Terms]?: infer Named;
}
  ? Call<
      Omit<Arguments, Terms | 'format'> & { format?: 'json' | undefined } & {
        [Name in Terms]: NonNullable<Named>;
      },
      Shown<LicensedOf<Id>, Whole>
    >
  : unknown;

type JsonCall<Id extends OperationId, Arguments, Whole> = Call<
  [OtherTypesOf<Id>] extends [never]
    ? Arguments
    : Omit<Arguments, 'format'> & { format?: 'json' | undefined },
  Shown<AnswerOf<Id>, Whole>
>;

type FileCalls<Id extends OperationId, Arguments, Whole> = FileCall<Id, 'text/csv', Arguments, Whole> &
  FileCall<Id, 'application/geo+json', Arguments, Whole> &
  FileCall<Id, 'application/vnd.apache.parquet', Arguments, Whole>;

/** Every body that an operation can return. */
type AnyAnswerOf<Id extends OperationId> =
  | AnswerOf<Id>
  | QuoteOf<Id>
  | { [Type in keyof Files]: Type extends OtherTypesOf<Id> ? Files[Type]['read'] : never }[keyof Files];

/**
 * For arguments in a variable, whose values decide only at run time which type is returned. The plain call is repeated
 * last, since `ReturnType` and compiler messages use the last overload.
 */
interface General<Id extends OperationId, Whole> {
  (args: ArgumentsOf<Id>, options?: CallOptions): Promise<Shown<AnyAnswerOf<Id>, Whole>>;
  (args: PlainArgumentsOf<Id>, options?: CallOptions): Promise<Shown<AnswerOf<Id>, Whole>>;
}
type PlainArgumentsOf<Id extends OperationId> = Omit<ArgumentsOf<Id>, 'quote' | 'format'> & {
  quote?: false | undefined;
  format?: 'json' | undefined;
};

type Forms<Id extends OperationId, Whole> = SpecificForms<Id, Whole> &
  ([QuoteOf<Id> | OtherTypesOf<Id>] extends [never] ? unknown : General<Id, Whole>);

/** Only with `quote: true` the quote is returned instead of the answer. */
type SpecificForms<Id extends OperationId, Whole> = DescribedForm<Id, Whole> &
  ([QuoteOf<Id>] extends [never]
    ? FileCalls<Id, ArgumentsOf<Id>, Whole>
    : Answers<Id, Omit<ArgumentsOf<Id>, 'quote'> & { quote?: false | undefined }, Whole>);

/** The first overload of a method. Editors show its description, the summary and the price, for every overload. */
type DescribedForm<Id extends OperationId, Whole> = Id extends keyof Described<Whole>
  ? Described<Whole>[Id]
  : FirstForm<Id, Whole>;

/** The quote; the answer if an operation has no quote. */
export type FirstForm<Id extends OperationId, Whole> = [QuoteOf<Id>] extends [never]
  ? JsonCall<Id, ArgumentsOf<Id>, Whole>
  : Call<Omit<ArgumentsOf<Id>, 'quote'> & { quote: true }, Shown<Quote, Whole>>;

/** If an answer has pages, `pages` follows `next_cursor` to the end; each page is one call with its price. */
type Paged<Id extends OperationId> =
  AnswerOf<Id> extends { next_cursor: string | null }
    ? {
        pages: PagesOf<AnswerOf<Id>, PageArgumentsOf<Id> & { [Name in Terms]?: undefined }> &
          PagesOf<
            LicensedOf<Id>,
            PageArgumentsOf<Id> & Required<Pick<ArgumentsOf<Id>, Terms & keyof ArgumentsOf<Id>>>
          >;
      }
    : unknown;
type PageArgumentsOf<Id extends OperationId> = Omit<ArgumentsOf<Id>, 'quote' | 'format' | 'cursor' | Terms>;
type PagesOf<Answer, Arguments> = (args: Arguments, options?: CallOptions) => AsyncGenerator<Answer, void>;

/** An operation: call it for the body, or `withResponse` for the body and the information in the headers. */
export type Method<Id extends OperationId> = Forms<Id, false> & { withResponse: Forms<Id, true> } & Paged<Id>;

/** Makes a method of one call of openapi-fetch, whose types connect arguments and answer. */
export function method<Id extends OperationId>(
  client: TransportOptions,
  send: (args: WireArgumentsOf<Id>, init: CallInit) => Promise<Sent<Readable<ReceivedOf<Id>> | ArrayBuffer>>,
): Method<Id>;
export function method(
  client: TransportOptions,
  send: (args: Record<string, unknown>, init: CallInit) => Promise<Sent<unknown>>,
): unknown {
  const withResponse = async (args: Record<string, unknown> = {}, options: CallOptions = {}) => {
    checkObject('The arguments', args);
    checkOptions(options);
    const init = { headers: options.headers, fetch: transport(client, options) };
    const { data, error, response } = await send(args, init).catch(unreadable);
    if (!response.ok) throw errorOf(response, error);
    const is_text = typeof data === 'string' && args.format === 'csv';
    // Otherwise an HTML page of a proxy would be taken for CSV or Parquet, or for an answer without values.
    if (isPage(response) || !(is_text || isObject(data)))
      throw new DomesdayError(
        // openapi-fetch returns no data for an empty body, such as one that a proxy removed.
        `The server sent a body that is ${data === undefined ? 'empty' : 'no answer of the operation'}.`,
        {
          ...{ code: 'unreadable_answer', status: response.status },
          request_id: response.headers.get('x-request-id'),
        },
      );
    return { data, info: responseInfo(response) };
  };
  const call = async (args?: Record<string, unknown>, options?: CallOptions) =>
    (await withResponse(args, options)).data;
  async function* pages(args: Record<string, unknown>, options?: CallOptions) {
    checkObject('The arguments', args);
    checkOptions(options ?? {});
    let cursor: unknown;
    let n = 0;
    do {
      const page = await call({ ...args, cursor }, optionsOfPage(n++, options));
      yield page;
      // A page of CSV is text and has no cursor.
      cursor = (page as { next_cursor?: unknown }).next_cursor;
    } while (cursor);
  }
  return Object.assign(call, { withResponse, pages });
}

/** The options of one page, counted from 0. An Idempotency-Key belongs to one request, so each page gets its own. */
function optionsOfPage(n: number, options?: CallOptions): CallOptions | undefined {
  const given = Object.entries(options?.headers ?? {});
  if (n === 0 || given.length === 0) return options;
  const headers = given.map(([name, value]) => [
    name,
    name.toLowerCase() === 'idempotency-key' ? `${value}-${n}` : value,
  ]);
  return { ...options, headers: Object.fromEntries(headers) };
}

/** Whether the answer is an HTML page, which no operation sends. */
const isPage = ({ headers }: Response): boolean => /^text\/html\b/i.test(headers.get('content-type') ?? '');

const isObject = (data: unknown): boolean => data === Object(data) && !Array.isArray(data);

/** openapi-fetch throws if a body declared as JSON is not JSON. */
function unreadable(cause: unknown): never {
  if (!(cause instanceof SyntaxError)) throw cause;
  throw new DomesdayError('The server sent a body that is not JSON.', {
    code: 'unreadable_answer',
    status: 200,
    cause,
  });
}

/** An empty or dotted segment would change the path, and with it the operation that is called. */
export function segment(name: string, value: string | number | null | undefined): string {
  const text = String(value ?? '');
  if (!text || text === '.' || text === '..') throw new TypeError(`${name} must not be empty.`);
  return text;
}

/** A UPRN is returned as a number and accepted as a number or as text. */
export function withUprn<Values extends { uprn?: string | number }>({ uprn, ...values }: Values) {
  return uprn === undefined ? values : { ...values, uprn: String(uprn) };
}

/** CSV is text and Parquet bytes; everything else is read as JSON. */
export function readAs(format: string | undefined): 'json' | 'text' | 'arrayBuffer' {
  if (format === 'parquet') return 'arrayBuffer';
  return format === 'csv' ? 'text' : 'json';
}
