import { EnvHttpProxyAgent, type RequestInit as UndiciInit, fetch as undiciFetch } from 'undici';

const PROXIES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];

/**
 * `fetch` by way of the proxy that the environment names, where it names one: `HTTPS_PROXY`, `HTTP_PROXY` and
 * `NO_PROXY`, in small or large letters. The engine's own `fetch` takes no notice of them before Node 24.
 */
export function outwardFetch(env: NodeJS.ProcessEnv = process.env): typeof fetch {
  if (!PROXIES.some((name) => env[name])) return fetch;
  const dispatcher = new EnvHttpProxyAgent();
  const through = (address: string | URL, init?: RequestInit) =>
    undiciFetch(address, { ...(init as UndiciInit), dispatcher });
  return through as unknown as typeof fetch;
}
