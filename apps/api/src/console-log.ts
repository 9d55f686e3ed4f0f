import { format } from 'node:util';
import type { Logger } from 'pino';

/**
 * Sends to the log what libraries and Node say on the console, such as that the library of the authorization server
 * wants a newer Node: a collector reads one JSON document from each line.
 */
export function logConsole(log: Pick<Logger, 'info' | 'warn'>): void {
  console.info = (...said) => log.info(format(...said));
  console.warn = (...said) => log.warn(format(...said));
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ error: String(warning) }, 'Node warns'));
}
