import type { ServerResponse } from 'node:http';

/**
 * Bytes handed to a connection in one write. The operating system buffers at least as many, so a client that reads
 * slowly has read nothing of a piece that was not handed over whole.
 */
export const PIECE_BYTES = 16_384;

/** Hands the bytes to the connection piece by piece. Returns how many were handed over before the connection ended. */
export async function handOver(res: ServerResponse, bytes: Buffer): Promise<number> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES)
    if (!(await send(res, bytes.subarray(from, from + PIECE_BYTES)))) return from;
  return bytes.length;
}

/** Writes bytes to the client's connection; resolves to false if the connection has ended. */
function send(res: ServerResponse, bytes: Buffer): Promise<boolean> {
  const { socket } = res;
  if (res.closed || !socket) return Promise.resolve(false);
  return new Promise((done) => {
    const gone = () => done(false);
    res.once('close', gone);
    res.write(bytes, (error) => {
      res.off('close', gone);
      // Node reports no error for a write that the end of its connection cut short.
      done(!error && !socket.destroyed);
    });
  });
}
