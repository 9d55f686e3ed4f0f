import type { OperationEntry, Schema } from '@domesday/contract';
import type { Request, Response } from 'express';
import { charge, takeBack } from './charge.ts';
import type { ValidRequest } from './check-request.ts';
import { contextFor } from './context.ts';
import { setCreditHeaders } from './credit-headers.ts';
import { deliver, hasLeft } from './delivery.ts';
import { ApiError } from './errors.ts';
import { type Context, TextAnswer } from './handler.ts';
import { replay } from './idempotency.ts';
import { leanAnswer } from './lean.ts';
import { localsOf } from './locals.ts';
import { quoteOf } from './quote.ts';
import type { Services } from './services.ts';
import { sendCompressed } from './static-answer.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export type AnyHandler = (request: never, context: Context) => Promise<object | TextAnswer>;

/** A refusal for lack of data lists the handler's warnings: it has no `meta` for them. */
function withReasons(warnings: readonly Schema<'Warning'>[]) {
  return (thrown: unknown): never => {
    if (thrown instanceof ApiError && thrown.status === 404) {
      const told = new Set(thrown.details.map((detail) => detail.field));
      for (const { field, message } of warnings)
        if (!told.has(field)) thrown.details.push({ field, issue: message });
    }
    throw thrown;
  };
}

/** The answer, whole or lean as requested. */
function inForm(made: object, { query }: ValidRequest): object {
  return query.meta === 'lean' ? leanAnswer(made as { meta: Schema<'Meta'> }) : made;
}

/** Runs the operation's handler, charges for the answer, and only then sends it. */
export function answer(entry: OperationEntry, handler: AnyHandler, services: Services) {
  const respond = async (req: Request, res: Response): Promise<void> => {
    const locals = localsOf(res);
    const request = locals.request!;
    const key_id = locals.caller!.key_id;
    const { fingerprint } = locals;
    const price = locals.price!;
    const { made, settings } = await services.sources.read(entry, async (source) => {
      const { context, settings, warnings } = await contextFor(entry, services, res, source);
      const handle = (asked: ValidRequest) => handler(asked as never, context).catch(withReasons(warnings));
      const cost = () => Math.min(settings.credits, price.full);
      const made = price.quoted
        ? await quoteOf(entry, request, context, handle, cost)
        : await handle(request);
      return { made, settings };
    });
    const text = made instanceof TextAnswer ? made.text : JSON.stringify(inForm(made, request));
    const content_type = made instanceof TextAnswer ? made.content_type : JSON_TYPE;
    const headers = made instanceof TextAnswer ? made.headers : {};
    // The client has left: nothing is charged.
    if (await hasLeft(res)) return;
    const kept = locals.repeatable ? { ...locals.repeatable, content_type, headers, body: text } : null;
    const repeated = price.due > 0 && services.cutCalls.repeats(key_id, fingerprint!);
    const credits = repeated ? 0 : Math.min(settings.credits, price.due);
    if (!(await charge(services, res, credits, kept))) {
      // Another request with the same Idempotency-Key was answered meanwhile: that answer is sent.
      if (await replay(services, res)) return;
      throw new ApiError(409, 'idempotency_key_in_use', 'The Idempotency-Key is in use by another request.');
    }
    const unsent = async () => {
      if (repeated) services.cutCalls.note(key_id, fingerprint!);
      await takeBack(services, res, kept);
    };
    if (await hasLeft(res)) return unsent();
    if (kept) services.keptAnswers.added(locals.caller!.key_id, Buffer.byteLength(text));
    setCreditHeaders(res, services.clock.now(), locals.caller!, locals.credits ?? 0);
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    if (entry.credits === 0) {
      const sameness = text.replace(locals.request_id, '');
      return sendCompressed(req, res, { text, sameness, content_type });
    }
    res.setHeader('Content-Type', content_type);
    const paid = (locals.credits ?? 0) > 0 || repeated;
    const onDoubt = () => paid && services.cutCalls.note(key_id, fingerprint!);
    if (!(await deliver(res, text, onDoubt))) await unsent();
  };
  return (req: Request, res: Response): Promise<void> => {
    const answered = respond(req, res);
    // The log waits for this, so that it agrees with the ledger.
    localsOf(res).answered = answered.catch(() => {});
    return answered;
  };
}
