import { resolve } from 'node:path';

/**
 * The folder from which a relative DOMESDAY_HOME is resolved: the checkout named by the wrapper script, or else the
 * current folder.
 */
export function rootFolder(): string {
  return resolve(process.env.DOMESDAY_ROOT ?? process.cwd());
}

/** The data folder, for an error message of a command that has not read its settings. */
export function homeFolder(): string {
  return resolve(rootFolder(), process.env.DOMESDAY_HOME || '.domesday');
}
