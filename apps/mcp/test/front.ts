import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startApi } from '@domesday/api';
import type { TestClock, TestDatabase } from '@domesday/testing';
import { pino } from 'pino';
import { createMcpServer } from '../src/index.ts';

export interface Hosted {
  /** The public address of the service. */
  origin: string;
  mcp: string;
  /** Requests that reached the public address, as METHOD path. */
  seen: string[];
  close(): Promise<void>;
}

/**
 * The service as it is hosted: one public address, with the API and the MCP server behind it. `issuer` is the public
 * address in their settings; default is that of the proxy, which is reached without TLS.
 */
export async function startHosted(
  database: TestDatabase,
  clock: TestClock,
  options: {
    oauth?: boolean;
    issuer?: string;
    redirects?: string[];
    fetchDocument?: (url: string) => Promise<Response>;
  } = {},
): Promise<Hosted> {
  const seen: string[] = [];
  let leads = (_path: string): string => '';
  const front = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    seen.push(`${incoming.method} ${path.split('?', 1)[0]}`);
    passOn(incoming, outgoing, leads(path));
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const oauth = options.oauth ?? true;
  const issuer = options.issuer ?? origin;
  const api = await startApi(
    {
      host: '127.0.0.1',
      port: 0,
      database_url: database.url,
      log_level: 'silent',
      pool_size: 6,
      statement_timeout_ms: 30_000,
      redis_url: null,
      public_url: issuer,
      ...(oauth ? { oauth: { issuer, redirects: options.redirects ?? [] } } : {}),
    },
    {
      clock,
      log: pino({ level: 'silent' }),
      ...(options.fetchDocument ? { fetchDocument: options.fetchDocument } : {}),
    },
  );
  const rest = new URL(api.url).origin;
  const mcp = createMcpServer({
    apiUrl: rest,
    oauthIssuer: oauth ? issuer : null,
    now: () => clock.now().getTime(),
  });
  const tools = new URL((await mcp.listen()).url).origin;
  leads = (path) => (/^\/(mcp$|\.well-known\/oauth-protected-resource)/.test(path) ? tools : rest);
  return {
    origin,
    mcp: `${origin}/mcp`,
    seen,
    close: async () => {
      await mcp.close();
      await api.close();
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
    },
  };
}

/** Passes the request on with the name of the inner server as Host, as nginx does by default. */
function passOn(incoming: IncomingMessage, outgoing: ServerResponse, to: string): void {
  const onward = request(
    to + incoming.url,
    { method: incoming.method, headers: { ...incoming.headers, host: new URL(to).host } },
    (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    },
  );
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}

/** A browser without scripts: stores the cookies of a path and does not follow redirects by itself. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  async ask(address: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(address, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      headers: { accept: 'text/html', cookie: [...this.#cookies].map(([n, v]) => `${n}=${v}`).join('; ') },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      if (value) this.#cookies.set(name!, value);
      else this.#cookies.delete(name!);
    }
    return response;
  }

  /** Opens the request of a client, fills the page in and returns the address that the client is sent back to. */
  async consent(authorization: URL | string, form: Record<string, string>): Promise<URL> {
    const begun = await this.ask(String(authorization));
    if (begun.status !== 303) throw new Error(`${begun.status} ${await begun.text()}`);
    const page = new URL(begun.headers.get('location')!, authorization);
    await this.ask(page.href);
    const sent = await this.ask(page.href, form);
    if (sent.status !== 303) throw new Error(`${sent.status} ${await sent.text()}`);
    const back = await this.ask(new URL(sent.headers.get('location')!, authorization).href);
    return new URL(back.headers.get('location')!);
  }
}
