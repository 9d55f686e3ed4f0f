import type { QueryConfig } from 'pg';
import type { Db } from './pool.ts';

/**
 * The database as it was in a release, to read from: every statement finds the views of the schema `past`, and no table
 * of which no past is kept. Each runs in a transaction of its own, so that a pooler may give it any server process.
 */
export function pastOf(db: Db, release_no: number): Db {
  const begin = `begin read only; set local search_path to past; set local domesday.release = '${Number(release_no)}'`;
  const query = async (asked: QueryConfig) => {
    const client = await db.connect();
    let failed: Error | undefined;
    try {
      await client.query(begin);
      const answer = await client.query(
        asked.name === undefined ? asked : { ...asked, name: `${asked.name}@past` },
      );
      await client.query('commit');
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
