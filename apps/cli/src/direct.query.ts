import { type Db, type DbClient, sql, statement } from '@domesday/db';

const serverProcess = statement({
  name: 'server-process',
  row: { pid: 'int4' },
  build: () => sql`select pg_backend_pid() as pid`,
});

/**
 * Throws if two connections share one server connection, as behind a pooler in transaction mode: the pooler would keep
 * a command's locks after its end, and every later command would wait.
 */
export async function mustBeDirect(db: Pick<Db, 'connect'>): Promise<void> {
  const one = await db.connect();
  let other: DbClient | undefined;
  try {
    other = await db.connect();
    if ((await serverProcess.one(one)).pid === (await serverProcess.one(other)).pid)
      throw new Error(
        'This address of the database leads to a pooler in transaction mode: set DATABASE_POOLER=transaction, and DIRECT_DATABASE_URL to the address without it, for loads and migrations.',
      );
  } finally {
    one.release();
    other?.release();
  }
}
