import { createHash } from 'node:crypto';
import type { Queryable } from '@domesday/db';

/** Whether this secret is a key in force; unique index on the hash. */
export async function callerCanUse(db: Queryable, secret: string): Promise<boolean> {
  const hash = createHash('sha256').update(secret).digest();
  const { rowCount } = await db.query('select 1 from api_keys where hash = $1 and revoked_at is null', [
    hash,
  ]);
  return rowCount === 1;
}
