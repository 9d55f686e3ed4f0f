import type { ServerResponse } from 'node:http';

/**
 * Bytes that are handed to a connection at once: no more than the system holds for it, so that a client which reads
 * slowly has read nothing yet of a piece that is not handed over whole.
 */
export const PIECE_BYTES = 16_384;

/** Hands the bytes to the connection piece by piece; gives how many were handed over before it ended. */
export async function handOver(res: ServerResponse, bytes: Buffer): Promise<number> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES)
    if (!(await send(res, bytes.subarray(from, from + PIECE_BYTES)))) return from;
  return bytes.length;
}

/** Resolves when the bytes are written to the client's connection; false if that has ended. */
function send(res: ServerResponse, bytes: Buffer): Promise<boolean> {
  const { socket } = res;
  if (res.closed || !socket) return Promise.resolve(false);
  return new Promise((done) => {
    const gone = () => done(false);
    res.once('close', gone);
    res.write(bytes, (error) => {
      res.off('close', gone);
      // Node tells no error of a write that the end of its connection cut short.
      done(!error && !socket.destroyed);
    });
  });
}
