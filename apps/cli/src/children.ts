import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { restartLimit } from './restart-limit.ts';
import { say } from './service-log.ts';

export interface Child {
  name: string;
  stop(): Promise<void>;
}

/** Time limit of a stop. A stopping server gives up its own waits earlier than this. */
const STOPS_WITHIN_MS = 18_000;

export interface Watched {
  name: string;
  script: string;
  env: NodeJS.ProcessEnv;
  healthy(): Promise<boolean>;
  onGivenUp(reason: string): void;
  /** Reports restarts and kills; writes to standard error if absent. */
  tell?(sentence: string): void;
  /** Interval of the health checks of a running server, milliseconds. */
  look_every_ms?: number;
  /** Time without an answer after which the server is killed and restarted, milliseconds. */
  deaf_ms?: number;
  /**
   * The same limit before the first answer. It is longer: on a busy machine a start is slow, and a restart is as slow.
   */
  starts_within_ms?: number;
}

/**
 * Runs a server as a child process. Restarts it when it dies or no longer answers, at most five times within a minute.
 * Resolves once `healthy` answers.
 */
export async function keepRunning(watched: Watched): Promise<Child> {
  const { name, script, env, healthy, onGivenUp } = watched;
  const { tell = say, look_every_ms = 2000, deaf_ms = 20_000, starts_within_ms = 60_000 } = watched;
  let stopping = false;
  let child: ChildProcess;
  const countDeath = restartLimit();
  let died: string | null = null;
  let health: HealthWatch | undefined;

  const start = (): void => {
    // In a separate process group: Ctrl-C reaches only this process, which stops its children in order.
    child = spawn(process.execPath, [script], {
      env,
      // The channel closes when this process dies, however it dies, and the child then stops.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: process.platform !== 'win32',
    });
    child.on('exit', (code, signal) => gone(signal ?? code));
    // A process that could not be started emits `error` and no `exit`.
    child.on('error', (error) => child.pid === undefined && gone(error.message));
    health?.started();
  };
  const gone = (ended: unknown): void => {
    if (stopping) return;
    died = `${name} ended with ${ended}`;
    // Before the first answer `keepRunning` throws instead.
    if (!health) return;
    const too_many = countDeath();
    if (too_many) onGivenUp(`${died}, ${too_many}`);
    else {
      tell(`${died}; starting it again`);
      setTimeout(() => !stopping && start(), 500);
    }
  };
  start();
  // By the clock, since a check of a server that accepts connections and does not answer takes long by itself.
  const gives_up_ms = performance.now() + starts_within_ms;
  while (!(await healthy())) {
    if (died !== null) throw new Error(`${died} before it was ready. Its own message stands above.`);
    if (performance.now() > gives_up_ms)
      throw new Error(`${name} was not ready within ${starts_within_ms / 1000} s.`);
    await sleep(50);
  }
  health = watchHealth(healthy, { look_every_ms, deaf_ms, starts_within_ms }, (silence_ms) => {
    if (stopping || child.exitCode !== null || child.signalCode !== null) return;
    tell(`${name} has not answered for ${silence_ms / 1000} s; ending it`);
    child.kill('SIGKILL');
  });
  return {
    name,
    stop: () =>
      new Promise((done) => {
        stopping = true;
        health?.stop();
        if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return done();
        child.once('exit', () => done());
        child.kill('SIGTERM');
        setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS).unref();
      }),
  };
}

interface HealthWatch {
  /** The server was started again, and has not answered yet. */
  started(): void;
  stop(): void;
}

/**
 * Calls `onDeaf` after `deaf_ms` without an answer, or after `starts_within_ms` if the server has just started. The
 * wait then begins anew.
 */
function watchHealth(
  healthy: () => Promise<boolean>,
  {
    look_every_ms,
    deaf_ms,
    starts_within_ms,
  }: Required<Pick<Watched, 'look_every_ms' | 'deaf_ms' | 'starts_within_ms'>>,
  onDeaf: (silence_ms: number) => void,
): HealthWatch {
  let heard_ms = performance.now();
  let looked_ms = heard_ms;
  let silence_ms = deaf_ms;
  let looking = false;
  /** If this process itself was suspended, as on a sleeping machine, the silence does not count. */
  const forgiveStandstill = (): void => {
    const now_ms = performance.now();
    if (now_ms - looked_ms > deaf_ms / 2) heard_ms = now_ms;
    looked_ms = now_ms;
  };
  const look = async (): Promise<void> => {
    forgiveStandstill();
    if (looking) return;
    looking = true;
    const well = await healthy();
    // This process may also have been suspended during the check, which then failed only for that reason.
    forgiveStandstill();
    if (well) {
      heard_ms = performance.now();
      silence_ms = deaf_ms;
    }
    looking = false;
    if (performance.now() - heard_ms < silence_ms) return;
    heard_ms = performance.now();
    onDeaf(silence_ms);
  };
  const timer = setInterval(look, look_every_ms);
  return {
    started: () => {
      heard_ms = performance.now();
      silence_ms = starts_within_ms;
    },
    stop: () => clearInterval(timer),
  };
}

/** Whether an address answers with 200. */
export async function answers(url: string): Promise<boolean> {
  try {
    // biome-ignore lint/style/noRestrictedGlobals: the answer of our own server is short, and read at once.
    const response = await fetch(url, { signal: AbortSignal.timeout(1000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
