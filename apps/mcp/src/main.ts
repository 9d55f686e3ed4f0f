import { setFlagsFromString } from 'node:v8';
import { configured, listening, readNamed } from '@domesday/open-network/environment';
import { logOutput } from '@domesday/open-network/log-output';
import { warnOfFewFiles } from '@domesday/open-network/open-files';
import { pino } from 'pino';
import { readConfig } from './config.ts';
import { createMcpServer } from './server.ts';

// Answers only pass through. By default V8 would let surviving objects fill four times the memory in use before it
// collects again.
setFlagsFromString('--heap-growing-percent=50');

const config = configured(() => readNamed(process.env, readConfig));
const log = pino({ level: config.log_level, name: 'mcp' }, logOutput());
warnOfFewFiles(log);
const server = createMcpServer({
  apiUrl: config.api_url,
  host: config.host,
  port: config.port,
  allowedHosts: config.allowed_hosts,
  ...(config.trusted_proxies ? { trustedProxies: config.trusted_proxies } : {}),
  timeoutMs: config.timeout_ms,
  oauthIssuer: config.oauth_issuer,
  log,
});
const { url } = await listening(server.listen(), { MCP_PORT: config.port });
log.info({ url, api_url: config.api_url }, 'listening');
log.flush();
setInterval(() => log.flush(), 1000).unref();

/** The starter kills this process after 18 seconds or more (`domesday up`, `deploy/systemd`). */
const STOPS_WITHIN_MS = 15_000;
/** Time in which a proxy may still send requests on a connection that it has kept open. */
const LAST_REQUESTS_MS = 500;

let stopping = false;
function stop(reason: string): void {
  if (stopping) return;
  stopping = true;
  log.info({ reason }, 'stopping');
  // Whatever is still awaited by then will not come, because the API hangs.
  setTimeout(() => process.exit(1), STOPS_WITHIN_MS).unref();
  server.close(LAST_REQUESTS_MS).then(
    () => process.exit(0),
    () => process.exit(1),
  );
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal));
// The process that started this one has died: nothing else would stop this one.
process.on('disconnect', () => stop('its starter is gone'));
if (process.connected === false) stop('its starter is gone');
