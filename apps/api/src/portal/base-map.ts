import { closeSync, openSync, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { RequestHandler } from 'express';
import { ApiError, notFound } from '../http/errors.ts';
import { localsOf } from '../http/locals.ts';
import { limitMap } from '../http/rate-limit.ts';
import type { Services } from '../http/services.ts';

/** Most bytes in one range. A map reads one directory or tile at a time, none of which is larger. */
const MOST_BYTES = 16_777_216;
const HEADER_BYTES = 127;
const RANGE = /^bytes=(\d{1,15})-(\d{1,15})$/;

/** One sentence if the file is not a PMTiles archive of version 3 that can be read; null if it is. */
export function archiveProblem(path: string): string | null {
  const header = Buffer.alloc(HEADER_BYTES);
  try {
    const file = openSync(path, 'r');
    try {
      readSync(file, header, 0, HEADER_BYTES, 0);
    } finally {
      closeSync(file);
    }
  } catch {
    return `BASE_MAP must name a file that can be read, not "${path}".`;
  }
  const archive = header.toString('latin1', 0, 7) === 'PMTiles' && header[7] === 3;
  return archive ? null : `BASE_MAP must be a PMTiles archive of version 3, which "${path}" is not.`;
}

/**
 * Sends one range of bytes of the operator's archive, free. The whole archive may be of any size and is never sent.
 * Errors: 404 without a base map, 400 without a range or with one above 16 MB, 429 above the limit of the key.
 */
export function baseMap(services: Services): RequestHandler {
  const path = services.base_map === null ? null : resolve(services.base_map);
  return async (req, res, next) => {
    if (path === null) throw notFound('unknown_path', 'This service has no base map: BASE_MAP names one.');
    await limitMap(services, localsOf(res).caller!, 'ranges');
    const [, first, last] = RANGE.exec(req.headers.range ?? '') ?? [];
    const bytes = Number(last) - Number(first) + 1;
    if (!(bytes >= 1 && bytes <= MOST_BYTES))
      throw new ApiError(
        400,
        'malformed_request',
        `Request one range of at most ${MOST_BYTES} bytes, such as Range: bytes=0-16383.`,
      );
    const { size, mtimeMs } = await stat(path);
    // If the If-Range condition failed, the whole archive would be sent.
    delete req.headers['if-range'];
    res.setHeader('Content-Type', 'application/vnd.pmtiles');
    res.setHeader('Cache-Control', 'private, max-age=86400');
    res.setHeader('ETag', `"${size}-${Math.round(mtimeMs)}"`);
    res.sendFile(path, { cacheControl: false, dotfiles: 'allow' }, (error) => {
      if (error && !res.headersSent) next(error);
    });
  };
}
