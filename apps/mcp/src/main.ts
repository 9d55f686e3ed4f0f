import { pino } from 'pino';
import { readConfig } from './config.ts';
import { createMcpServer } from './server.ts';

const config = readConfig(process.env);
const log = pino({ level: config.log_level, name: 'mcp' });
const server = createMcpServer({
  apiUrl: config.api_url,
  host: config.host,
  port: config.port,
  allowedHosts: config.allowed_hosts,
  timeoutMs: config.timeout_ms,
  log,
});
const { url } = await server.listen();
log.info({ url, api_url: config.api_url }, 'listening');

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  });
}
