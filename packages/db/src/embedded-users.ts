import pg from 'pg';

const USERS_LOCK = 7_201_089;

export interface Use {
  /** Ends the use. Returns whether no other process uses the server. */
  end(): Promise<boolean>;
}

/**
 * Notes that this process uses a server that several may share, so that none stops it under another. The server forgets
 * it when the process dies.
 */
export async function useServer(url: string): Promise<Use> {
  const client = new pg.Client({ connectionString: url, application_name: 'domesday-use' });
  client.on('error', () => {});
  await client.connect();
  await client.query('select pg_advisory_lock_shared($1)', [USERS_LOCK]);
  return {
    end: async () => {
      try {
        await client.query('select pg_advisory_unlock_shared($1)', [USERS_LOCK]);
        const { rows } = await client.query('select pg_try_advisory_lock($1) as last', [USERS_LOCK]);
        return rows[0].last;
      } catch {
        // The server has ended.
        return true;
      } finally {
        await client.end().catch(() => {});
      }
    },
  };
}
