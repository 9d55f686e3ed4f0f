import { fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

/** The peak memory and CPU time of a process so far. */
export interface Spent {
  memory_mb: number;
  cpu_seconds: number;
}

export interface WorkerProcess<Order, Answer> {
  /** Sends an order and returns its answer. Only one order may be open at a time. */
  ask(order: Order): Promise<Answer>;
  /** Ends the process and returns its peak memory and CPU time. */
  stop(): Promise<Spent>;
}

export interface WorkerTimes {
  /** Longest wait for the answer to an order. The largest order takes minutes on a slow machine. */
  answers_within_ms?: number;
  /** Longest wait for the end of a process that is stopped. */
  ends_within_ms?: number;
  /** Longest time without a heartbeat while a process has an order. A process sends one each second. */
  silent_within_ms?: number;
}

const ANSWERS_WITHIN_MS = 3_600_000;
const ENDS_WITHIN_MS = 10_000;
const SILENT_WITHIN_MS = 120_000;
const LOOKS_PER_SILENCE = 10;
/** The file descriptor of the heartbeat. */
const PULSE = 4;

/** A message from the process to its parent. */
type Message<Answer> = { answer: Answer; spent: Spent } | { failed: string; code: unknown };

/**
 * Starts a process of a script that calls `serveOrders`. `task` describes the process in errors, such as `fits areas`.
 */
export function startWorkerProcess<Order extends object, Answer>(
  task: string,
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  times: WorkerTimes = {},
): WorkerProcess<Order, Answer> {
  const { answers_within_ms = ANSWERS_WITHIN_MS, ends_within_ms = ENDS_WITHIN_MS } = times;
  const { silent_within_ms = SILENT_WITHIN_MS } = times;
  const child = fork(script, args, {
    env,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc', 'pipe'],
  });
  const silence = silenceOf(child.stdio[PULSE] as Socket);
  let settle: { done: (answer: Answer) => void; fail: (error: Error) => void } | null = null;
  let spent: Spent = { memory_mb: 0, cpu_seconds: 0 };
  let ended: Error | null = null;
  let late = '';
  const exited = new Promise<void>((done) => {
    const end = (why: unknown): void => {
      ended = new Error(`A process that ${task} ended with ${why}${late}`);
      settle?.fail(ended);
      done();
    };
    child.once('exit', (code, signal) => end(signal ?? code));
    // A process that could not be started emits no `exit`.
    child.on('error', (error) => child.pid === undefined && end(error.message));
  });
  child.on('message', (message: Message<Answer>) => {
    if ('failed' in message)
      return settle?.fail(Object.assign(new Error(message.failed), { code: message.code }));
    spent = message.spent;
    settle?.done(message.answer);
  });
  return {
    ask: (order) => {
      const end = (why: string): void => {
        late = `, since it ${why}`;
        child.kill('SIGKILL');
      };
      const overdue = setTimeout(
        () => end(`had not answered for ${Math.round(answers_within_ms / 1000)} s`),
        answers_within_ms,
      );
      silence.begin();
      // Checks are counted rather than time, so that a pause of this process itself is not taken for silence.
      const looking = setInterval(() => {
        if (silence.look() > LOOKS_PER_SILENCE)
          end(`had stood still for ${Math.round(silent_within_ms / 1000)} s`);
      }, silent_within_ms / LOOKS_PER_SILENCE);
      return new Promise<Answer>((done, fail) => {
        if (ended) return fail(ended);
        settle = { done, fail };
        // With a callback, an order to a process that has just died fails; without one, it would end this process.
        child.send(order, (error) => error && fail(ended ?? error));
      }).finally(() => {
        clearTimeout(overdue);
        clearInterval(looking);
      });
    },
    stop: async () => {
      if (child.connected) child.disconnect();
      const overdue = setTimeout(() => child.kill('SIGKILL'), ends_within_ms);
      await exited;
      clearTimeout(overdue);
      return spent;
    },
  };
}

/** Counts the checks since the last heartbeat of a process; 0 for a process that has never sent one. */
function silenceOf(pulse: Socket) {
  let looks = 0;
  let has_beaten = false;
  pulse.on('data', () => {
    has_beaten = true;
    looks = 0;
  });
  pulse.on('error', () => {});
  pulse.unref();
  return {
    begin: () => {
      looks = 0;
    },
    look: () => (has_beaten ? ++looks : 0),
  };
}

/**
 * The code of a thread that sends a heartbeat to the parent each second, and ends the process once the parent has died.
 * It also signals the parent, since Windows keeps the id of a dead parent.
 */
const WATCH_PARENT = `
  const { writeSync } = require('node:fs');
  const parent = require('node:worker_threads').workerData;
  const lives = () => {
    try {
      return process.ppid === parent && process.kill(parent, 0);
    } catch (error) {
      return error.code === 'EPERM';
    }
  };
  setInterval(() => {
    if (!lives()) return process.kill(process.pid, 'SIGKILL');
    try {
      writeSync(${PULSE}, '.');
    } catch {}
  }, 1000);`;

/** Answers orders until the channel closes. Runs in a process that `startWorkerProcess` started. */
export async function serveOrders<Order, Answer>(answer: (order: Order) => Promise<Answer>): Promise<void> {
  // A thread of its own, since the main thread is blocked while an order is computed.
  new Worker(WATCH_PARENT, { eval: true, workerData: process.ppid }).unref();
  // The parent may have closed the channel. Without a callback, the failed send would end this process with a stack
  // trace.
  const tell = (message: Message<Answer>) => process.connected && process.send!(message, () => {});
  process.on('message', (order: Order) => {
    answer(order)
      .then((own) => tell({ answer: own, spent: spentHere() }))
      .catch((error: Error & { code?: unknown }) => tell({ failed: error.message, code: error.code }));
  });
  // The command line unreferences its channel so that commands can end, but this process must wait for orders.
  process.channel?.ref();
  await new Promise<void>((done) => process.once('disconnect', done));
}

/** The peak memory and CPU time of this process. */
export function spentHere(): Spent {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  return {
    memory_mb: Math.round(maxRSS / 1024),
    cpu_seconds: Math.round((userCPUTime + systemCPUTime) / 1e4) / 100,
  };
}
