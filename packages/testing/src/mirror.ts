import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a publisher received it. */
export interface Seen {
  /** `host/path?query`, as the product named it. */
  at: string;
  method: string;
  headers: IncomingMessage['headers'];
}

export type Play = (request: IncomingMessage, response: ServerResponse, times: number) => void;

export interface FileAnswer {
  etag?: string | null;
  last_modified?: string | null;
  type?: string;
  /** Answers with the whole file, whatever part is requested. */
  ignores_range?: boolean;
  /** Breaks the connection after this many bytes of the body: one number for each request. */
  cuts?: number[];
  /** Sends no Content-Length. */
  unsized?: boolean;
}

export interface Mirror {
  url: string;
  seen: Seen[];
  /** A fetch that sends requests for all publishers to the mirror; no other host can be reached through it. */
  fetch: typeof fetch;
  /** Sets the answer for an address, given as `host/path`, with or without its query. */
  play(at: string, play: Play): void;
  /** Serves a file as a correct server does, with the exceptions in `how`. */
  file(at: string, body: Uint8Array | string, how?: FileAnswer): void;
  json(at: string, body: unknown): void;
  close(): Promise<void>;
}

/** A server on the loopback interface that replaces all publishers: `https://host/path` is `<url>/host/path`. */
export async function startMirror(): Promise<Mirror> {
  const plays = new Map<string, Play>();
  const counts = new Map<string, number>();
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const at = request.url!.slice(1);
    seen.push({ at, method: request.method!, headers: request.headers });
    const name = plays.has(at) ? at : at.split('?')[0]!;
    const times = counts.get(name) ?? 0;
    counts.set(name, times + 1);
    const play = plays.get(name);
    if (play) play(request, response, times);
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html><p>not here');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const mirror: Mirror = {
    url,
    seen,
    fetch: (address, init) => {
      const { host, pathname, search } = new URL(String(address));
      return fetch(`${url}/${host}${pathname}${search}`, init);
    },
    play: (at, play) => void plays.set(at, play),
    file: (at, body, how = {}) => mirror.play(at, playFile(Buffer.from(body), how)),
    json: (at, body) =>
      mirror.play(at, (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      }),
    close: () => new Promise((done) => server.close(() => done()).closeAllConnections()),
  };
  return mirror;
}

function playFile(body: Buffer, how: FileAnswer): Play {
  const etag = how.etag === undefined ? '"one"' : how.etag;
  const cuts = [...(how.cuts ?? [])];
  return (request, response) => {
    const { range, 'if-range': condition, 'if-none-match': known } = request.headers;
    const modified = how.last_modified ?? null;
    const validators = {
      ...(etag ? { etag } : {}),
      ...(modified ? { 'last-modified': modified } : {}),
    };
    if (etag && known === etag) return void response.writeHead(304, validators).end();
    const since = request.headers['if-modified-since'];
    if (modified && since === modified) return void response.writeHead(304, validators).end();
    const same = condition === undefined || condition === etag || condition === modified;
    const begins = Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
    const part = Boolean(range) && same && !how.ignores_range;
    if (part && begins >= body.length)
      return void response.writeHead(416, { ...validators, 'content-range': `bytes */${body.length}` }).end();
    const sent = part ? body.subarray(begins) : body;
    response.writeHead(part ? 206 : 200, {
      ...validators,
      'content-type': how.type ?? 'application/octet-stream',
      ...(how.unsized ? {} : { 'content-length': sent.length }),
      ...(part ? { 'content-range': `bytes ${begins}-${body.length - 1}/${body.length}` } : {}),
    });
    if (request.method === 'HEAD') return void response.end();
    const cut = cuts.shift();
    if (cut === undefined || cut >= sent.length) response.end(sent);
    else response.write(sent.subarray(0, cut), () => setTimeout(() => response.destroy(), 50));
  };
}
