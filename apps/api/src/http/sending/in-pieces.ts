import type { ServerResponse } from 'node:http';

const PIECE_BYTES = 65_536;
/**
 * Pieces handed over at a time, for all connections together, and the pause before the next: at most 64 MB a second. A
 * turn of the event loop accepts one connection, so without a pause a new client would wait for all pieces.
 */
const PIECES_A_TURN = 2;
const PAUSE_MS = 2;

const waiting: (() => void)[] = [];
let taking = false;

/**
 * Ends an answer with these bytes, one piece at a time. A client gets the next piece when the operating system has
 * taken the previous one, and clients take turns, so that other requests are answered between the pieces of large
 * answers.
 */
export function endInPieces(res: ServerResponse, bytes: Buffer): void {
  let from = 0;
  const next = (): void => {
    if (res.destroyed) return;
    const piece = bytes.subarray(from, from + PIECE_BYTES);
    from += PIECE_BYTES;
    if (from >= bytes.length) res.end(piece);
    else res.write(piece, (error) => error ?? inTurn(next));
  };
  if (bytes.length <= PIECE_BYTES) next();
  else inTurn(next);
}

function inTurn(task: () => void): void {
  waiting.push(task);
  if (taking) return;
  taking = true;
  setImmediate(takeTurn);
}

function takeTurn(): void {
  const tasks = waiting.splice(0, PIECES_A_TURN);
  taking = tasks.length > 0;
  if (taking) setTimeout(takeTurn, PAUSE_MS);
  for (const task of tasks) task();
}
