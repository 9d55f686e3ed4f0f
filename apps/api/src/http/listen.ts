import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Trust } from '@domesday/open-network/address';
import { boundConnections, inTurn, listenOn } from '@domesday/open-network/connections';
import { drainable } from '@domesday/open-network/draining';
import { continueWhenRead } from '@domesday/open-network/expect-continue';
import type { OnTurnedAway } from '@domesday/open-network/turned-away';
import {
  answerUnreadable,
  noteAnswer,
  type Refuse,
  type Unreadable,
} from '@domesday/open-network/unreadable';
import type { Express } from 'express';
import { STOP_TIMES } from '../processes/stop-times.ts';
import { docsUrlOf, type ErrorCode } from './errors.ts';

const withoutArrivalLimit = new WeakSet<IncomingMessage>();

/** Lets the body of a request take longer than `arrival_ms`, because it is answered while it arrives. */
export function allowLongBody(req: IncomingMessage): void {
  withoutArrivalLimit.add(req);
}

export interface Listening {
  port: number;
  /**
   * Takes no new connections. Requests that arrive on open connections within `last_requests_ms` are still answered;
   * resolves after the last answer.
   */
  close(last_requests_ms?: number): Promise<void>;
}

/**
 * Serves the app over HTTP. A request must arrive within `arrival_ms`; `onTurnedAway` hears of connections that send
 * none.
 */
export async function listen(
  app: Express,
  {
    host,
    port,
    arrival_ms,
    trust,
    onTurnedAway = () => {},
    public_url = '',
  }: {
    host: string;
    port: number;
    arrival_ms: number;
    trust: Trust;
    onTurnedAway?: OnTurnedAway;
    public_url?: string;
  },
): Promise<Listening> {
  const answer = continueWhenRead((req, res) => app(req, res));
  const handle = inTurn((req: IncomingMessage, res: ServerResponse): void => {
    boundArrival(req, res, arrival_ms, refuse);
    noteAnswer(req, res);
    answer(req, res);
  }, onTurnedAway);
  const server = createServer(
    {
      ...classesOf(app),
      maxHeaderSize: 16_384,
      // Bodies are bounded by boundArrival, since some may take longer.
      requestTimeout: 0,
      headersTimeout: arrival_ms / 2,
      // By default Node checks only every 30 seconds, so a slow request would live twice as long as it may.
      connectionsCheckingInterval: arrival_ms / 6,
      keepAliveTimeout: 65_000,
      // The app itself refuses a request without Host, with the body that every error has.
      requireHostHeader: false,
    },
    handle,
  );
  boundConnections(server, trust, { onTurnedAway });
  const refuse = answerUnreadable(server, (why) => bodyOf(why, public_url), onTurnedAway);
  server.on('checkContinue', handle);
  // An Expect other than 100-continue is ignored, as HTTP allows, instead of a 417 without a body.
  server.on('checkExpectation', handle);
  const drain = drainable(server);
  return {
    port: await listenOn(server, host, port),
    close: (last_requests_ms = 0) => drain({ last_requests_ms, most_ms: STOP_TIMES.answers_ms }),
  };
}

/**
 * Requests and responses that are made with Express's prototypes. Express would otherwise exchange the prototype of
 * each, and on Node 20 an object that gets a property after that has a hidden class of its own: V8 then looks up each
 * of its properties anew, which took a quarter of the server's time.
 */
function classesOf(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Asked extends IncomingMessage> extends ServerResponse<Asked> {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request);
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response);
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}

function boundArrival(req: IncomingMessage, res: ServerResponse, arrival_ms: number, refuse: Refuse): void {
  if (req.complete) return;
  const refuseLate = () =>
    refuse(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), req.socket);
  const timer = setTimeout(() => {
    if (!req.complete && !withoutArrivalLimit.has(req)) refuseLate();
  }, arrival_ms).unref();
  res.once('close', () => clearTimeout(timer));
}

const CODES: Record<Unreadable['status'], ErrorCode> = {
  400: 'malformed_request',
  405: 'method_not_allowed',
  408: 'malformed_request',
  431: 'uri_too_long',
};

/** The usual error body, for input that cannot be parsed as HTTP and so never reaches the app. */
function bodyOf({ status, message }: Unreadable, public_url: string): string {
  const code = CODES[status];
  const advice =
    status === 431 ? `${message} Give the coordinates of a polygon with five decimals.` : message;
  return JSON.stringify({
    error: {
      code,
      message: advice,
      status,
      details: [],
      request_id: 'none',
      docs_url: docsUrlOf(code, public_url),
    },
  });
}
