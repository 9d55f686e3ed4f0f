import { fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

/** What a process has taken so far. */
export interface Spent {
  memory_mb: number;
  cpu_seconds: number;
}

export interface WorkerProcess<Order, Answer> {
  /** One order at a time. */
  ask(order: Order): Promise<Answer>;
  /** Ends the process, and gives the most memory that it has held and the time of the processor. */
  stop(): Promise<Spent>;
}

export interface WorkerTimes {
  /** Longest wait for the answer to an order. The largest takes minutes on a slow machine. */
  answers_within_ms?: number;
  /** Longest wait for a process that has no order any more. */
  ends_within_ms?: number;
  /** Longest silence of a process that tells each second that it lives, while it has an order. */
  silent_within_ms?: number;
}

const ANSWERS_WITHIN_MS = 3_600_000;
const ENDS_WITHIN_MS = 10_000;
const SILENT_WITHIN_MS = 120_000;
const LOOKS_PER_SILENCE = 10;
/** File descriptor on which a process tells that it lives. */
const PULSE = 4;

/** What goes back over the channel. */
type Message<Answer> = { answer: Answer; spent: Spent } | { failed: string; code: unknown };

/** Starts a process of a script that calls `serveOrders`. `task` says in errors what it does. */
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
    // One that could not be started has no other end.
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
      // Counted in looks, so that time in which this process itself stood still is not held against it.
      const looking = setInterval(() => {
        if (silence.look() > LOOKS_PER_SILENCE)
          end(`had stood still for ${Math.round(silent_within_ms / 1000)} s`);
      }, silent_within_ms / LOOKS_PER_SILENCE);
      return new Promise<Answer>((done, fail) => {
        if (ended) return fail(ended);
        settle = { done, fail };
        // Without a callback, an order to a process that has just died would end this one.
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

/** Counts the looks since a process last told that it lives; none of one that has never told it. */
function silenceOf(pulse: Socket) {
  let looks = 0;
  let told = false;
  pulse.on('data', () => {
    told = true;
    looks = 0;
  });
  pulse.on('error', () => {});
  pulse.unref();
  return {
    begin: () => {
      looks = 0;
    },
    look: () => (told ? ++looks : 0),
  };
}

/**
 * Tells the parent each second that the process lives, and ends it once the parent has died. Windows goes on naming a
 * dead parent.
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
  // In a thread of its own, since nothing else is noticed while an order is computed.
  new Worker(WATCH_PARENT, { eval: true, workerData: process.ppid }).unref();
  // A parent that has given up meanwhile reads no answer: without a callback, that would end this process with a stack.
  const tell = (message: Message<Answer>) => process.connected && process.send!(message, () => {});
  process.on('message', (order: Order) => {
    answer(order)
      .then((own) => tell({ answer: own, spent: spentHere() }))
      .catch((error: Error & { code?: unknown }) => tell({ failed: error.message, code: error.code }));
  });
  // The command line lets go of its channel, so that a command ends; this one waits there for orders.
  process.channel?.ref();
  await new Promise<void>((done) => process.once('disconnect', done));
}

/** What this process has taken: the most memory at once, and the time of the processor. */
export function spentHere(): Spent {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  return {
    memory_mb: Math.round(maxRSS / 1024),
    cpu_seconds: Math.round((userCPUTime + systemCPUTime) / 1e4) / 100,
  };
}
