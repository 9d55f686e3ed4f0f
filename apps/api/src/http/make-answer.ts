import type { OperationEntry, Schema } from '@domesday/contract';
import { dayOf } from '../accounts/month.ts';
import type { Question } from '../accounts/paid-questions.ts';
import type { ValidRequest } from './check-request.ts';
import { type Asked, contextFor, IGNORED } from './context.ts';
import { ApiError } from './errors.ts';
import { type Context, TextAnswer } from './handler.ts';
import { leanAnswer } from './lean.ts';
import { askedOf, questionOf } from './past.ts';
import { quoteOf } from './quote.ts';
import type { Services } from './services.ts';
import { FICTIONAL_HEADER } from './source.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

export type AnyHandler = (request: never, context: Context) => Promise<object | TextAnswer>;

/** A refusal for lack of data lists the handler's warnings: it has no `meta` for them. */
function withReasons(warnings: readonly Schema<'Warning'>[]) {
  return (thrown: unknown): never => {
    if (thrown instanceof ApiError && thrown.status === 404) {
      const told = new Set(thrown.details.map(({ field }) => field));
      // Why there is too little may be a warning of the field that is wanting: an index that ended.
      const adds = thrown.code === 'insufficient_data';
      for (const { field, message } of warnings)
        if (adds || !told.has(field)) thrown.details.push({ field, issue: message });
    }
    throw thrown;
  };
}

/** The answer, whole or lean as requested. */
function inForm(made: object, { query }: ValidRequest): object {
  return query.meta === 'lean' ? leanAnswer(made as { meta: Schema<'Meta'> }) : made;
}

/** Names the parameters without effect, for files too, which have no `meta`. */
function ignoredHeader(warnings: readonly Schema<'Warning'>[]): Record<string, string> {
  const names = warnings.filter(({ code }) => code === IGNORED).map(({ field }) => field);
  return names.length ? { 'X-Ignored-Parameters': names.join(', ') } : {};
}

/** An answer that is ready to be sent. */
export interface Made {
  text: string;
  content_type: string;
  /** What a file says beside its rows, and whether the fictional country answers. */
  headers: Record<string, string>;
  /** What it costs at most. */
  credits: number;
  /** What it can be asked for again by, free of charge; null if the operation takes no release. */
  question: Question | null;
}

/** Runs the operation's handler, or works out the quote that was asked for. Throws what the handler refuses. */
export async function makeAnswer(
  entry: OperationEntry,
  handler: AnyHandler,
  services: Services,
  asked: Asked,
): Promise<Made> {
  const { request, price } = asked;
  const now_ms = () => services.clock.now().getTime();
  return services.sources.read(entry, asked.source, async (served) => {
    const past = await askedOf(entry, request, served, dayOf(services.clock.now()), now_ms);
    const loaded = await past.source.loadedData();
    const { context, settings, warnings } = contextFor(entry, services, asked, past, loaded);
    const handle = (one: ValidRequest) => handler(one as never, context).catch(withReasons(warnings));
    const question = questionOf(entry, request, past, loaded.release);
    const paid =
      question !== null &&
      past.release !== null &&
      (await services.paidQuestions.has(asked.caller.account_id, question));
    const cost = () => (paid ? 0 : Math.min(settings.credits, price.full));
    const made = price.quoted ? await quoteOf(entry, request, context, handle, cost) : await handle(request);
    const said = { ...ignoredHeader(warnings), ...(loaded.fictional && { [FICTIONAL_HEADER]: 'true' }) };
    if (made instanceof TextAnswer) {
      const { text, content_type, headers } = made;
      return { text, content_type, headers: { ...headers, ...said }, credits: cost(), question };
    }
    const text = JSON.stringify(inForm(made, request));
    return { text, content_type: JSON_TYPE, headers: said, credits: cost(), question };
  });
}
