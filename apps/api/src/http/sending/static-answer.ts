import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { endInPieces } from './in-pieces.ts';

/** Below this size the headers of a packet weigh more than compression saves. */
const WORTH_BYTES = 1024;

type Encoding = 'br' | 'gzip' | 'identity';

export interface Static {
  plain: Buffer;
  /** The same bytes, already compressed. */
  br?: Buffer;
  gzip?: Buffer;
  content_type: string;
  cache_control: string;
}

/**
 * Sends bytes that do not change. They are compressed once for each encoding, and all clients share the result, so that
 * slow readers cost no memory.
 */
export function staticAnswer({ plain, br, gzip, content_type, cache_control }: Static) {
  const tag = tagOf(plain);
  const encoded = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(plain)]]);
  if (br) encoded.set('br', Promise.resolve(br));
  if (gzip) encoded.set('gzip', Promise.resolve(gzip));
  return async (req: Request, res: Response): Promise<void> => {
    res.setHeader('Cache-Control', cache_control);
    if (isFresh(req, res, tag)) return void res.status(304).end();
    const encoding = encodingFor(req, plain.length);
    const bytes = encoded.get(encoding) ?? compress(plain, encoding, 9);
    encoded.set(encoding, bytes);
    send(res, await bytes, encoding, content_type);
  };
}

/** Sends an answer that is computed each time. The ETag is the hash of `sameness`; null means no ETag. */
export async function sendCompressed(
  req: Request,
  res: Response,
  answer: { text: string; sameness: string | null; content_type: string },
): Promise<void> {
  res.setHeader('Vary', 'Accept-Encoding');
  if (answer.sameness !== null && isFresh(req, res, tagOf(answer.sameness)))
    return void res.status(304).end();
  const plain = Buffer.from(answer.text);
  const encoding = encodingFor(req, plain.length);
  send(res, await compress(plain, encoding, 4), encoding, answer.content_type);
}

/** A weak ETag, since all encodings share it. */
function tagOf(text: string | Buffer): string {
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

function isFresh(req: Request, res: Response, tag: string): boolean {
  res.setHeader('ETag', tag);
  res.setHeader('Vary', 'Accept-Encoding');
  return isKnown(req, tag);
}

/**
 * Whether the client already has what a tag names. `req.fresh` is not used, because `fetch` adds `Cache-Control:
 * no-cache` to each conditional request, and `req.fresh` then asks for the full answer.
 */
export function isKnown(req: Request, tag: string): boolean {
  const withoutWeakMark = (one: string) => one.trim().replace(/^W\//, '');
  const known = (req.headers['if-none-match'] ?? '').split(',');
  return known.some((one) => one.trim() === '*' || withoutWeakMark(one) === withoutWeakMark(tag));
}

function encodingFor(req: Request, bytes: number): Encoding {
  if (bytes < WORTH_BYTES) return 'identity';
  return (req.acceptsEncodings(['br', 'gzip', 'identity']) || 'identity') as Encoding;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

function compress(plain: Buffer, encoding: Encoding, level: number): Promise<Buffer> {
  if (encoding === 'identity') return Promise.resolve(plain);
  if (encoding === 'gzip') return zip(plain, { level });
  return brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: level } });
}

function send(res: Response, bytes: Buffer, encoding: Encoding, content_type: string): void {
  if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding);
  res.setHeader('Content-Type', content_type);
  res.setHeader('Content-Length', bytes.length);
  endInPieces(res, bytes);
}
