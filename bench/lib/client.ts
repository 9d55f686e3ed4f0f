import { Pool } from 'undici';

export interface Replied {
  status: number;
  text: string;
}

export interface Client {
  /** GET, or POST if there is JSON to send. */
  ask(path: string, json?: string): Promise<Replied>;
  close(): Promise<void>;
}

const CONNECTIONS = 64;

/** A client with kept-alive connections that needs little processor time, since it shares the cores with the server. */
export function client(port: number, secret: string): Client {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: CONNECTIONS, pipelining: 1 });
  const authorization = `Bearer ${secret}`;
  const get = { authorization };
  const post = { authorization, 'content-type': 'application/json' };
  return {
    ask: (path, json) =>
      new Promise((done, fail) => {
        let status = 0;
        const chunks: Buffer[] = [];
        pool.dispatch(
          { path, method: json ? 'POST' : 'GET', headers: json ? post : get, body: json ?? null },
          {
            onRequestStart: () => {},
            onResponseStart: (_controller, code) => {
              status = code;
            },
            onResponseData: (_controller, chunk) => void chunks.push(chunk),
            onResponseEnd: () => done({ status, text: Buffer.concat(chunks).toString() }),
            onResponseError: (_controller, error) => fail(error),
          },
        );
      }),
    close: () => pool.close(),
  };
}

/** The answer of a request that must succeed. */
export async function answerOf(replied: Promise<Replied>): Promise<string> {
  const { status, text } = await replied;
  if (status !== 200) throw new Error(`answered with ${status}: ${text.slice(0, 300)}`);
  return text;
}
