import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Logger } from 'pino';
import { TOO_LONG, tooLong } from './argument-issues.ts';
import { checkArguments } from './arguments.ts';
import { argumentText, errorText, noAnswerText } from './error-text.ts';
import type { KeyCheck } from './key-check.ts';
import { lacksLean, restRequest, withoutLean } from './rest-request.ts';
import { shortened } from './shorten-answer.ts';
import type { ReadyTool, Toolset } from './toolset.ts';
import type { Answer, Upstream } from './upstream.ts';
import { visible } from './visible.ts';

export interface CallParts {
  toolset: Toolset;
  upstream: Upstream;
  checkKey: KeyCheck;
  log: Logger;
}

/** Headers of the caller that are passed on to the REST layer. */
export interface CallHeaders {
  authorization: string | null;
  idempotency_key: string | undefined;
  /** Trace of the caller (W3C Trace Context). */
  traceparent: string | null;
  /** The caller's address; null if it is this machine. */
  address: string | null;
}

const NO_CHARGE = { 'X-Credits-Charged': 0 };

/**
 * Calls a tool: checks the arguments, calls the REST layer with the caller's own key, and returns the answer as text.
 */
export async function callTool(
  { toolset, upstream, checkKey, log }: CallParts,
  ready: ReadyTool,
  given: Record<string, unknown>,
  { authorization, idempotency_key, traceparent, address }: CallHeaders,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const started = performance.now();
  const { name } = ready.tool;
  // Charges go into `_meta`, which programs read and models do not: a program can keep a budget, and the text stays
  // short.
  const finish = (
    text: string,
    status: number,
    answer: Answer | null,
    credits = answer?.credits,
  ): CallToolResult => {
    const request_id = answer?.request_id ?? null;
    const ms = Math.round((performance.now() - started) * 100) / 100;
    log.info({ tool: name, operation: ready.target.operation, status, wait_ms: ms, request_id }, 'tool call');
    const content = [{ type: 'text' as const, text: visible(text) }];
    const _meta = { ...(request_id !== null && { 'X-Request-Id': request_id }), ...credits };
    const known = Object.keys(_meta).length === 0 ? { content } : { content, _meta };
    return status >= 200 && status < 300 ? known : { ...known, isError: true };
  };
  const refuse = (answer: Answer) =>
    finish(
      errorText(answer, name, (tool) => toolset.has(tool)),
      answer.status,
      answer,
    );

  const checked = checkArguments(ready, given);
  if (!checked.ok) {
    // A caller without a valid key learns nothing about the arguments.
    const state = await checkKey(authorization, address);
    return state.key === 'refused'
      ? refuse(state.answer)
      : finish(argumentText(checked.issues, name, checked), checked.status, null, NO_CHARGE);
  }
  const takes = (argument: string) => argument in (ready.tool.inputSchema.properties ?? {});
  const request = { ...restRequest(ready.target, checked.values), idempotency_key, traceparent, address };
  let answer = await upstream.ask(request, authorization, signal);
  if (lacksLean(answer)) answer = await upstream.ask(withoutLean(request), authorization, signal);
  if (answer.status === null)
    return finish(
      noAnswerText(answer, name),
      503,
      null,
      answer.reason === 'unreachable' ? NO_CHARGE : undefined,
    );
  if (answer.status === 431)
    return finish(argumentText([tooLong(checked.values)], name, TOO_LONG), 431, answer, NO_CHARGE);
  if (answer.status >= 200 && answer.status < 300)
    return finish(shortened(answer.text, takes), answer.status, answer);
  return refuse(answer);
}
