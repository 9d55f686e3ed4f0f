import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { endGently } from './early-answer.ts';
import type { OnTurnedAway, TurnedAway } from './turned-away.ts';

/**
 * Why a request never became one: Node's parser answers these by itself, without a body, unless it is told otherwise.
 * To CONNECT, which asks a proxy for a way to another server, it would answer nothing.
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

/** What a client speaks that takes this port for another: its address is wrong, or a setting of a proxy. */
const BEGINNINGS: [TurnedAway, string][] = [
  ['tls', '\x16\x03'],
  ['proxy_protocol', 'PROXY '],
  ['proxy_protocol', '\r\n\r\n\0\r\nQUIT\n'],
  ['http2', 'PRI * HTTP/2'],
];

/** What each connection answers, or answered last. */
const answers = new WeakMap<object, ServerResponse>();

/** Notes what a connection is answering: in the middle of an answer, a refusal would be read as a part of it. */
export function noteAnswer(request: IncomingMessage, response: ServerResponse): void {
  answers.set(request.socket, response);
}

/** Answers what cannot be read as HTTP with a body, of JSON, as every other refusal has one, and tells why. */
export function answerUnreadable(
  server: Server,
  bodyOf: (why: Unreadable) => string,
  onTurnedAway?: OnTurnedAway,
): Refuse {
  const refuse: Refuse = (error, socket) => {
    const begun = answers.get(socket);
    const amid = begun?.headersSent && !begun.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable || amid) return void socket.destroy();
    const why = whyOf(error);
    // Browsers open connections on which they may then ask for nothing.
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
    // Node listens no longer for those of this connection.
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
