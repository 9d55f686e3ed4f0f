import { format } from 'node:util';
import type { Logger } from 'pino';

/**
 * Sends console output of libraries and Node to the log, since a log collector reads one JSON document from each line.
 * An example is the warning of the authorization library that it wants a newer Node.
 */
export function logConsole(log: Pick<Logger, 'info' | 'warn'>): void {
  console.info = (...said) => log.info(format(...said));
  console.warn = (...said) => log.warn(format(...said));
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ error: String(warning) }, 'Node warns'));
}
