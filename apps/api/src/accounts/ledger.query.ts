import type { Queryable } from '@domesday/db';

export interface Charge {
  account_id: string;
  key_id: string;
  operation: string;
  credits: number;
  request_id: string;
}

export interface Settled {
  account_id: string;
  key_id: string;
  account_used: number;
  key_used: number;
}

/**
 * Writes all the charges or none, in one statement and so in one commit: the counters of the month, checked
 * against plan and cap while their rows are locked, and a ledger row for each. Throws SQLSTATE DD402 where an
 * account or a key would be overdrawn. Returns the counters after it, one row for each key.
 */
export async function settle(db: Queryable, month: string, at: Date, charges: Charge[]): Promise<Settled[]> {
  const { rows } = await db.query<Settled>({
    name: 'settle-charges',
    text: 'select * from settle_charges($1, $2, $3, $4, $5, $6, $7)',
    values: [
      month,
      at,
      charges.map((c) => c.account_id),
      charges.map((c) => c.key_id),
      charges.map((c) => c.operation),
      charges.map((c) => c.credits),
      charges.map((c) => c.request_id),
    ],
  });
  return rows;
}
