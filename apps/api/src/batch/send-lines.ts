import type { ServerResponse } from 'node:http';
import { handOver, PIECE_BYTES } from '../http/sending/hand-over.ts';

/** Sends lines. Returns how many were handed to the connection before it ended; the last one perhaps in part. */
export async function sendLines(res: ServerResponse, lines: readonly string[]): Promise<number> {
  let count = 0;
  while (count < lines.length) {
    const piece = pieceFrom(lines, count);
    if ((await handOver(res, Buffer.concat(piece))) === 0) break;
    count += piece.length;
  }
  return count;
}

/** The next whole lines that fit in a piece, but at least one. */
function pieceFrom(lines: readonly string[], from: number): Buffer[] {
  const piece: Buffer[] = [];
  for (let bytes = 0, i = from; i < lines.length; i++) {
    const line = Buffer.from(lines[i]!);
    bytes += line.length;
    if (piece.length > 0 && bytes > PIECE_BYTES) break;
    piece.push(line);
  }
  return piece;
}
