import { resolve } from 'node:path';

/** From where DOMESDAY_HOME is read: the checkout that the wrapper script gives, or else the current folder. */
export function rootFolder(): string {
  return resolve(process.env.DOMESDAY_ROOT ?? process.cwd());
}

/** The folder of all data, for a message of a command that has not read its settings. */
export function homeFolder(): string {
  return resolve(rootFolder(), process.env.DOMESDAY_HOME || '.domesday');
}
