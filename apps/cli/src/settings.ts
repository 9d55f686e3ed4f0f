import { join, resolve } from 'node:path';
import { addressProblem } from '@domesday/db';
import { wholeNumber } from '@domesday/open-network/settings';

export interface Settings {
  /** Folder of the embedded database, downloaded files and the sandbox keys. */
  home: string;
  /** The operator's PostgreSQL; null = the embedded one. */
  database_url: string | null;
  /** Address that the API connects to, if different: a connection pooler in front of the same database. */
  api_database_url?: string | null;
  /** The database of the fictional country; null = beside the embedded one, and none beside an operator's own. */
  fictional_database_url: string | null;
  host: string;
  api_port: number;
  mcp_port: number;
  /** Number of API processes; absent = derived from the number of cores. */
  api_processes?: string;
}

/** Quotes, blanks and variables, which a shell would process, but a reader of an environment file may not. */
const WITHOUT_SHELL = /^['"\s]|['"\s]$|^\$|\$\{/;

/** The two keys that scripts read from the home folder. */
export function keyFiles(home: string): [test: string, live: string] {
  return [join(home, 'sandbox-key'), join(home, 'sandbox-live-key')];
}

/** Reads the variables that all commands share. Throws at the first invalid one, with a message that names it. */
export function readSettings(env: NodeJS.ProcessEnv, root: string): Settings {
  const port = (name: string, fallback: number): number => {
    const text = env[name];
    if (!text) return fallback;
    const value = wholeNumber(text);
    if (value >= 1 && value <= 65535) return value;
    throw new Error(`${name} must be a port from 1 to 65535, not ${JSON.stringify(text)}.`);
  };
  // Loads and migrations hold locks and temporary tables of one connection, which a pooler in transaction mode does not
  // support.
  const pooled = env.DATABASE_POOLER === 'transaction';
  const name = env.DIRECT_DATABASE_URL ? 'DIRECT_DATABASE_URL' : 'DATABASE_URL';
  const problem = env[name] ? addressProblem(name, env[name]) : null;
  if (problem) throw new Error(problem);
  const fictional = env.FICTIONAL_DATABASE_URL || null;
  const unusable = fictional && addressProblem('FICTIONAL_DATABASE_URL', fictional);
  if (unusable) throw new Error(unusable);
  if (pooled && env.DATABASE_URL && !env.DIRECT_DATABASE_URL)
    throw new Error(
      'DATABASE_POOLER=transaction: set DIRECT_DATABASE_URL too, the address of the database without the pooler, for loads and migrations.',
    );
  // An environment file is read without a shell, so ~ would be a folder of that name in the checkout.
  if (env.DOMESDAY_HOME?.startsWith('~'))
    throw new Error(
      `DOMESDAY_HOME is ${JSON.stringify(env.DOMESDAY_HOME)}, and only a shell reads ~ as your home folder. Write out the whole path.`,
    );
  if (WITHOUT_SHELL.test(env.DOMESDAY_HOME ?? ''))
    throw new Error(
      `DOMESDAY_HOME is ${JSON.stringify(env.DOMESDAY_HOME)}: quotation marks, variables and spaces at its ends would be part of the name of the folder. Write the path alone.`,
    );
  // Other characters would make every request to a publisher fail.
  if (/[^\x20-\x7e]/.test(env.DOMESDAY_CONTACT ?? ''))
    throw new Error('DOMESDAY_CONTACT goes into a header of requests: write it in ASCII, on one line.');
  return {
    home: resolve(root, env.DOMESDAY_HOME || '.domesday'),
    database_url: env[name] || null,
    api_database_url: env.DATABASE_URL || null,
    fictional_database_url: fictional,
    host: env.HOST || '127.0.0.1',
    api_port: port('API_PORT', 8080),
    mcp_port: port('MCP_PORT', 8081),
    ...(env.API_PROCESSES ? { api_processes: env.API_PROCESSES } : {}),
  };
}
