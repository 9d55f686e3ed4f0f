import type { OperationEntry, Schema } from '@domesday/contract';
import type { ValidRequest } from './check/check-request.ts';
import { rowsOf } from './check/operation-schema.ts';
import { contextFor, IGNORED, type PricedCall } from './context.ts';
import { ApiError } from './errors.ts';
import { leanAnswer } from './forms/lean.ts';
import { fileOf, linkTo } from './forms/list-forms.ts';
import { type Context, TextAnswer } from './handler.ts';
import { answerKey } from './meta/answer-cache.ts';
import { BuiltSince } from './meta/built-since.ts';
import {
  excludedIn,
  isNothingLeft,
  withoutCandidates,
  withoutExcluded,
  withoutFoundCount,
} from './meta/licences.ts';
import type { MadeAnswer } from './meta/made.ts';
import type { LoadedData } from './meta/meta.ts';
import { chooseRelease, questionOf, type ReleaseChoice } from './meta/past.ts';
import { FICTIONAL_HEADER } from './meta/source.ts';
import { quoteOf } from './quote.ts';
import type { Services } from './services.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

export type AnyHandler = (request: never, context: Context) => Promise<object | TextAnswer>;

/** Adds the handler's warnings to the details of a 404, which has no `meta` to hold them. */
function withReasons(warnings: readonly Schema<'Warning'>[]) {
  return (thrown: unknown): never => {
    if (thrown instanceof ApiError && thrown.status === 404) {
      const explained = new Set(thrown.details.map(({ field }) => field));
      // A warning may explain why a field has too few records, such as an index that ended, so both are listed.
      const adds = thrown.code === 'insufficient_data';
      for (const { field, message } of warnings)
        if (adds || !explained.has(field)) thrown.details.push({ field, issue: message });
    }
    throw thrown;
  };
}

/** The answer in full or in its lean form, as the query asks. */
function inForm(made: object, { query }: ValidRequest): object {
  return query.meta === 'lean' ? leanAnswer(made as { meta: Schema<'Meta'> }) : made;
}

/** The file that the query asks for; null if it asks for JSON. */
function fileAsked(
  entry: OperationEntry,
  { query }: ValidRequest,
  made: object | TextAnswer,
  unplaced: number,
): Promise<TextAnswer> | TextAnswer | null {
  if (made instanceof TextAnswer) return made;
  const { format = 'json' } = query;
  return format === 'json' || rowsOf(entry) === null ? null : fileOf(entry, query, made, unplaced);
}

/** The `Link` header to the next page of a JSON list; none on the last page. */
function nextPage(made: object, { query }: ValidRequest): Record<string, string> {
  const { next_cursor } = made as { next_cursor?: unknown };
  return typeof next_cursor === 'string' ? linkTo(query, next_cursor) : {};
}

/** Names the parameters that had no effect in a header, because files have no `meta`. */
function ignoredHeader(warnings: readonly Schema<'Warning'>[]): Record<string, string> {
  const names = warnings.filter(({ code }) => code === IGNORED).map(({ field }) => field);
  return names.length ? { 'X-Ignored-Parameters': names.join(', ') } : {};
}

/** Runs the operation's handler, or computes the quote that was asked for. Throws the handler's refusals. */
export async function makeAnswer(
  entry: OperationEntry,
  handler: AnyHandler,
  services: Services,
  call: PricedCall,
): Promise<MadeAnswer> {
  return services.sources.read(entry, call.source, async (served) => {
    const choice = await chooseRelease(entry, call.request, served, services.clock);
    const { loadedData } = choice.source;
    const loaded = await loadedData();
    try {
      return await answerFrom(entry, handler, services, call, { choice, loaded, again: false });
    } catch (error) {
      if (!(error instanceof BuiltSince)) throw error;
      const now = await loadedData();
      const fresh = now === loaded ? await loadedData({ reread: true }) : now;
      return answerFrom(entry, handler, services, call, { choice, loaded: fresh, again: true });
    }
  });
}

/** The data that an answer is made from; `again` is true if it is made a second time because of a build meanwhile. */
interface AnswerData {
  choice: ReleaseChoice;
  loaded: LoadedData;
  again: boolean;
}

async function answerFrom(
  entry: OperationEntry,
  handler: AnyHandler,
  services: Services,
  call: PricedCall,
  { choice, loaded, again }: AnswerData,
): Promise<MadeAnswer> {
  const { request, price } = call;
  const question = questionOf(entry, request, choice, loaded.release);
  const paid_once = question !== null && choice.release !== null;
  const asked_before = paid_once ? services.paidQuestions.has(call.caller.account_id, question) : false;
  const { answerCache } = services;
  const key = answerCache && answerKey(entry, request, choice, loaded, price.quoted);
  const stored = key && answerCache.get(key, call.request_id);
  if (stored) return (await asked_before) ? { ...stored, credits: 0 } : stored;
  const { context, settings, warnings } = contextFor(entry, services, call, choice, loaded, again);
  const excluded = excludedIn(request);
  const licensed = (answered: object | TextAnswer) => {
    if (excluded.length === 0 || answered instanceof TextAnswer) return answered;
    const rest = withoutExcluded(answered as { meta: Schema<'Meta'> }, settings, excluded, loaded.source);
    if (isNothingLeft(rest)) settings.credits = 0;
    return rest;
  };
  const endHandler = services.tracer?.step('handler');
  const handle = (one: ValidRequest) =>
    handler(one as never, context)
      .finally(endHandler)
      .then(licensed)
      .catch((thrown: unknown) => {
        const sources = entry.datasets.flatMap((id) => loaded.source(id) ?? []);
        throw excluded.length > 0 ? withoutFoundCount(withoutCandidates(thrown), sources, excluded) : thrown;
      })
      .catch(withReasons(warnings));
  const answer = async () =>
    price.quoted
      ? quoteOf(entry, request, context, handle, async () => cost(await asked_before))
      : handle(request);
  const cost = (paid: boolean) => (paid ? 0 : Math.min(settings.credits, price.full));
  const [made, paid] = await Promise.all([answer(), asked_before]);
  const warningHeaders = {
    ...ignoredHeader(warnings),
    ...(loaded.fictional && { [FICTIONAL_HEADER]: 'true' }),
  };
  const notices = made instanceof TextAnswer ? [] : (made as { meta: Schema<'Meta'> }).meta.licences;
  const priced = { credits: cost(paid), question, paid_once, release: loaded.release, notices };
  const file = price.quoted ? null : await fileAsked(entry, request, made, settings.unplaced);
  if (file) {
    const { text, content_type, headers } = file;
    return { text, content_type, headers: { ...headers, ...warningHeaders }, ...priced };
  }
  const endWrite = services.tracer?.step('write');
  const text = JSON.stringify(inForm(made, request));
  endWrite?.();
  const headers = { ...nextPage(made, request), ...warningHeaders };
  const answered = { text, content_type: JSON_TYPE, headers, ...priced };
  if (key) answerCache.keep(key, call.request_id, { ...answered, credits: cost(false) });
  return answered;
}
