import type { Queryable } from '@domesday/db';
import type { KeyMode } from './secrets.ts';

export interface KeyRow {
  id: string;
  account_id: string;
  parent_id: string | null;
  prefix: string;
  label: string | null;
  mode: KeyMode;
  monthly_cap: number | null;
  used_this_month: number;
  created_at: Date;
  revoked_at: Date | null;
  last_used_at: Date | null;
}

export interface AccountRow {
  id: string;
  name: string;
  plan_id: string;
  monthly_credits: number;
  rate_limit: number;
  credits_used: number;
  created_at: Date;
}

const KEY_COLUMNS = `k.id, k.account_id, k.parent_id, k.prefix, k.label, k.mode, k.monthly_cap,
  coalesce(m.credits_used, 0) as used_this_month, k.created_at, k.revoked_at,
  (select max(u.last_used_at) from usage_days u where u.key_id = k.id) as last_used_at`;

/** The keys of an account, oldest first; index api_keys_account. */
export async function keysOfAccount(db: Queryable, account_id: string, month: string): Promise<KeyRow[]> {
  const { rows } = await db.query<KeyRow>({
    name: 'keys-of-account',
    text: `select ${KEY_COLUMNS} from api_keys k
           left join key_months m on m.key_id = k.id and m.month = $2
           where k.account_id = $1 order by k.created_at, k.id`,
    values: [account_id, month],
  });
  return rows;
}

/** What the portal tells of the key of a session; primary key. */
export async function keyById(
  db: Queryable,
  key_id: string,
): Promise<{ prefix: string; label: string | null; admin: boolean } | null> {
  const { rows } = await db.query({
    name: 'key-by-id',
    text: 'select prefix, label, admin from api_keys where id = $1',
    values: [key_id],
  });
  return rows[0] ?? null;
}

/** One account with its plan and what it used in the month; primary key. */
export async function accountById(
  db: Queryable,
  account_id: string,
  month: string,
): Promise<AccountRow | null> {
  const { rows } = await db.query<AccountRow>({
    name: 'account-by-id',
    text: `select a.id, a.name, a.plan_id, p.monthly_credits, p.rate_limit, a.created_at,
             coalesce(m.credits_used, 0) as credits_used
           from accounts a join plans p on p.id = a.plan_id
           left join account_months m on m.account_id = a.id and m.month = $2
           where a.id = $1`,
    values: [account_id, month],
  });
  return rows[0] ?? null;
}

/** All accounts, oldest first. For the command line. */
export async function listAccounts(db: Queryable, month: string): Promise<AccountRow[]> {
  const { rows } = await db.query<AccountRow>(
    `select a.id, a.name, a.plan_id, p.monthly_credits, p.rate_limit, a.created_at,
       coalesce(m.credits_used, 0) as credits_used
     from accounts a join plans p on p.id = a.plan_id
     left join account_months m on m.account_id = a.id and m.month = $1
     order by a.created_at, a.id`,
    [month],
  );
  return rows;
}

export async function insertAccount(db: Queryable, name: string, plan_id: string): Promise<string> {
  const { rows } = await db.query('insert into accounts (name, plan_id) values ($1, $2) returning id', [
    name,
    plan_id,
  ]);
  return rows[0].id;
}

export async function updatePlan(db: Queryable, account_id: string, plan_id: string): Promise<boolean> {
  const { rowCount } = await db.query('update accounts set plan_id = $2 where id = $1', [
    account_id,
    plan_id,
  ]);
  return rowCount === 1;
}

export async function insertKey(
  db: Queryable,
  key: {
    account_id: string;
    parent_id: string | null;
    hash: Buffer;
    prefix: string;
    label: string | null;
    mode: KeyMode;
    monthly_cap: number | null;
  },
): Promise<string> {
  const { rows } = await db.query(
    `insert into api_keys (account_id, parent_id, hash, prefix, label, mode, monthly_cap)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [key.account_id, key.parent_id, key.hash, key.prefix, key.label, key.mode, key.monthly_cap],
  );
  return rows[0].id;
}

/** A key by its id, its prefix as shown, or the whole secret's hash; null where none or several fit. */
export async function findKey(
  db: Queryable,
  by: { id?: string; prefix?: string },
): Promise<{ id: string; account_id: string; parent_id: string | null; revoked_at: Date | null } | null> {
  const { rows } = await db.query(
    'select id, account_id, parent_id, revoked_at from api_keys where id = $1::uuid or prefix = $2 limit 2',
    [by.id ?? null, by.prefix ?? null],
  );
  return rows.length === 1 ? rows[0] : null;
}

export async function setRevoked(db: Queryable, key_id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'update api_keys set revoked_at = now() where id = $1 and revoked_at is null',
    [key_id],
  );
  return rowCount === 1;
}

export async function setCap(db: Queryable, key_id: string, monthly_cap: number | null): Promise<boolean> {
  const { rowCount } = await db.query('update api_keys set monthly_cap = $2 where id = $1', [
    key_id,
    monthly_cap,
  ]);
  return rowCount === 1;
}

export async function planIds(db: Queryable): Promise<string[]> {
  const { rows } = await db.query('select id from plans order by monthly_credits');
  return rows.map((row) => row.id);
}
