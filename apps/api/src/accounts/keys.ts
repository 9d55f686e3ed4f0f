import { type Db, databaseTime, inTransaction, type Queryable } from '@domesday/db';
import type { Caller } from './callers.ts';
import {
  type AccountRow,
  accountById,
  countKeys,
  findKey,
  insertAccount,
  insertKey,
  keyById,
  listPlans,
  lockAccount,
  updatePlan,
} from './keys.query.ts';
import { monthOf } from './month.ts';
import { hashOf, type KeyMode, newSecret, prefixOf } from './secrets.ts';

export interface NewKey {
  id: string;
  account_id: string;
  /** The key itself. It is not stored and cannot be shown again. */
  secret: string;
}

/**
 * Creates a key for an account, or a sub-key if `parent_id` is given. Throws an Error with a sentence for the operator
 * if that is not allowed.
 */
export async function createKey(
  db: Queryable,
  options: {
    /** A random id if omitted. */
    id?: string;
    account_id: string;
    mode: KeyMode;
    label?: string | null;
    parent_id?: string | null;
    monthly_cap?: number | null;
    /** May see all accounts in the portal. */
    admin?: boolean;
  },
): Promise<NewKey> {
  const secret = newSecret(options.mode);
  const key = await insertKey.first(db, {
    id: options.id ?? null,
    account_id: options.account_id,
    parent_id: options.parent_id ?? null,
    hash: hashOf(secret),
    prefix: prefixOf(secret),
    label: options.label ?? null,
    mode: options.mode,
    monthly_cap: options.monthly_cap ?? null,
    admin: options.admin ?? false,
  });
  if (!key) {
    throw new Error(
      'No key was made. The account must exist and be open. A parent key must belong to the same account, and must not be a sub-key.',
    );
  }
  return { id: key.id, account_id: options.account_id, secret };
}

/**
 * Keys that an account may have by its client's own doing. Keys revoked within a day count too, or a client could
 * create keys without end.
 */
export const MOST_KEYS = 200;
/** Greatest cap of a key, credits a month. */
export const HIGHEST_CAP = 1_000_000_000;

/**
 * Creates a sub-key of the caller with the same mode, since a test key is charged nothing. Null if the account has too
 * many.
 */
export async function createSubKey(
  db: Db,
  at: Date,
  caller: Caller,
  settings: SubKeySettings,
): Promise<NewKey | null> {
  return inTransaction(db, async (client) => {
    await lockAccount.one(client, caller);
    return subKeyWithin(client, at, caller, settings);
  });
}

/** Creates a sub-key with this id unless it exists. False if the account has too many keys. */
export async function createSubKeyOnce(
  db: Db,
  at: Date,
  caller: Caller,
  settings: SubKeySettings & { id: string },
): Promise<boolean> {
  return inTransaction(db, async (client) => {
    await lockAccount.one(client, caller);
    if (await keyById.first(client, { key_id: settings.id })) return true;
    return (await subKeyWithin(client, at, caller, settings)) !== null;
  });
}

interface SubKeySettings {
  id?: string;
  label: string | null;
  monthly_cap: number | null;
}

async function subKeyWithin(
  client: Queryable,
  at: Date,
  { account_id, key_id, mode }: Caller,
  settings: SubKeySettings,
): Promise<NewKey | null> {
  const { keys } = await countKeys.one(client, { account_id, at });
  return keys >= MOST_KEYS ? null : createKey(client, { ...settings, account_id, mode, parent_id: key_id });
}

export async function createAccount(db: Queryable, name: string, plan: string): Promise<string> {
  await mustBePlan(db, plan);
  const account = await insertAccount.one(db, { name, plan_id: plan });
  return account.id;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text has the form of an id. The database throws for any other text. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** Finds a key by id or by the prefix that listings show. Throws a sentence if none or several match. */
export async function keyNamed(db: Queryable, name: string) {
  const key = await findKey(db, isUuid(name) ? { id: name } : { prefix: name });
  if (!key)
    throw new Error(`There is no single key "${name}". Give the id or the prefix that "keys list" shows.`);
  return key;
}

/** An account by its id, with its use of this month. Throws a sentence if there is none. */
export async function accountNamed(db: Queryable, id: string, month?: string): Promise<AccountRow> {
  const of = month ?? monthOf(await databaseTime(db));
  const found = isUuid(id) ? await accountById.first(db, { account_id: id, month: of }) : null;
  if (!found) throw new Error(`There is no account "${id}". Give the id that "accounts list" shows.`);
  return found;
}

/** Changes the plan of an account. Throws a sentence if the plan does not exist. */
export async function putOnPlan(db: Queryable, account_id: string, plan_id: string): Promise<void> {
  await mustBePlan(db, plan_id);
  await updatePlan.run(db, { account_id, plan_id });
}

async function mustBePlan(db: Queryable, plan: string): Promise<void> {
  const plans = (await listPlans.rows(db)).map((row) => row.id);
  if (!plans.includes(plan)) throw new Error(`There is no plan "${plan}". Plans: ${plans.join(', ')}.`);
}
