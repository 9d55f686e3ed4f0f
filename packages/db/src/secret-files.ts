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
 * The environment with the secrets, or those of `names`, read from files: `DATABASE_URL_FILE=/run/secrets/database-url`
 * is replaced by the content of that file, without its final line break. Throws a sentence if a file cannot be read, or
 * if the variable itself has another value: a command would then work on another database than the one that is meant.
 */
export function withSecretFiles(
  env: NodeJS.ProcessEnv,
  names: readonly string[] = SECRETS,
): NodeJS.ProcessEnv {
  const read: NodeJS.ProcessEnv = {};
  for (const name of names) {
    const path = env[`${name}_FILE`];
    if (!path) continue;
    const secret = contentOf(`${name}_FILE`, path);
    if (env[name] && env[name] !== secret)
      throw new Error(`${name} and ${name}_FILE are both set and differ. Unset one of them.`);
    read[name] = secret;
  }
  return { ...env, ...read };
}

/**
 * The environment for a process that needs no secrets: without the secrets, the names of their files, and publishers'
 * tokens.
 */
export function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own_variables = Object.entries(env).filter(
    ([name]) => !SECRETS.includes(name.replace(/_FILE$/, '')) && !name.startsWith('DOMESDAY_TOKEN_'),
  );
  return Object.fromEntries(own_variables);
}

function contentOf(variable: string, path: string): string {
  let secret: string;
  try {
    secret = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${variable} names ${path}, which cannot be read (${code}).`);
  }
  if (!secret) throw new Error(`${variable} names ${path}, which is empty.`);
  return secret;
}
