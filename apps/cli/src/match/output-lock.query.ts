import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, type DbClient, sql, statement } from '@domesday/db';
import { lockHolder, nameHolder } from '@domesday/loading/lock-holder';

/**
 * Lock class. Together with the number of an output path, the lock is held while the file is written, so that two runs
 * never write into one file.
 */
const OUTPUT_LOCK = 7_201_092;
/** Three seconds in all: on a busy machine the server releases the lock of a killed process with a delay. */
const TRIES = 12;
const TRIED_EVERY_MS = 250;

const tryLock = statement({
  name: 'try-output-lock',
  row: { taken: 'bool' },
  parameters: { number: 'int4' },
  build: ({ number }) => sql`select pg_try_advisory_lock(${OUTPUT_LOCK}, ${number}) as taken`,
});

/** Runs `write` while it holds the lock of the output file. Throws if another process holds the lock. */
export async function whileWriting<T>(db: Db, output: string, write: () => Promise<T>): Promise<T> {
  const number = await numberOf(output);
  const client = await db.connect();
  client.on('error', () => {});
  try {
    if (!(await takesLock(client, number))) {
      const holder = await lockHolder(db, [OUTPUT_LOCK, number]);
      throw new Error(
        `Another process writes ${output}${holder ? ` (${holder})` : ''}. Wait until it has ended, or name another table in --out.`,
      );
    }
    await nameHolder(client, 'match');
    return await write();
  } finally {
    // The lock ends with the connection.
    client.release(true);
  }
}

async function takesLock(client: DbClient, number: number): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    if ((await tryLock.one(client, { number })).taken) return true;
    if (tries === TRIES) return false;
    await sleep(TRIED_EVERY_MS);
  }
}

/**
 * A number for a path on this machine, the same for every spelling of the path. If the folder is missing, nothing will
 * be written.
 */
async function numberOf(output: string): Promise<number> {
  const folder = await realpath(dirname(output)).catch(() => dirname(output));
  const path = join(folder, basename(output));
  return createHash('sha256').update(`${hostname()} ${path}`).digest().readInt32BE(0);
}
