import { createHash } from 'node:crypto';
import { type Queryable, query, sql, statement } from '@domesday/db';

const keyInForce = statement({
  name: 'key-in-force',
  parameters: { hash: 'bytea' },
  row: { found: 'int4' },
  build: ({ hash }) =>
    query
      .selectFrom('api_keys')
      .select(sql<number>`1`.as('found'))
      .where('hash', '=', hash)
      .where('revoked_at', 'is', null),
});

/** Whether this secret is an active key; unique index on the hash. */
export async function callerCanUse(db: Queryable, secret: string): Promise<boolean> {
  const hash = createHash('sha256').update(secret).digest();
  return (await keyInForce.first(db, { hash })) !== null;
}
