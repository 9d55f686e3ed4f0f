import type { Db } from '@domesday/db';
import { serverOf, usedBy, usedByServer } from './processor.ts';

/** Resources used by the API and PostgreSQL so far: processor milliseconds, and transactions of the database. */
export interface Spent {
  api_ms: number;
  postgres_ms: number;
  transactions: number;
}

/** Reads the resources used; every statement outside a transaction counts as one transaction. */
export async function spentBy(db: Db, api_pid: number): Promise<Spent> {
  const { rows } = await db.query<{ pid: number; transactions: number }>(
    `select pg_backend_pid() as pid, xact_commit::float8 as transactions
       from pg_stat_database where datname = current_database()`,
  );
  const { pid, transactions } = rows[0]!;
  const [api_ms, postgres_ms] = [await usedBy(api_pid), await usedByServer(await serverOf(pid))];
  return { api_ms, postgres_ms, transactions };
}

/** Resources used by each of `calls` calls between two readings. */
export function spentPerCall(from: Spent, to: Spent, calls: number) {
  const each = (field: keyof Spent) => Number(((to[field] - from[field]) / calls).toFixed(2));
  return {
    api_cpu_ms: each('api_ms'),
    postgres_cpu_ms: each('postgres_ms'),
    transactions: each('transactions'),
  };
}
