import { withoutSecrets } from '@domesday/db';

/**
 * Removes an operator's settings from the environment. Otherwise tests or benchmarks started from the shell of a server
 * would upgrade, load and empty the databases that it serves, and write into the operator's home folder.
 */
export function forgetOperator(env: NodeJS.ProcessEnv = process.env): void {
  const harmless = withoutSecrets(env);
  for (const name of Object.keys(env)) if (!(name in harmless) || name === 'DOMESDAY_HOME') delete env[name];
}
