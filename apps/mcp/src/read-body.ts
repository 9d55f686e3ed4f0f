import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { watchArrival } from '@domesday/open-network/arrival';

/** Largest body of a call: a polygon of thousands of points fits. */
export const BODY_LIMIT_BYTES = 256 * 1024;

export type ReadBody = { text: string } | { refused: 'too large' | 'too slow' | 'not text' };

/**
 * The body as text, or why it was refused. Text in another encoding would be read with replacement characters, and the
 * call answered and charged as a different one. Rejects if the connection breaks.
 */
export function readBody(request: IncomingMessage): Promise<ReadBody> {
  return new Promise((resolve, reject) => {
    const watched = watchArrival(request, () => resolve({ refused: 'too slow' }));
    allOf(request)
      .then((bytes) => resolve(bytes === null ? { refused: 'too large' } : textOf(bytes)), reject)
      .finally(watched);
  });
}

const textOf = (bytes: Buffer): ReadBody =>
  isUtf8(bytes) ? { text: bytes.toString() } : { refused: 'not text' };

async function allOf(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  // The rest of a body that is too large is not read, but the connection stays open, so that the refusal can be sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
