import type { RequestListener } from 'node:http';

const WAITS = /(?:^|\W)100-continue(?:$|\W)/i;

/**
 * Asks a client that waits with its body (`Expect: 100-continue`) for it once the body begins to be read. Node, where a
 * server does not listen to `checkContinue`, asks before anything is known of the request, and a client that will be
 * refused would send it all. An answer without the body ends the connection, since the client may then send the body or
 * another request.
 */
export function continueWhenRead(handle: RequestListener): RequestListener {
  return (request, response) => {
    if (!WAITS.test(request.headers.expect ?? '')) return handle(request, response);
    const { shouldKeepAlive } = response;
    const read = request._read;
    request._read = (size) => {
      request._read = read;
      if (!response.headersSent && !response.destroyed) {
        response.shouldKeepAlive = shouldKeepAlive;
        response.writeContinue();
      }
      read.call(request, size);
    };
    response.shouldKeepAlive = false;
    handle(request, response);
  };
}
