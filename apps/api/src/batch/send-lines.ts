import type { ServerResponse } from 'node:http';

/** Characters that are handed to a connection at once: a portion may be more than its buffers hold. */
const PIECE = 65_536;

/**
 * Sends lines piece by piece, and returns how many were handed to the connection before it ended. Its client may have
 * read all of these, and beyond them at most a part of one piece.
 */
export async function sendLines(res: ServerResponse, lines: readonly string[]): Promise<number> {
  let count = 0;
  while (count < lines.length) {
    let piece = '';
    let until = count;
    while (until < lines.length && piece.length < PIECE) piece += lines[until++];
    if (!(await send(res, piece))) break;
    count = until;
  }
  return count;
}

/** Resolves when the text is written to the client's connection; false if that has ended. */
function send(res: ServerResponse, text: string): Promise<boolean> {
  const { socket } = res;
  if (res.closed || !socket) return Promise.resolve(false);
  return new Promise((done) => {
    const gone = () => done(false);
    res.once('close', gone);
    res.write(text, (error) => {
      res.off('close', gone);
      // Node tells no error of a write that the end of its connection cut short.
      done(!error && !socket.destroyed);
    });
  });
}
