import { directFetch, outwardFetch } from '../publishers/outward.ts';

const PATIENCE_MS = 10_000;

export const UNREACHABLE =
  'Look at the proxy: /mcp and /.well-known/oauth-protected-resource* go to the MCP server, /.well-known/oauth-authorization-server and /oauth/* to the API.';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

export type Cookies = Map<string, string>;

/** Sends one request without following a redirect; a form makes it a POST. Throws if nothing answers. */
export async function ask(
  address: string,
  { form, cookies }: { form?: Record<string, string>; cookies?: Cookies } = {},
): Promise<Answer> {
  const cookie = [...(cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await send(address, {
    method: form ? 'POST' : 'GET',
    headers: cookie ? { cookie } : {},
    ...(form ? { body: new URLSearchParams(form) } : {}),
  });
  for (const set of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    if (value) cookies?.set(name, value);
    else cookies?.delete(name);
  }
  return answer;
}

/** Sends JSON, as a client sends it to an MCP server. */
export function post(address: string, body: unknown, token?: string): Promise<Answer> {
  return send(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
}

/** Submits the consent page as a person would; returns the code. */
export async function consentTo(request: string, form: Record<string, string>): Promise<string> {
  const cookies: Cookies = new Map();
  const locationOf = (answer: Answer): string => {
    const to = answer.headers.get('location');
    if (to) return new URL(to, request).href;
    const problem = /role="alert"[^>]*>([^<]+)</.exec(answer.text)?.[1];
    throw new Error(problem ?? `The page of consent answered ${answer.status}.`);
  };
  const page = locationOf(await ask(request, { cookies }));
  await ask(page, { cookies });
  const resume = locationOf(await ask(page, { cookies, form }));
  const back = new URL(locationOf(await ask(resume, { cookies })));
  const code = back.searchParams.get('code');
  if (!code) throw new Error(`The consent ended in ${back.searchParams.get('error') ?? 'no code'}.`);
  return code;
}

/** Whether an address is a loopback address, which no proxy can reach. */
export function isLoopback(address: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname);
}

async function send(address: string, options: RequestInit): Promise<Answer> {
  const fetching = isLoopback(address) ? directFetch : outwardFetch();
  try {
    const response = await fetching(address, {
      ...options,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as { code?: string; message: string };
    const by = /, (with the proxy of .*)$/.exec((error as Error).message)?.[1];
    throw new Error(`${new URL(address).origin} does not answer${by ? `, ${by}` : ''}: ${code ?? message}.`);
  }
}
