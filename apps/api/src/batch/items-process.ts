import { type ChildProcess, fork } from 'node:child_process';
import type { OperationId } from '@domesday/contract';
import type { Logger } from 'pino';
import type { Caller } from '../accounts/callers.ts';
import { ApiError } from '../http/errors.ts';
import { type SilenceTimes, watchSilence } from '../processes/silence.ts';
import type { Answered } from './answered.ts';
import type { Lane } from './lanes.ts';
import type { Item } from './read-items.ts';

/** What is asked of the process: items of one batch, and what their answers depend on beside them. */
export interface AskedItems {
  lane: Lane;
  operation: OperationId;
  /** Whether the fictional country answers. */
  fictional: boolean;
  caller: Caller;
  request_id: string;
  defaults: Record<string, unknown>;
  /** Indexes of the items that may cost nothing. */
  unpriced: ReadonlySet<number> | undefined;
  /** Whether the notices of the answers are wanted. */
  notices: boolean;
  items: readonly Item[];
}

/** What became of an item, in a form that passes between processes. */
export type Outcome = Pick<Answered, 'made' | 'price' | 'took_ms'> & {
  /** The text that the fingerprint is made of. */
  fingerprint: string | null;
  refused: Omit<ApiError, 'name' | 'stack' | 'cause'> | null;
};

export type ToItemsProcess =
  | { kind: 'items'; id: number; asked: AskedItems }
  | { kind: 'are-you-alive' }
  | { kind: 'stop' };
/** `error`: why none could be answered, such as a database that is away. */
export type FromItemsProcess =
  | { alive: true }
  | ({ id: number } & ({ outcomes: Outcome[] } | { error: { message: string; code: string | undefined } }));

/**
 * Answers the items of batches and jobs beside the process that answers single calls. Only answers are made there:
 * charging, sending and counting stay with the caller, so that nothing is charged twice or lost where it dies.
 */
export interface ItemsProcess {
  /** The outcomes in the order of the items. Throws if the process dies of them, and does so again of them alone. */
  answer(asked: AskedItems): Promise<Outcome[]>;
  /** Ends the process for good. What is still under way is given up, with an error, and so is what is asked after. */
  stop(): Promise<void>;
}

/** The argument with which the program of the API is that of this process. */
export const ITEMS_ARGUMENT = 'items';
const IDLE_MS = 60_000;
/** Longest wait for a process that was asked to end. */
const ENDS_WITHIN_MS = 5000;
/**
 * Answers are made of what dies young or soon after: with little room for it much time goes into collecting it. The
 * last limit ends this process, and not the API, where items would take all memory.
 */
const MEMORY = ['--max-semi-space-size=32', '--initial-heap-size=160', '--max-old-space-size=512'];

interface Waiting {
  asked: AskedItems;
  resolve(outcomes: Outcome[]): void;
  reject(error: Error): void;
}

interface Running {
  child: ChildProcess;
  ended: Promise<void>;
}

/** The process starts with the first items, ends after a minute without any, and is replaced if it dies or hangs. */
export function createItemsProcess(program: URL, log: Logger, times: SilenceTimes = {}): ItemsProcess {
  const waiting = new Map<number, Waiting>();
  /** What was under way where the process died: answered one by one, so that only what is deadly fails. */
  let suspects: number[] = [];
  /** What is asked meanwhile. */
  let held: number[] = [];
  let running: Running | undefined;
  let ending: Promise<void> = Promise.resolve();
  let last = 0;
  let idle: NodeJS.Timeout | undefined;
  let stopping = false;

  const start = (): Running => {
    const child = fork(program, [ITEMS_ARGUMENT], {
      execArgv: [...process.execArgv, ...MEMORY],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const silence = watchSilence(
      () => tell(child, { kind: 'are-you-alive' }),
      () => child.kill('SIGKILL'),
      times,
    );
    const ended = new Promise<unknown>((done) => {
      child.once('exit', (code, signal) => done(signal ?? code));
      // It could not be started.
      child.on('error', (error) => child.pid === undefined && done(String(error)));
    }).then((why) => {
      silence.stop();
      gone(child, why);
    });
    child.on('message', (told: FromItemsProcess) => {
      silence.heard();
      if ('alive' in told) return;
      const { id } = told;
      if ('outcomes' in told) waiting.get(id)?.resolve(told.outcomes);
      else waiting.get(id)?.reject(Object.assign(new Error(told.error.message), told.error));
      waiting.delete(id);
      if (suspects[0] === id) {
        suspects.shift();
        sendNext();
      }
      if (waiting.size === 0) idle = setTimeout(() => end('asked'), IDLE_MS).unref();
    });
    return { child, ended };
  };

  const gone = (child: ChildProcess, why: unknown): void => {
    if (running?.child !== child) return;
    running = undefined;
    log.error({ ended: why }, 'the process of batches ended; starting another');
    const deadly = suspects.shift();
    if (deadly === undefined) suspects = [...waiting.keys()];
    else {
      waiting.get(deadly)!.reject(new Error('the process of batches died of these items'));
      waiting.delete(deadly);
    }
    sendNext();
  };

  const send = (id: number): void => {
    running ??= start();
    tell(running.child, { kind: 'items', id, asked: waiting.get(id)!.asked });
  };

  const sendNext = (): void => {
    const [suspect] = suspects;
    for (const id of suspect === undefined ? held : [suspect]) send(id);
    if (suspect === undefined) held = [];
  };

  const end = (how: 'asked' | 'killed'): void => {
    if (!running) return;
    const { child, ended } = running;
    running = undefined;
    if (how === 'killed') child.kill('SIGKILL');
    else tell(child, { kind: 'stop' });
    const late = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
    ending = Promise.all([ending, ended]).then(() => clearTimeout(late));
  };

  return {
    answer: (asked) =>
      new Promise((resolve, reject) => {
        // A batch goes on with its next portion, for which another process would start and hold up the stop.
        if (stopping) return reject(stopped());
        clearTimeout(idle);
        const id = ++last;
        waiting.set(id, { asked, resolve, reject });
        if (suspects.length > 0) held.push(id);
        else send(id);
      }),
    async stop() {
      stopping = true;
      clearTimeout(idle);
      const given_up = [...waiting.values()];
      waiting.clear();
      suspects = [];
      held = [];
      for (const { reject } of given_up) reject(stopped());
      // Nobody waits for what it is answering.
      end(given_up.length > 0 ? 'killed' : 'asked');
      await ending;
    },
  };
}

/** What does not arrive, as at one that could not be started, is sent again once the end of the process is told. */
function tell(child: ChildProcess, message: ToItemsProcess): void {
  child.send?.(message, () => {});
}

/** The refusal of what is given up at a stop. */
export function stopped(): ApiError {
  const message = 'The service is stopping. Try again shortly.';
  return new ApiError(503, 'unavailable', message, { retry_after_s: 2 });
}
