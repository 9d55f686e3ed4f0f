import type { Duplex } from 'node:stream';
import type { QueryConfig } from 'pg';
import type { Db, DbClient } from './pool.ts';

/** As pg declares it, without the promise that nobody sets it later, and with the socket that it writes to. */
type Pipelined = { -readonly [K in 'pipeline']: DbClient[K] } & { connection?: { stream?: Duplex } };

/**
 * The database as it was in a release, to read from: every statement finds the views of the schema `past`, and no table
 * of which no past is kept. Each runs in a transaction of its own, so that a pooler may give it any server process. The
 * whole transaction is sent at once: its answer takes one round trip, as that of a statement of today does.
 */
export function pastOf(db: Db, release_no: number): Db {
  const begin = `begin read only; set local search_path to past; set local domesday.release = '${Number(release_no)}'`;
  const query = async (asked: QueryConfig) => {
    const client = await db.connect();
    const pipelined: Pipelined = client;
    let failed: Error | undefined;
    try {
      pipelined.pipeline = true;
      const socket = pipelined.connection?.stream;
      // One write for all three.
      socket?.cork();
      const sent = [
        client.query(begin),
        client.query(asked.name === undefined ? asked : { ...asked, name: `${asked.name}@past` }),
        client.query('commit'),
      ] as const;
      socket?.uncork();
      const [, answer] = await Promise.all(sent);
      pipelined.pipeline = false;
      return answer;
    } catch (error) {
      failed = error as Error;
      throw error;
    } finally {
      // A client whose transaction failed may be in an undefined state: it is closed rather than reused.
      client.release(failed);
    }
  };
  return { query, options: db.options } as unknown as Db;
}
