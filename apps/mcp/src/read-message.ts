import type { IncomingMessage, ServerResponse } from 'node:http';
import { isEncoded } from '@domesday/open-network/content-encoding';
import { createBodySlots } from '@domesday/open-network/slots';
import type { Gate } from './gate.ts';
import type { KeyCheck } from './key-check.ts';
import { dropNulls, paramsProblem, renameProto } from './params.ts';
import { readBody } from './read-body.ts';
import { type Message, messageOf, sendRpcError } from './replies.ts';
import type { SignIn } from './sign-in.ts';

const NEEDS_KEY =
  'tools/list needs a valid API key: send the header "Authorization: Bearer <API key>". It costs no credits.';
const SIGN_IN =
  'Sign in over OAuth, as WWW-Authenticate says, or send the header "Authorization: Bearer <API key>".';
const KEYLESS = { key: 'refused', answer: null } as const;
const UNCHECKED = 'The key cannot be checked at the moment. Try again in a few seconds.';
const TOO_MANY_UNKNOWN_KEYS =
  'Too many messages without a known key from this address. Wait before the next.';
const TOO_MANY_AT_ONCE = 'Too many messages are being received at once. Try again in a second.';
const ENCODED = 'Send the body without Content-Encoding: compressed bodies are not accepted.';
const REFUSED_BODIES = {
  'too large': [413, -32600, 'The body is larger than 256 KB.'],
  'too slow': [408, -32600, 'The body took too long to arrive.'],
  'not text': [400, -32700, 'Parse error: the body is not UTF-8.'],
} as const;

/**
 * The message of a request that may be answered; null if the request was refused, in which case the refusal has been
 * sent.
 */
export type ReadMessage = (
  request: IncomingMessage,
  response: ServerResponse,
  address: string | null,
) => Promise<Message | null>;

export function messageReader(gate: Gate, checkKey: KeyCheck, signIn: SignIn | null): ReadMessage {
  const arrivals = createBodySlots();
  return async (request, response, address) => {
    const refuse = (...refusal: Refusal): null => {
      sendRpcError(response, ...refusal);
      return null;
    };
    const authorization = request.headers.authorization ?? null;
    const wait_s = gate.admit(authorization, address, response);
    if (wait_s !== null) return refuse(...busy(TOO_MANY_UNKNOWN_KEYS, wait_s));
    if (isEncoded(request)) return refuse(415, -32600, ENCODED, null, { connection: 'close' });
    // Only the API knows whose sub-key a key is.
    const key = authorization ?? `address ${address}`;
    const place = arrivals.take({ key, parent: key }, address);
    if (typeof place === 'string') return refuse(...busy(TOO_MANY_AT_ONCE, 1));
    const body = await readBody(request).finally(place.free);
    if ('refused' in body) {
      const [status, code, why] = REFUSED_BODIES[body.refused];
      return refuse(status, code, why, null, { connection: 'close' });
    }
    const read = messageOf(body.text);
    if ('problem' in read) return refuse(400, read.code, read.problem, read.id);
    const { message } = read;
    dropNulls(message);
    renameProto(message);
    const problem = paramsProblem(message);
    if (problem) return refuse(400, -32602, problem, message.id);
    // A client that supports OAuth signs in at its first 401, and renews its token at later ones.
    if (!signIn && message.method !== 'tools/list') return message;
    const challenge = signIn ? { 'www-authenticate': signIn.challenge(authorization !== null) } : {};
    const state = signIn && authorization === null ? KEYLESS : await checkKey(authorization, address);
    if (state.key === 'valid') return message;
    if (state.key === 'unknown') return refuse(503, -32603, UNCHECKED, message.id, { 'retry-after': '2' });
    if (state.answer?.status === 429)
      return refuse(...busy(TOO_MANY_UNKNOWN_KEYS, state.answer.retry_after_s ?? 10));
    return refuse(401, -32001, signIn ? SIGN_IN : NEEDS_KEY, message.id, challenge);
  };
}

type Refusal = Parameters<typeof sendRpcError> extends [ServerResponse, ...infer Rest] ? Rest : never;

/**
 * The refusal of a message whose body may be unread. The connection ends, since the body would be taken for the next
 * request.
 */
function busy(why: string, retry_after_s: number): Refusal {
  return [429, -32000, why, null, { 'retry-after': String(retry_after_s), connection: 'close' }];
}
