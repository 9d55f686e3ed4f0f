import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { endGently } from './early-answer.ts';
import type { OnTurnedAway, TurnedAway } from './turned-away.ts';

/**
 * The refusal of data that are not a readable request. By default Node's parser answers these itself, without a body,
 * and does not answer CONNECT, a request to a proxy, at all.
 */
export interface Unreadable {
  status: 400 | 405 | 408 | 431;
  message: string;
}

type ParserError = NodeJS.ErrnoException & { rawPacket?: Buffer };

/** Refuses a connection whose request cannot be read, or has not arrived in time. */
export type Refuse = (error: ParserError, socket: Duplex) => void;

const REASONS = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};
const CONNECT = 'ERR_CONNECT';

/** First bytes of other protocols: the client has a wrong address, or a proxy a wrong setting. */
const BEGINNINGS: [TurnedAway, string][] = [
  ['tls', '\x16\x03'],
  ['proxy_protocol', 'PROXY '],
  ['proxy_protocol', '\r\n\r\n\0\r\nQUIT\n'],
  ['http2', 'PRI * HTTP/2'],
];

/** The current or last answer of each connection. */
const answers = new WeakMap<object, ServerResponse>();

/** Records what a connection is answering: a refusal in the middle of an answer would be read as part of it. */
export function noteAnswer(request: IncomingMessage, response: ServerResponse): void {
  answers.set(request.socket, response);
}

/** Answers data that cannot be read as HTTP with a JSON body, like every other refusal, and reports the reason. */
export function answerUnreadable(
  server: Server,
  bodyOf: (why: Unreadable) => string,
  onTurnedAway?: OnTurnedAway,
): Refuse {
  const refuse: Refuse = (error, socket) => {
    const latest = answers.get(socket);
    const mid_answer = latest?.headersSent && !latest.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable || mid_answer) return void socket.destroy();
    const why = whyOf(error);
    // Browsers open spare connections without sending a request; these are not reported.
    if ((socket as Socket).bytesRead > 0) onTurnedAway?.(reasonOf(why.status, error.rawPacket));
    const body = bodyOf(why);
    const headOnly = error.rawPacket?.toString('latin1', 0, 5) === 'HEAD ';
    socket.write(
      `HTTP/1.1 ${why.status} ${REASONS[why.status]}\r\n${why.status === 405 ? 'Allow: \r\n' : ''}Cache-Control: no-store\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${headOnly ? '' : body}`,
    );
    endGently(socket as Socket);
  };
  server.on('clientError', refuse);
  server.on('connect', (_request, socket) => {
    // Node no longer handles errors of this socket.
    socket.on('error', () => socket.destroy());
    refuse(Object.assign(new Error(), { code: CONNECT }), socket);
  });
  return refuse;
}

function whyOf({ code }: ParserError): Unreadable {
  if (code === 'HPE_HEADER_OVERFLOW')
    return { status: 431, message: 'URL and headers together may have at most 16 KB.' };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { status: 408, message: 'The request took too long to arrive.' };
  if (code === CONNECT) return { status: 405, message: 'CONNECT is not offered: this server is no proxy.' };
  return { status: 400, message: 'The request is not valid HTTP.' };
}

function reasonOf(status: Unreadable['status'], arrived?: Buffer): TurnedAway {
  if (status === 431) return 'too_large';
  if (status === 408) return 'late';
  if (status === 405) return 'connect';
  const text = arrived?.toString('latin1', 0, 12) ?? '';
  return BEGINNINGS.find(([, beginning]) => text.startsWith(beginning))?.[0] ?? 'not_http';
}
