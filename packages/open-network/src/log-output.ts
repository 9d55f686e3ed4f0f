import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';

/**
 * Characters that are collected before a write: writing each line by itself would cost more than handling the request.
 */
const WRITTEN_FROM = 4096;
/** The most characters held while nothing can be written. Further lines are lost. */
const MOST_HELD = 1_000_000;
const AGAIN_MS = 100;
/** How long an ending process waits for a reader of its last lines. */
const LAST_LINES_MS = 500;
const LOOK_EVERY_MS = 10;

export interface LogOutput {
  write(line: string): void;
  /** Writes the held lines without waiting for more. */
  flush(): void;
}

/**
 * The output for a server's log. If the disk is full or nobody reads the pipe, it holds some lines and drops the rest,
 * reports how many were lost once it can write again, and never ends or blocks the server. With `at_once`, `write`
 * writes each line before it returns.
 */
export function logOutput({ fd: given = 2, at_once = false } = {}): LogOutput {
  const fd = withoutWaiting(given);
  let held: string[] = [];
  let held_length = 0;
  let rest: Buffer | null = null;
  let lost = 0;
  let under_way = false;
  let retry: NodeJS.Timeout | undefined;

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
    if (under_way || retry || !next()) return;
    under_way = true;
    write(fd, rest!, (error, bytes) => {
      under_way = false;
      if (error) {
        retry = setTimeout(() => {
          retry = undefined;
          begin();
        }, AGAIN_MS).unref();
        return;
      }
      wrote(bytes);
      if (rest || held_length >= WRITTEN_FROM) begin();
    });
  };
  /** Writes all held lines synchronously. Returns true if the pipe is full and some lines remain. */
  const writeNow = (): boolean => {
    // A write that is under way cannot be repeated: another thread is doing it.
    if (under_way) rest = null;
    try {
      while (next()) wrote(writeSync(fd, rest!));
    } catch (error) {
      // What was not written stays held.
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
 * Reopens a pipe in non-blocking mode, since a blocked write would keep the process from ending. The mode of the given
 * descriptor cannot be relied on: it is shared by all processes that have it, and each may change it. The pipe of
 * another user cannot be reopened, nor can any pipe on systems other than Linux.
 */
function withoutWaiting(fd: number): number {
  let waits = false;
  try {
    const found = fstatSync(fd);
    waits = found.isFIFO() || found.isSocket();
    if (found.isFIFO()) return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // The given descriptor is used as it is.
  }
  // Creating Node's own stream makes the descriptor non-blocking, until another process changes that.
  if (fd === 2 && waits) void process.stderr;
  return fd;
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** A log line, in the form of the other lines, that reports lost ones. */
function lineOf(lost: number): string {
  const msg = 'lines of this log were lost, since they could not be written';
  return `${JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, lost, msg })}\n`;
}
