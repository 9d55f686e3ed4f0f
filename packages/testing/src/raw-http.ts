import { type Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';

export interface RawResponse {
  /** 0 if the connection ended without an answer. */
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export class NoAnswer extends Error {}

/**
 * Sends a request with its path unchanged, which fetch would normalise. Rejects with NoAnswer after `within_ms`.
 */
export function sendAsIs(
  base: URL,
  request: {
    method: string;
    path: string;
    headers: Record<string, string>;
    body: Buffer | null;
    agent: Agent;
  },
  within_ms: number,
): Promise<RawResponse> {
  return new Promise((done, fail) => {
    const { method, path, headers, body, agent } = request;
    const length: Record<string, string> = body ? { 'Content-Length': String(body.length) } : {};
    const sent = httpRequest(
      { host: base.hostname, port: base.port, path, method, agent, headers: { ...headers, ...length } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () =>
          finish(() => done({ status: response.statusCode!, headers: response.headers, text })),
        );
        response.on('error', (error) => finish(() => fail(error)));
      },
    );
    const timer = setTimeout(() => {
      sent.destroy();
      fail(new NoAnswer(`no answer within ${within_ms} ms`));
    }, within_ms);
    const finish = (then: () => void) => {
      clearTimeout(timer);
      then();
    };
    sent.on('error', (error) => finish(() => fail(error)));
    sent.end(body ?? undefined);
  });
}

/** Sends bytes that no HTTP client would send, and reads until the server closes. */
export function sendBytes(base: URL, bytes: Buffer, within_ms: number): Promise<RawResponse> {
  return new Promise((done, fail) => {
    const socket = connect(Number(base.port), base.hostname);
    const parts: Buffer[] = [];
    const timer = setTimeout(() => {
      socket.destroy();
      fail(new NoAnswer(`no answer within ${within_ms} ms`));
    }, within_ms);
    const finish = () => {
      clearTimeout(timer);
      done(parsed(Buffer.concat(parts).toString('utf8')));
    };
    socket.on('data', (part) => parts.push(part));
    // A server that refuses early resets a connection on which bytes are still being sent.
    socket.on('error', finish);
    socket.on('close', finish);
    socket.write(bytes);
  });
}

function parsed(answer: string): RawResponse {
  const end = answer.indexOf('\r\n\r\n');
  const [first = '', ...lines] = answer.slice(0, end === -1 ? undefined : end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  let text = end === -1 ? '' : answer.slice(end + 4);
  if (headers['transfer-encoding'] === 'chunked')
    text = text.replace(/^[0-9a-f]+\r\n/i, '').replace(/\r\n0\r\n\r\n$/, '');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0), headers, text };
}
