import { withoutSecrets } from '@domesday/db';

/**
 * Takes the settings of an operator out of the environment: whoever runs tests or benchmarks from the shell of a server
 * would else have them upgrade, load and empty the databases that are served, and write into their home folder.
 */
export function forgetOperator(env: NodeJS.ProcessEnv = process.env): void {
  const kept = withoutSecrets(env);
  for (const name of Object.keys(env)) if (!(name in kept) || name === 'DOMESDAY_HOME') delete env[name];
}
