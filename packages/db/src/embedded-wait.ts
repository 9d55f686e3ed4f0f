import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createDatabase } from './server-databases.ts';

/** How long the server may give no answer at all. */
const ANSWERS_WITHIN_MS = 30_000;
const REPORTED_AFTER_MS = 10_000;
const AGAIN_MS = 25;
/** SQLSTATE of a server that is starting or stopping. */
const NOT_YET = '57P03';
const WRONG_PASSWORD = '28P01';
export const NO_ROOM_LEFT = '53100';
/** The machine has no 127.0.0.1, or its loopback interface is down. */
const WITHOUT_LOOPBACK = new Set(['EADDRNOTAVAIL', 'ENETUNREACH']);

export interface Wait {
  /** Whether the server process is running. */
  alive(): Promise<boolean>;
  /** The file with the password, which error messages name. */
  password_file: string;
  /** Called with a message if the server takes long to recover. */
  tell?: (text: string) => void;
  /** For tests. */
  answers_within_ms?: number;
}

/**
 * Waits for the server, and creates the database if it is missing. Does both over one connection, since each log-in
 * takes time.
 */
export async function waitUntilReady(url: string, database: string, wait: Wait): Promise<void> {
  const client = await firstConnection(url, wait);
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await createDatabase(client, database);
  } finally {
    await client.end();
  }
}

/**
 * Connects as soon as the server accepts a connection. After a crash the server first replays its write-ahead log,
 * which may take minutes; this waits as long as the server reports that it is starting.
 */
async function firstConnection(url: string, wait: Wait): Promise<pg.Client> {
  const { alive, password_file, tell, answers_within_ms = ANSWERS_WITHIN_MS } = wait;
  const admin = new URL(url);
  admin.pathname = '/postgres';
  const began_ms = performance.now();
  let reported = false;
  for (let answered_ms = began_ms; ; ) {
    const client = new pg.Client({
      connectionString: admin.href,
      connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      // A connection that the server has not closed would stay open, one more with each attempt.
      void client.end().catch(() => {});
      const { code, message } = error as Error & { code?: string };
      if (code === WRONG_PASSWORD)
        throw new Error(
          `The password in ${password_file} is not that of the database beside it (${message}). Put back the file that was there, such as that of a back-up.`,
        );
      if (WITHOUT_LOOPBACK.has(code ?? '')) throw withoutLoopback(error as Error);
      if (!(await alive())) throw new Error('the process ended');
      // The server accepts no connection until the disk has room again, so waiting does not help.
      if (code === NO_ROOM_LEFT) throw error;
      const now_ms = performance.now();
      if (code === NOT_YET) answered_ms = now_ms;
      else if (now_ms - answered_ms >= answers_within_ms) throw error;
      if (!reported && now_ms - began_ms > REPORTED_AFTER_MS) {
        reported = true;
        tell?.(`PostgreSQL is not ready yet (${message}). It may be recovering from a crash.`);
      }
    }
    await sleep(AGAIN_MS);
  }
}

export function withoutLoopback({ message }: Error): Error {
  return new Error(
    `The embedded PostgreSQL is reached at 127.0.0.1, which this machine does not have (${message}). Bring its loopback interface up, or set DATABASE_URL to a PostgreSQL of your own.`,
  );
}
