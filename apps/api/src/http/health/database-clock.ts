import { type Db, databaseTime } from '@domesday/db';
import type { Clock } from '../handler.ts';

const ASK_EVERY_MS = 10_000;
/** A reading that took longer is too imprecise. */
const LONGEST_TRIP_MS = 500;
/** A larger jump is a step of the clock; ordinary corrections are smaller. */
const STEP_MS = 3600_000;
/** A step ahead that lasts this long is accepted as the right time. */
const BELIEVED_AFTER_MS = 24 * 3600_000;

interface DatabaseClock extends Clock {
  surely(): Date;
  stop(): void;
}

/**
 * The database's clock, so that all processes agree when a month ends, whatever their machines' clocks say. Between two
 * readings it advances by this process's monotonic clock, which does not change when a clock is set. `node`, the clock
 * of this machine, is used until the database has answered once.
 */
export async function createDatabaseClock(
  db: Db,
  node: Clock = { now: () => new Date() },
): Promise<DatabaseClock> {
  let ahead_ms = node.now().getTime() - performance.now();
  let answered = false;
  const steady = createSteady(ahead_ms);
  const ask = async (): Promise<void> => {
    const sent_ms = performance.now();
    const answer = await databaseTime(db).catch(() => null);
    const trip_ms = performance.now() - sent_ms;
    if (!answer || (answered && trip_ms > LONGEST_TRIP_MS)) return;
    ahead_ms = answer.getTime() - (sent_ms + trip_ms / 2);
    steady.read(ahead_ms, sent_ms, !answered);
    answered = true;
  };
  await ask();
  const timer = setInterval(ask, ASK_EVERY_MS).unref();
  return {
    now: () => new Date(ahead_ms + performance.now()),
    surely: () =>
      new Date(Math.min(Math.min(ahead_ms, steady.ahead_ms) + performance.now(), node.now().getTime())),
    stop: () => clearInterval(timer),
  };
}

/** Tracks by how much a clock is ahead of the monotonic one; ignores a step ahead until it has lasted a day. */
export function createSteady(first_ms: number) {
  let ahead_ms = first_ms;
  let stepped_ms: number | null = null;
  return {
    get ahead_ms() {
      return ahead_ms;
    },
    read(read_ms: number, at_ms: number, first = false): void {
      const stepped = !first && read_ms - ahead_ms > STEP_MS;
      stepped_ms = stepped ? (stepped_ms ?? at_ms) : null;
      if (stepped_ms !== null && at_ms - stepped_ms < BELIEVED_AFTER_MS) return;
      ahead_ms = read_ms;
      stepped_ms = null;
    },
  };
}

/**
 * The time for what cannot be undone, such as deleting old rows or charging a repeated call: the earliest that any
 * available clock reports, so that one fast clock causes neither. A clock without `surely` is used as it is.
 */
export function surely(clock: Clock): Date {
  return clock.surely?.() ?? clock.now();
}
