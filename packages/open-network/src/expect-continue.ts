import type { RequestListener } from 'node:http';

const WAITS = /(?:^|\W)100-continue(?:$|\W)/i;

/**
 * Sends `100 Continue` to a client that waits for it (`Expect: 100-continue`) once the server begins to read the body.
 * Without a listener for `checkContinue`, Node sends it before the request is examined, and a client that will be
 * refused would send its whole body. If the body is never read, the connection is closed after the answer, since the
 * client may then send either the body or another request.
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
