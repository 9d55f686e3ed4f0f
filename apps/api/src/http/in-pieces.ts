import type { ServerResponse } from 'node:http';

const PIECE_BYTES = 65_536;
/** Pieces that all connections together are handed in one turn of the event loop. */
const PIECES_A_TURN = 4;

const waiting: (() => void)[] = [];

/**
 * Ends an answer with these bytes, a piece at a time. A client gets the next piece when the system has taken the one
 * before, and all clients take turns, so that other requests are answered between the pieces of many large answers.
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
  if (waiting.length === 1) setImmediate(takeTurn);
}

function takeTurn(): void {
  const tasks = waiting.splice(0, PIECES_A_TURN);
  if (waiting.length) setImmediate(takeTurn);
  for (const task of tasks) task();
}
