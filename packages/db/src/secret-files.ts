import { readFileSync } from 'node:fs';

/** Variables that may hold a password, and so may be given as the name of a file that holds it. */
const SECRETS = ['DATABASE_URL', 'DIRECT_DATABASE_URL', 'READ_DATABASE_URLS', 'REDIS_URL', 'METRICS_TOKEN'];

/**
 * The environment with the secrets that lie in files: `DATABASE_URL_FILE=/run/secrets/database-url` stands for the
 * content of that file, without the line break at its end. A variable that is set itself goes first. Throws a
 * sentence where a file cannot be read.
 */
export function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read: NodeJS.ProcessEnv = {};
  for (const name of SECRETS) {
    const path = env[`${name}_FILE`];
    if (!path || env[name]) continue;
    try {
      read[name] = readFileSync(path, 'utf8').trim();
    } catch (error) {
      throw new Error(
        `${name}_FILE names ${path}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`,
      );
    }
    if (!read[name]) throw new Error(`${name}_FILE names ${path}, which is empty.`);
  }
  return { ...env, ...read };
}
