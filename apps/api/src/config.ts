import { addressProblem } from '@domesday/db';
import { readTrustedProxies } from '@domesday/open-network/address';
import { publicUrlProblem, readSignIn } from '@domesday/open-network/public-address';
import { integersOf, logLevelProblems } from '@domesday/open-network/settings';
import { archiveProblem } from './portal/base-map.ts';

export interface ApiConfig {
  /** Interface to listen on. */
  host: string;
  /** TCP port of the REST API; 0 = any free one. */
  port: number;
  /** PostgreSQL connection string. */
  database_url: string;
  /** Whether the database is behind a connection pooler in transaction mode. */
  pooled?: boolean;
  /** Database replicas from which answers may be read. */
  read_database_urls?: string[];
  /** The database of the fictional country, which is served until `database_url` holds real data. */
  fictional_database_url?: string;
  /** Number of processes that share the port. */
  processes?: number;
  /** Number of processes in which each of them answers the items of batches and jobs. */
  batch_processes?: number;
  /** pino level. */
  log_level: string;
  /** Connections to the database. */
  pool_size: number;
  /** Longest a statement of a request may run, milliseconds. */
  statement_timeout_ms: number;
  /** Memory of a process for its cache of repeated answers and reads, MB; no cache if absent. */
  kept_answers_mb?: number;
  /** Collector of OpenTelemetry traces (OTLP over HTTP); null = none. */
  otlp_endpoint?: string;
  /** Redis in which several API processes share their rate limits; null = each process counts by itself. */
  redis_url: string | null;
  /** Address that callers use, without /v1; errors link to their documentation under it. */
  public_url?: string;
  /**
   * Bearer token of the collector that reads /metrics on the port of the API; without it there is no such path.
   */
  metrics_token?: string;
  /** TCP port that serves only /metrics; null = none. */
  metrics_port?: number;
  /** Proxies whose X-Forwarded-For is trusted: addresses, networks, or loopback, linklocal, uniquelocal. */
  trusted_proxies?: string[];
  /** PMTiles archive that the maps of the portal are drawn on; none if absent. */
  base_map?: string;
  /** True if webhooks may have http and private addresses: for tests, and for endpoints in the operator's network. */
  webhooks_anywhere?: boolean;
  /** OAuth for hosted clients of the MCP server; null if it is off. */
  oauth?: { issuer: string; redirects: string[] };
}

