import cluster from 'node:cluster';
import { realpathSync } from 'node:fs';
import { SECRETS, withSecretFiles } from '@domesday/db';
import { configured, listening, readNamed } from '@domesday/open-network/environment';
import { logOutput } from '@domesday/open-network/log-output';
import { warnOfFewFiles } from '@domesday/open-network/open-files';
import { pino } from 'pino';
import { ITEMS_ARGUMENT } from './batch/items-process.ts';
import { serveItems } from './batch/serve-items.ts';
import { readConfig } from './config.ts';
import { logConsole } from './console-log.ts';
import { startPrimary } from './processes/primary.ts';
import { STOP_TIMES } from './processes/stop-times.ts';
import { connectWorker, reportServing } from './processes/worker.ts';
import { startApi } from './server.ts';

// Resolve the path: if it is a link to this version's folder, it may lead to a newer one when a worker is replaced.
process.argv[1] = realpathSync(process.argv[1]!);

const env = configured(() => withSecretFiles(process.env));
// The exporter of traces reads the key for its collector from process.env itself.
if (env.OTEL_EXPORTER_OTLP_HEADERS) process.env.OTEL_EXPORTER_OTLP_HEADERS = env.OTEL_EXPORTER_OTLP_HEADERS;
// Child processes read the same variables, so only this process reports on them.
const tell = cluster.isPrimary && process.argv[2] !== ITEMS_ARGUMENT ? console.error : () => {};
const config = configured(() => readNamed(env, readConfig, { secrets: SECRETS, tell }));
const several = (config.processes ?? 1) > 1;

async function start(): Promise<() => Promise<void>> {
  if (several && cluster.isPrimary) {
    const log = pino({ level: config.log_level }, logOutput({ at_once: true }));
    warnOfFewFiles(log);
    const primary = startPrimary(config.processes!, log, () => process.exit(1));
    return () => primary.stop();
  }
  const items_program = new URL(import.meta.url);
  const log = pino({ level: config.log_level }, logOutput());
  logConsole(log);
  if (!several) warnOfFewFiles(log);
  const api = await listening(startApi(config, { log, items_program, ...(several ? connectWorker() : {}) }), {
    API_PORT: config.port,
    METRICS_PORT: config.metrics_port,
  });
  if (several) reportServing();
  return () => {
    // Whatever is still awaited by then will not come, because the database hangs.
    setTimeout(() => process.exit(1), STOP_TIMES.process_ms).unref();
    return api.close(STOP_TIMES.last_requests_ms);
  };
}

async function serve(): Promise<void> {
  let close: (() => Promise<void>) | undefined;
  let stopping = false;
  function stop(): void {
    if (stopping) return;
    stopping = true;
    if (!close) process.exit(1);
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  }
  // The parent process has died: nothing else would stop this one.
  process.on('disconnect', stop);
  if (process.connected === false) stop();
  // SIGHUP comes when the terminal is closed in which the process was started.
  const listenToSignals = () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  };
  // Signals end the first process of a container only if it handles them, so listen even while waiting for the
  // database.
  const is_first = process.pid === 1;
  if (is_first) listenToSignals();
  close = await start();
  if (!is_first) listenToSignals();
}

await (process.argv[2] === ITEMS_ARGUMENT ? serveItems(config) : serve());
