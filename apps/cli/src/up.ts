import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withoutSecrets, withSecretFiles } from '@domesday/db';
import { ALREADY_NAMED } from '@domesday/open-network/environment';
import { reachableHost } from '@domesday/open-network/hosts';
import { behindLoads } from './behind-loads.ts';
import { answers, type Child, keepRunning } from './children.ts';
import { openDatabase } from './database.ts';
import { leftFiction } from './fiction-left.ts';
import { prepareFictional } from './fictional.ts';
import { oneStartAtATime } from './one-start.query.ts';
import { printJson } from './output.ts';
import { environmentFor, settings } from './program.ts';
import { type Rhythm, scheduleUpdates } from './publishers/schedule.ts';
import { sandboxKeys } from './sandbox.ts';
import { say } from './service-log.ts';
import type { Settings } from './settings.ts';
import { troubleOf } from './trouble.ts';

/** Longer than the 30 seconds that PostgreSQL gets; a hanging server is not waited for any longer. */
const DATABASE_STOPS_WITHIN_MS = 40_000;
/** A stop does not wait for a start that is still loading the fictional country. */
const LOADING_ENDS_WITHIN_MS = 1000;

export interface UpOptions {
  sandbox: boolean;
  update?: Rhythm;
  json?: boolean;
}

/** Runs the service until a signal stops it. */
export async function up({ sandbox, update, json }: UpOptions): Promise<void> {
  // With --json standard output has one document, so progress goes to standard error.
  const tell = json ? console.error : console.log;
  const began_ms = Number(process.env.DOMESDAY_BEGAN_MS) || Date.now();
  const servers = await serverConfigurations();
  const read = await settings(servers);
  if (read.api_port === read.mcp_port)
    throw new Error(`API_PORT and MCP_PORT are both ${read.api_port}. Set one of them to another port.`);
  await mustBeFree('API_PORT', read.host, read.api_port);
  await mustBeFree('MCP_PORT', read.host, read.mcp_port);
  mustServe(read, servers);
  const open = await openDatabase(read);
  const children: Child[] = [];
  let stopped: Promise<void> | undefined;
  const stop = (code: number): Promise<void> => {
    stopped ??= (async () => {
      // Stops the MCP server first, since it calls the API; PostgreSQL last.
      for (const child of children.reverse()) await child.stop();
      await Promise.race([open.close(LOADING_ENDS_WITHIN_MS), sleep(DATABASE_STOPS_WITHIN_MS)]);
      process.exit(code);
    })();
    return stopped;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

  try {
    const [fictional_url, keys] = await oneStartAtATime(open.db, tell, async () => [
      await prepareFictional(read, open, sandbox, tell),
      await sandboxKeys(open.db, read.home),
    ]);
    const env = {
      ...environmentFor(read.api_database_url ?? open.url),
      [ALREADY_NAMED]: '1',
      FICTIONAL_DATABASE_URL: fictional_url ?? '',
      FICTIONAL_DATABASE_URL_FILE: '',
      API_PORT: String(read.api_port),
      MCP_PORT: String(read.mcp_port),
      HOST: read.host,
      API_PROCESSES: read.api_processes ?? String(processesFor(availableParallelism())),
    };
    const rest = `http://${reachableHost(read.host)}:${read.api_port}`;
    const base = `${rest}/v1`;
    const mcp = `http://${reachableHost(read.host)}:${read.mcp_port}`;
    const giveUp = (reason: string) => {
      say(reason);
      void stop(1);
    };
    open.keepRunning(giveUp);
    const healthy = (origin: string) => () => answers(`${origin}/health`);
    const keep = (name: string, app: string, origin: string, env: NodeJS.ProcessEnv) =>
      keepRunning({ name, script: serverProgram(app), env, healthy: healthy(origin), onGivenUp: giveUp });
    // Start both at the same time: each has a core, and the MCP server calls the API only for its callers.
    children.push(
      ...(await Promise.all([
        keep('the API', 'api', rest, env),
        // The MCP server does not use the database and is open to strangers, so it gets no secrets.
        keep('the MCP server', 'mcp', mcp, withoutSecrets(env)),
      ])),
    );
    const { signInPath } = await import('@domesday/api/portal');
    const path = await signInPath(open.db, keys.test, await open.now());
    const welcome = { portal: new URL(base).origin + path, rest: base, mcp: `${mcp}/mcp`, key: keys.test };
    const ready_s = Number(((Date.now() - began_ms) / 1000).toFixed(1));
    if (update) {
      const updating = { ...environmentFor(open.url), [ALREADY_NAMED]: '1' };
      children.push(scheduleUpdates(update, read.home, updating));
    }
    if (json) printJson({ ...welcome, ready_s });
    else {
      printWelcome({ ...welcome, first_call: fictional_url ? 'addresses/search?q=9+quaxley' : 'status' });
      console.log(`ready in ${ready_s.toFixed(1)} s`);
    }
    // After an upgrade, tables that this version computes differently are served as they were until the next build.
    const { reason, mend } = await behindLoads(open.db);
    if (reason) tell(`${reason} ${mend}`);
    const { told } = await leftFiction(open.db);
    if (told) tell(told);
  } catch (error) {
    // A failure that the stop itself caused is not reported.
    const message = stopped ? null : troubleOf((await open.explained(error)) as Error);
    if (message !== null && json) printJson({ error: { message } });
    else if (message !== null) say(`error: ${message}`);
    await stop(1);
  }
}

type ReadConfiguration = (env: NodeJS.ProcessEnv) => unknown;

async function serverConfigurations(): Promise<ReadConfiguration[]> {
  const [api, mcp] = await Promise.all([import('@domesday/api/config'), import('@domesday/mcp/config')]);
  return [api.readConfig, mcp.readConfig];
}

/** Refuses settings that the servers would refuse, before a database is created and filled for them. */
function mustServe(
  { api_database_url, database_url }: Settings,
  servers: readonly ReadConfiguration[],
): void {
  const DATABASE_URL = api_database_url ?? database_url ?? 'postgres://127.0.0.1/embedded';
  const env = { ...withSecretFiles(process.env), DATABASE_URL };
  const problems = servers.flatMap((readConfig) => {
    try {
      readConfig(env);
      return [];
    } catch (error) {
      return (error as Error).message.split('\n');
    }
  });
  if (problems.length > 0) throw new Error([...new Set(problems)].join('\n'));
}

/** The built server of an app, located relative to this file, since the command may be called in any folder. */
export function serverProgram(app: string): string {
  return join(import.meta.dirname, '../..', app, 'dist/main.js');
}

/**
 * Half of the cores, since PostgreSQL needs the others; with ten connections each, the processes stay below its limit.
 */
function processesFor(cores: number): number {
  return Math.min(4, Math.max(1, Math.floor(cores / 2)));
}

type Welcome = Record<'portal' | 'rest' | 'mcp' | 'key' | 'first_call', string>;

function printWelcome({ portal, rest, mcp, key, first_call }: Welcome): void {
  const config = {
    mcpServers: { domesday: { type: 'http', url: mcp, headers: { Authorization: `Bearer ${key}` } } },
  };
  const { origin } = new URL(rest);
  console.log(`
portal ${portal}
       (signs one browser of this machine in, once, within 15 minutes; later: ${origin})
REST   ${rest}   (documentation: ${origin}/docs)
MCP    ${mcp}
key    ${key}   (a test key: it can call every operation and costs nothing)

curl -H "Authorization: Bearer ${key}" "${rest}/${first_call}"

${JSON.stringify(config, null, 2)}
`);
}

function mustBeFree(variable: string, host: string, port: number): Promise<void> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const { code } = error;
      if (code === 'EADDRINUSE')
        return fail(
          new Error(
            `The port ${port} on ${host} is in use. Stop what uses it, or set ${variable} to another one.`,
          ),
        );
      const remedy =
        code === 'EACCES'
          ? `This user may not: set ${variable} to a port from 1024 on`
          : 'Set HOST to an address of this machine';
      fail(new Error(`The port ${port} of ${host} cannot be listened on (${code}). ${remedy}.`));
    });
    probe.listen(port, host, () => probe.close(() => done()));
  });
}
