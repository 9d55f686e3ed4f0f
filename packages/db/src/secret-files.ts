import { readFileSync } from 'node:fs';

/** Variables that may contain a password, and so may instead name a file that contains it. */
export const SECRETS = [
  'DATABASE_URL',
  'DIRECT_DATABASE_URL',
  'READ_DATABASE_URLS',
  'FICTIONAL_DATABASE_URL',
  'REDIS_URL',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
];

/**
 * The environment with the secrets, or those of `names`, read from files: `DATABASE_URL_FILE=/run/secrets/database-url` is replaced by the
 * content of that file, without its final line break. A variable that is set itself takes precedence. Throws a
 * sentence if a file cannot be read.
 */
export function withSecretFiles(
  env: NodeJS.ProcessEnv,
  names: readonly string[] = SECRETS,
): NodeJS.ProcessEnv {
  const read: NodeJS.ProcessEnv = {};
  for (const name of names) {
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
