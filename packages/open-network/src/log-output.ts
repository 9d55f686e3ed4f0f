import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';

/** A write for each line would cost more than the request that it tells of. */
const WRITTEN_FROM = 4096;
/** Held while nothing can be written; what comes beyond is lost. */
const MOST_HELD = 1_000_000;
const AGAIN_MS = 100;
/** Time that a reader has for the last lines of a process that ends. */
const LAST_LINES_MS = 500;
const LOOK_EVERY_MS = 10;

export interface LogOutput {
  write(line: string): void;
  /** Writes what is held without waiting for more. */
  flush(): void;
}

/**
 * Where a server writes its log. On a full disk, or into a pipe that nobody reads, it holds a part and loses the rest,
 * says how much once it can write again, and never ends or holds up the server. `at_once` writes each line before it
 * returns.
 */
export function logOutput({ fd: given = 2, at_once = false } = {}): LogOutput {
  const fd = withoutWaiting(given);
  let held: string[] = [];
  let held_length = 0;
  let rest: Buffer | null = null;
  let lost = 0;
  let under_way = false;
  let again: NodeJS.Timeout | undefined;

  const next = (): Buffer | null => {
    if (rest || held.length === 0) return rest;
    if (lost > 0) held.push(lineOf(lost));
    rest = Buffer.from(held.join(''));
    held = [];
    held_length = 0;
    lost = 0;
    return rest;
  };
  const wrote = (bytes: number): void => {
    rest = rest && bytes < rest.length ? rest.subarray(bytes) : null;
  };
  const begin = (): void => {
    if (under_way || again || !next()) return;
    under_way = true;
    write(fd, rest!, (error, bytes) => {
      under_way = false;
      if (error) {
        again = setTimeout(() => {
          again = undefined;
          begin();
        }, AGAIN_MS).unref();
        return;
      }
      wrote(bytes);
      if (rest || held_length >= WRITTEN_FROM) begin();
    });
  };
  /** Whether a reader was too slow for some of it. */
  const writeNow = (): boolean => {
    // What is being written is out of this thread's hands.
    if (under_way) rest = null;
    try {
      while (next()) wrote(writeSync(fd, rest!));
    } catch (error) {
      // It stays held.
      return (error as NodeJS.ErrnoException).code === 'EAGAIN';
    }
    return false;
  };
  process.once('exit', () => {
    const until_ms = performance.now() + LAST_LINES_MS;
    while (writeNow() && performance.now() < until_ms) pause(LOOK_EVERY_MS);
  });

  return {
    write(line) {
      if (held_length + line.length > MOST_HELD) {
        lost++;
        return;
      }
      held.push(line);
      held_length += line.length;
      if (at_once) writeNow();
      else if (held_length >= WRITTEN_FROM) begin();
    },
    flush: begin,
  };
}

/**
 * The same pipe, opened so that no write waits. Whether the one that was handed over does is not this process's choice
 * alone: every process that starts or ends with it sets that for all that share it, and a write that waits for a reader
 * keeps the process from ending. Another user's pipe, and that of other systems, cannot be opened again.
 */
function withoutWaiting(fd: number): number {
  let waits = false;
  try {
    const found = fstatSync(fd);
    waits = found.isFIFO() || found.isSocket();
    if (found.isFIFO()) return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // It stays the one that was handed over.
  }
  // Node's own stream over it lets no write wait, until another process sets that back.
  if (fd === 2 && waits) void process.stderr;
  return fd;
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** In the form of the other lines. */
function lineOf(lost: number): string {
  const msg = 'lines of this log were lost, since they could not be written';
  return `${JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, lost, msg })}\n`;
}
