import type { Duplex } from 'node:stream';
import type { QueryConfig } from 'pg';
import type { Db, DbClient } from './pool.ts';

/** A client of pg whose `pipeline` can be set after it was made, with the socket that it writes to. */
type Pipelined = { -readonly [K in 'pipeline']: DbClient[K] } & { connection?: { stream?: Duplex } };

/**
 * A read-only view of the database as it was in a release. Statements find only the views of the schema `past`, so
 * tables without history are not found. Each statement runs in its own transaction, so that it works behind a pooler.
 * The whole transaction is sent at once and takes one round trip.
 */
export function pastOf(db: Db, release_no: number): Db {
  const begin = `begin read only; set local search_path to past; set local domesday.release = '${Number(release_no)}'`;
  const query = async (config: QueryConfig) => {
    const client = await db.connect();
    const pipelined: Pipelined = client;
    let failed: Error | undefined;
    try {
      pipelined.pipeline = true;
      const socket = pipelined.connection?.stream;
      // Corked, so that the three queries are sent in one write.
      socket?.cork();
      const sent = [
        client.query(begin),
        client.query(config.name === undefined ? config : { ...config, name: `${config.name}@past` }),
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
