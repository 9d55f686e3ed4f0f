import type { OperationEntry, Schema } from '@domesday/contract';
import type { ValidRequest } from './check/check-request.ts';
import { IGNORED } from './context.ts';
import { ApiError } from './errors.ts';
import { type Context, TextAnswer } from './handler.ts';
import { NULL_REASONS } from './meta/null-reasons.ts';

type Quote = Schema<'Quote'>;

/** Whether the request asks for a quote, in the query or in the body. */
export function asksForQuote({ query, body }: ValidRequest): boolean {
  return query.quote === true || (body as { quote?: unknown } | undefined)?.quote === true;
}

/**
 * Warnings that a quote may show: of null fields and of parameters without effect. Others may contain figures of the
 * answer.
 */
const reasonsAndIgnored = ({ warnings }: Schema<'Meta'>) =>
  warnings.filter(({ code }) => NULL_REASONS.has(code) || code === IGNORED);

/**
 * Computes the answer without sending it. The quote gives the price and the number of records. A 404 becomes the reason
 * why there would be no answer; an invalid request is refused as usual.
 */
export async function quoteOf(
  entry: OperationEntry,
  request: ValidRequest,
  context: Context,
  handle: (request: ValidRequest) => Promise<object | TextAnswer>,
  credits: () => Promise<number>,
): Promise<Quote> {
  try {
    // A file has no meta, so the same rows are requested as JSON.
    const { format, ...query } = request.query;
    const asJson = format === undefined ? request : { ...request, query: { ...query, format: 'json' } };
    const answer = await handle(asJson);
    if (answer instanceof TextAnswer) throw new Error(`${entry.id} answered a quote with a file`);
    const { meta } = answer as { meta: Schema<'Meta'> };
    return {
      quote: true,
      operation: entry.id,
      would_answer: true,
      credits: await credits(),
      sample_size: meta.sample_size,
      minimum_sample: meta.minimum_sample,
      reason: null,
      message: null,
      meta: { ...meta, warnings: reasonsAndIgnored(meta) },
    };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const meta = context.meta({ ...error.found });
    return {
      quote: true,
      operation: entry.id,
      would_answer: false,
      credits: 0,
      sample_size: meta.sample_size,
      minimum_sample: meta.minimum_sample,
      reason: error.code,
      message: error.message,
      meta: { ...meta, warnings: reasonsAndIgnored(meta) },
    };
  }
}
