import { readTrustedProxies } from '@domesday/open-network/address';
import { ANY_INTERFACE, reachableHost } from '@domesday/open-network/hosts';
import { isHostName, publicUrlProblem, readSignIn } from '@domesday/open-network/public-address';
import { integersOf, logLevelProblems } from '@domesday/open-network/settings';

export interface McpConfig {
  /** Interface to listen on. */
  host: string;
  /** TCP port of the MCP server; 0 = any free one. */
  port: number;
  /** Address of the REST layer, with or without `/v1`. */
  api_url: string;
  /** Host names accepted in `Host` and `Origin` besides the loopback names: the public one and further ones. */
  allowed_hosts: string[];
  /** Proxies whose X-Forwarded-For is believed: addresses, networks, or loopback, linklocal, uniquelocal. */
  trusted_proxies?: string[];
  /** pino level. */
  log_level: string;
  /** Longest wait for an answer of the REST layer, milliseconds. */
  timeout_ms: number;
  /** Address that callers use, without a path, if hosted clients sign in with OAuth; else null. */
  oauth_issuer: string | null;
}

/** Reads the configuration from the environment. Throws one sentence for each invalid variable. */
export function readConfig(env: NodeJS.ProcessEnv): McpConfig {
  const problems: string[] = [];
  const integer = integersOf(env, problems);
  const api_port = integer('API_PORT', 8080, 1, 65535);
  const config: McpConfig = {
    host: env.HOST || '127.0.0.1',
    port: integer('MCP_PORT', 8081, 0, 65535),
    api_url: env.API_URL || `http://${reachableHost(env.HOST ?? '')}:${api_port}`,
    allowed_hosts: [...namesIn(env.MCP_ALLOWED_HOSTS ?? ''), ...publicName(env)],
    log_level: env.LOG_LEVEL || 'info',
    timeout_ms: integer('MCP_TIMEOUT_MS', 30_000, 100, 600_000),
    oauth_issuer: null,
  };
  const sign_in = readSignIn(env);
  if (typeof sign_in === 'string') problems.push(sign_in);
  else config.oauth_issuer = sign_in?.issuer ?? null;
  problems.push(...[publicUrlProblem(env.PUBLIC_URL) ?? []].flat());
  const unusable = namesIn(env.MCP_ALLOWED_HOSTS ?? '').find((name) => !isHost(name));
  if (unusable !== undefined)
    problems.push(
      `MCP_ALLOWED_HOSTS contains ${JSON.stringify(unusable)}: it takes host names separated by commas, without https:// and without a port.`,
    );
  const trusted = readTrustedProxies(env.TRUSTED_PROXIES);
  if (trusted && 'problem' in trusted) problems.push(trusted.problem);
  else if (trusted) config.trusted_proxies = trusted.proxies;
  const api = URL.parse(config.api_url);
  if (api?.username || api?.password) problems.push('API_URL must hold no user name and no password.');
  else if (!/^https?:$/.test(api?.protocol ?? '') || !isHostName(api!.hostname) || api!.search || api!.hash)
    problems.push(
      `API_URL must be one http or https address without ? and #, not ${JSON.stringify(config.api_url)}.`,
    );
  problems.push(...logLevelProblems(config.log_level));
  if (problems.length) throw new Error(problems.join('\n'));
  return config;
}

function namesIn(list: string): string[] {
  const names = list.split(',').map((name) => name.trim().toLowerCase());
  return names.filter(Boolean);
}

/** Whether the Host of a request, which is compared without its port, can be this name. */
function isHost(name: string): boolean {
  return isHostName(name) && URL.parse(`http://${name}`)?.hostname === name;
}

/**
 * The public host name, which a proxy passes on as Host. Empty for a server on every interface: it accepts any name
 * until MCP_ALLOWED_HOSTS names some, so the public name must not limit it.
 */
function publicName(env: NodeJS.ProcessEnv): string[] {
  const name = URL.parse(env.PUBLIC_URL ?? '')?.hostname;
  return name && !ANY_INTERFACE.has(env.HOST || '127.0.0.1') ? [name] : [];
}
