import { readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { logOutput } from '@domesday/open-network/log-output';
import { pino } from 'pino';
import type { ApiConfig } from '../config.ts';
import { openDatabases } from '../databases.ts';
import { handlers } from '../generated/routes.ts';
import { createDatabaseClock } from '../http/health/database-clock.ts';
import { createServices } from '../http/services.ts';
import { answerItems } from './answer-item.ts';
import type { Answered } from './answered.ts';
import { operationOf } from './batch-request.ts';
import type { FromItemsProcess, ItemsRequest, Outcome, ToItemsProcess } from './items-process.ts';
import { limitedServices } from './limited-services.ts';

/** Single calls go first where processor time is short. Relative to the service's own priority, which may be low. */
const NICER_BY = 10;
/** Few connections, so that the statements of single calls do not wait behind those of many items. */
const CONNECTIONS = 4;

/** The main function of a process for items: answers items until told to stop, or until its parent process is gone. */
export async function serveItems(config: ApiConfig): Promise<void> {
  const log = pino({ level: config.log_level }, logOutput({ at_once: true }));
  try {
    lowerPriority();
  } catch (error) {
    // A container may forbid it; items are answered all the same.
    log.warn({ error: String(error) }, 'priority not lowered');
  }
  const { db, replicas, fiction, all } = openDatabases({ ...config, pool_size: CONNECTIONS });
  const clock = await createDatabaseClock(db);
  const services = createServices({ db, replicas, ...(fiction ? { fiction } : {}), clock, log });
  const lanes = { batch: limitedServices(services, 'batch'), job: limitedServices(services, 'job') };

  const answer = async (asked: ItemsRequest): Promise<Outcome[]> => {
    const { lane, operation, fictional, caller, request_id, defaults, unpriced, items } = asked;
    const chosen = await services.sources.choose();
    const source = (fictional && services.sources.fiction) || chosen;
    const { entry, form } = operationOf(operation);
    const handler = handlers[entry.id];
    const asking = { entry, form, handler, caller, request_id, source, defaults, unpriced };
    const answered = await answerItems(lanes[lane], asking, items);
    return answered.map((one) => outcomeOf(one, asked.notices));
  };
  const stop = async (): Promise<void> => {
    await Promise.all(all.map((one) => one.end()));
    process.exit();
  };

  // The parent process may have died by now.
  const tell = (message: FromItemsProcess): void =>
    void process.send?.(message, undefined, undefined, () => {});

  process.on('message', async (message: ToItemsProcess) => {
    if (message.kind === 'stop') return stop();
    if (message.kind === 'are-you-alive') return tell({ alive: true });
    const { id } = message;
    const reply: FromItemsProcess = await answer(message.asked).then(
      (outcomes) => ({ id, outcomes }),
      ({ message, code }) => ({ id, error: { message, code } }),
    );
    tell(reply);
  });
  // The parent is gone: nobody reads the answers, and nobody would end this process if the database hangs.
  process.on('disconnect', () => process.exit());
  if (!process.connected) process.exit();
  // These signals may be sent to all processes of a service. The API ends this process when its batches have ended.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
}

/** Linux has a priority for each thread. The threads of the JavaScript engine, which collect garbage, exist by now. */
function lowerPriority(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
  const niceness = Math.min(getPriority() + NICER_BY, constants.priority.PRIORITY_LOW);
  for (const thread of threads) setPriority(thread, niceness);
}

function outcomeOf({ made, refused, price, took_ms, fingerprint }: Answered, notices: boolean): Outcome {
  return {
    made: made && { ...made, notices: notices ? made.notices : [] },
    refused: refused && { ...refused, message: refused.message },
    fingerprint: fingerprint?.text ?? null,
    price,
    took_ms,
  };
}