/** Reads the configuration from the environment. Throws one sentence for each invalid variable. */
export function readConfig(env: NodeJS.ProcessEnv): ApiConfig {
  const problems: string[] = [];
  const integer = integersOf(env, problems);
  const config: ApiConfig = {
    host: env.HOST || '127.0.0.1',
    port: integer('API_PORT', 8080, 0, 65535),
    database_url: env.DATABASE_URL ?? '',
    processes: integer('API_PROCESSES', 1, 1, 64),
    batch_processes: integer('BATCH_PROCESSES', 1, 1, 64),
    log_level: env.LOG_LEVEL || 'info',
    pool_size: integer('POOL_SIZE', 10, 2, 200),
    statement_timeout_ms: integer('STATEMENT_TIMEOUT_MS', 10_000, 100, 600_000),
    kept_answers_mb: integer('KEPT_ANSWERS_MB', 32, 0, 4096),
    redis_url: env.REDIS_URL || null,
  };
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT) {
    config.otlp_endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
    const collector = URL.parse(config.otlp_endpoint);
    // The path of the spans, /v1/traces, is appended to this address.
    if (!/^https?:$/.test(collector?.protocol ?? '') || /\/v1\/traces\/*$/.test(collector!.pathname))
      problems.push(
        'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address, and end before /v1/traces.',
      );
    // The headers hold a secret, so the message does not repeat them.
    if (!/^([\w!#$%&'*+.^`|~-]+=[^,]*(,\s*|$))*$/.test(env.OTEL_EXPORTER_OTLP_HEADERS?.trim() ?? ''))
      problems.push('OTEL_EXPORTER_OTLP_HEADERS must be name=value, several separated by commas.');
  }
  if (env.DATABASE_POOLER) {
    config.pooled = env.DATABASE_POOLER === 'transaction';
    if (!['transaction', 'session'].includes(env.DATABASE_POOLER))
      problems.push(
        `DATABASE_POOLER must be transaction or session, not ${JSON.stringify(env.DATABASE_POOLER)}.`,
      );
  }
  config.read_database_urls = (env.READ_DATABASE_URLS ?? '').split(',').flatMap((one) => one.trim() || []);
  if (env.FICTIONAL_DATABASE_URL) {
    config.fictional_database_url = env.FICTIONAL_DATABASE_URL;
    if (env.FICTIONAL_DATABASE_URL === env.DATABASE_URL)
      problems.push('FICTIONAL_DATABASE_URL must name another database than DATABASE_URL.');
  }
  const addresses = [
    ...(config.database_url ? [['DATABASE_URL', config.database_url] as const] : []),
    ...(config.fictional_database_url
      ? [['FICTIONAL_DATABASE_URL', config.fictional_database_url] as const]
      : []),
    ...config.read_database_urls.map((one) => ['READ_DATABASE_URLS', one] as const),
  ];
  problems.push(...addresses.flatMap(([name, address]) => addressProblem(name, address) ?? []));
  if (env.PUBLIC_URL) {
    config.public_url = env.PUBLIC_URL;
    problems.push(...[publicUrlProblem(env.PUBLIC_URL) ?? []].flat());
  }
  if (env.BASE_MAP) {
    config.base_map = env.BASE_MAP;
    problems.push(...[archiveProblem(env.BASE_MAP) ?? []].flat());
  }
  if (env.WEBHOOKS_ANYWHERE) {
    config.webhooks_anywhere = env.WEBHOOKS_ANYWHERE === 'on';
    if (!['on', 'off'].includes(env.WEBHOOKS_ANYWHERE))
      problems.push(`WEBHOOKS_ANYWHERE must be on or off, not ${JSON.stringify(env.WEBHOOKS_ANYWHERE)}.`);
  }
  const oauth = oauthOf(env);
  if (typeof oauth === 'string') problems.push(oauth);
  else if (oauth) config.oauth = oauth;
  if (env.METRICS_TOKEN) {
    config.metrics_token = env.METRICS_TOKEN;
    // A header can hold no other characters. The token is a secret, so the message does not repeat it.
    if (!/^[\x21-\x7e]{16,}$/.test(env.METRICS_TOKEN))
      problems.push('METRICS_TOKEN must have 16 characters or more, of ASCII and without spaces.');
  }
  if (env.METRICS_PORT) config.metrics_port = integer('METRICS_PORT', 0, 0, 65535);
  if (config.metrics_port && config.metrics_port === config.port)
    problems.push(`API_PORT and METRICS_PORT are both ${config.port}. Set one of them to another port.`);
  const trusted = readTrustedProxies(env.TRUSTED_PROXIES);
  if (trusted && 'problem' in trusted) problems.push(trusted.problem);
  else if (trusted) config.trusted_proxies = trusted.proxies;
  if (!config.database_url) problems.push('DATABASE_URL must name a PostgreSQL 15 or newer.');
  if (config.redis_url) problems.push(...[redisProblem(config.redis_url) ?? []].flat());
  problems.push(...logLevelProblems(config.log_level));
  if (problems.length) throw new Error(problems.join('\n'));
  return config;
}

/**
 * Why the Redis client could not read an address; null if it can. The address may hold a password, so it is not
 * repeated.
 */
function redisProblem(address: string): string | null {
  const url = URL.parse(address);
  if (!/^rediss?:\/\//i.test(address.trimStart()))
    return 'REDIS_URL must be an address that begins with redis:// or rediss://.';
  const { pathname = 'none', username = '', password = '' } = url ?? {};
  try {
    decodeURIComponent(username + password);
    if (/^\/?\d*$/.test(pathname)) return null;
  } catch {}
  return 'REDIS_URL cannot be read. Write a port up to 65535 and only the number of a database after its host, as in redis://host:6379/0, and the characters #, /, ?, @ and % of its password as %23, %2F, %3F, %40 and %25.';
}

/** The settings of OAuth; null unless OAUTH=on; a sentence if they are invalid. */
function oauthOf(env: NodeJS.ProcessEnv): ApiConfig['oauth'] | string | null {
  const sign_in = readSignIn(env);
  if (sign_in === null || typeof sign_in === 'string') return sign_in;
  const redirects = (env.OAUTH_REDIRECTS ?? '').split(',').flatMap((one) => one.trim() || []);
  const wrong = redirects.find((one) => !URL.canParse(one));
  if (wrong !== undefined)
    return `OAUTH_REDIRECTS contains ${JSON.stringify(wrong)}, which is not an address.`;
  return { ...sign_in, redirects };
}
