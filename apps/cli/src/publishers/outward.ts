import { readAhead } from '@domesday/open-network/read-ahead';
import {
  Agent,
  type Dispatcher,
  EnvHttpProxyAgent,
  type RequestInit as UndiciInit,
  fetch as undiciFetch,
} from 'undici';

/** `fetch` without a proxy, for a server on this machine or in the operator's own network. */
export const directFetch = fetchBy(new Agent());

/**
 * `fetch` through the proxy that the environment names, if any: `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in lower or
 * upper case. Node's own `fetch` ignores them before Node 24. Throws if one of them is not the address of a proxy.
 */
export function outwardFetch(env: NodeJS.ProcessEnv = process.env): typeof globalThis.fetch {
  const [http, https] = [proxyIn(env, 'http_proxy'), proxyIn(env, 'https_proxy')];
  const named = [https, http].flatMap((proxy) => proxy?.name ?? []);
  if (named.length === 0) return directFetch;
  const proxied = fetchBy(
    new EnvHttpProxyAgent({
      httpProxy: http?.address ?? '',
      httpsProxy: https?.address ?? http?.address ?? '',
    }),
  );
  return async (address, init) => {
    try {
      return await proxied(address, init);
    } catch (error) {
      if ((error as Error).message !== 'fetch failed') throw error;
      throw new TypeError(`fetch failed, with the proxy of ${named.join(' and ')}`, {
        cause: firstCause(error),
      });
    }
  };
}

function fetchBy(agent: Agent | EnvHttpProxyAgent): typeof globalThis.fetch {
  const dispatcher: Dispatcher = agent.compose(readAhead);
  const ask = (address: string | URL, init?: RequestInit) =>
    undiciFetch(address, { ...(init as UndiciInit), dispatcher });
  return ask as unknown as typeof globalThis.fetch;
}

/** As in curl, an address without a scheme is an http proxy. */
function proxyIn(env: NodeJS.ProcessEnv, small: string): { name: string; address: string } | null {
  const name = [small, small.toUpperCase()].find((one) => env[one]);
  if (name === undefined) return null;
  const value = env[name]!;
  const address = /^[a-z0-9]+:\/\//i.test(value) ? value : `http://${value}`;
  if (/^https?:/i.test(address) && URL.canParse(address)) return { name, address };
  throw new Error(`${name} is not the address of a proxy. Set it to one such as http://proxy.example:3128.`);
}

/** The library wraps the reason for a proxy's refusal in its own errors. */
function firstCause(error: unknown): unknown {
  let first = error;
  while ((first as Error).cause instanceof Error) first = (first as Error).cause;
  const refused = /^Proxy response \((\d+)\)/.exec((first as Error).message);
  return refused ? new Error(`the proxy answered ${refused[1]}`) : first;
}
