import type { IncomingMessage } from 'node:http';

/** Largest body of a call: a polygon of thousands of points fits. */
export const BODY_LIMIT_BYTES = 256 * 1024;

/** The body as text; null if it exceeds the limit. Rejects if the connection breaks off. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  // The rest of a body that is too large is not read, so that the refusal can still be sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
