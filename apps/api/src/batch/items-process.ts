import { type ChildProcess, fork } from 'node:child_process';
import type { OperationId } from '@domesday/contract';
import type { Logger } from 'pino';
import type { Caller } from '../accounts/callers.ts';
import { ApiError } from '../http/errors.ts';
import { type SilenceTimes, watchSilence } from '../processes/silence.ts';
import type { Answered } from './answered.ts';
import type { Lane } from './lanes.ts';
import type { Item } from './read-items.ts';

/** A request to the process: items of one batch, and what their answers depend on apart from the items. */
export interface ItemsRequest {
  lane: Lane;
  operation: OperationId;
  /** Whether the fictional country answers. */
  fictional: boolean;
  caller: Caller;
  request_id: string;
  defaults: Record<string, unknown>;
  /** Indexes of the items that may turn out to be free. */
  unpriced: ReadonlySet<number> | undefined;
  /** Whether the licence notices of the answers are needed. */
  notices: boolean;
  items: readonly Item[];
}

/** The outcome of an item, in a form that can be sent between processes. */
export type Outcome = Pick<Answered, 'made' | 'price' | 'took_ms'> & {
  /** The text that the fingerprint is computed from. */
  fingerprint: string | null;
  refused: Omit<ApiError, 'name' | 'stack' | 'cause'> | null;
};

export type ToItemsProcess =
  | { kind: 'items'; id: number; asked: ItemsRequest }
  | { kind: 'are-you-alive' }
  | { kind: 'stop' };
/** `error`: why none of the items could be answered, such as an unreachable database. */
export type FromItemsProcess =
  | { alive: true }
  | ({ id: number } & ({ outcomes: Outcome[] } | { error: { message: string; code: string | undefined } }));

/**
 * Answers the items of batches and jobs in another process than the one that answers single calls. That process only
 * computes answers. Charging, sending and counting stay in the API's process, so that nothing is charged twice or lost
 * if the other dies.
 */
export interface ItemsProcess {
  /**
   * Returns the outcomes in the order of the items. Throws if the process dies and, given these items alone, dies
   * again.
   */
  answer(asked: ItemsRequest): Promise<Outcome[]>;
  /** Ends the process for good. Requests that are under way, or made later, are rejected. */
  stop(): Promise<void>;
}

/** The command-line argument with which the API's program runs as this process. */
export const ITEMS_ARGUMENT = 'items';
const IDLE_MS = 60_000;
/** Longest wait for a process that was asked to end. */
const ENDS_WITHIN_MS = 5000;
/**
 * Answers create much short-lived garbage, and with a small young generation much time goes into collecting it. The
 * last limit makes this process fail, rather than the API, if items use too much memory.
 */
const MEMORY = ['--max-semi-space-size=32', '--initial-heap-size=160', '--max-old-space-size=512'];

interface Waiting {
  asked: ItemsRequest;
  resolve(outcomes: Outcome[]): void;
  reject(error: Error): void;
}

interface Running {
  child: ChildProcess;
  ended: Promise<void>;
}

/** Starts the process with the first items, ends it after a minute without any, and replaces it if it dies or hangs. */
export function createItemsProcess(program: URL, log: Logger, times: SilenceTimes = {}): ItemsProcess {
  const waiting = new Map<number, Waiting>();
  /** Requests under way when the process died. They are repeated one by one, so that only the deadly one fails. */
  let suspects: number[] = [];
  /** Requests made while suspects are being repeated. */
  let postponed: number[] = [];
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
      // The process could not be started.
      child.on('error', (error) => child.pid === undefined && done(String(error)));
    }).then((why) => {
      silence.stop();
      onExit(child, why);
    });
    child.on('message', (message: FromItemsProcess) => {
      silence.heard();
      if ('alive' in message) return;
      const { id } = message;
      if ('outcomes' in message) waiting.get(id)?.resolve(message.outcomes);
      else waiting.get(id)?.reject(Object.assign(new Error(message.error.message), message.error));
      waiting.delete(id);
      if (suspects[0] === id) {
        suspects.shift();
        sendNext();
      }
      if (waiting.size === 0) idle = setTimeout(() => end('asked'), IDLE_MS).unref();
    });
    return { child, ended };
  };

  const onExit = (child: ChildProcess, why: unknown): void => {
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
    for (const id of suspect === undefined ? postponed : [suspect]) send(id);
    if (suspect === undefined) postponed = [];
  };

  const end = (how: 'asked' | 'killed'): void => {
    if (!running) return;
    const { child, ended } = running;
    running = undefined;
    if (how === 'killed') child.kill('SIGKILL');
    else tell(child, { kind: 'stop' });
    const killTimer = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
    ending = Promise.all([ending, ended]).then(() => clearTimeout(killTimer));
  };

  return {
    answer: (asked) =>
      new Promise((resolve, reject) => {
        // A batch would go on with its next portion, start another process and so delay the stop.
        if (stopping) return reject(stopped());
        clearTimeout(idle);
        const id = ++last;
        waiting.set(id, { asked, resolve, reject });
        if (suspects.length > 0) postponed.push(id);
        else send(id);
      }),
    async stop() {
      stopping = true;
      clearTimeout(idle);
      const given_up = [...waiting.values()];
      waiting.clear();
      suspects = [];
      postponed = [];
      for (const { reject } of given_up) reject(stopped());
      // Kill it if it is still working: nobody waits for the result.
      end(given_up.length > 0 ? 'killed' : 'asked');
      await ending;
    },
  };
}

/** Sends a message. If the process is gone, the error is ignored: the items are sent again after its exit event. */
function tell(child: ChildProcess, message: ToItemsProcess): void {
  child.send?.(message, () => {});
}

/** The refusal of items that are given up at a stop. */
export function stopped(): ApiError {
  const message = 'The service is stopping. Try again shortly.';
  return new ApiError(503, 'unavailable', message, { retry_after_s: 2 });
}
