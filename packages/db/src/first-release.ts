import { type Kysely, sql } from 'kysely';

/** Key of the advisory lock for adopting a database of 1.1.0: a number that nothing else in this database uses. */
const ADOPTION_LOCK = 7_411_207;

/**
 * The migrations of 1.1.0. They were later rearranged by subject; together they make the same tables as IN_THEIR_PLACE.
 */
export const OF_FIRST_RELEASE = [
  '2026-11-21-01-accounts',
  '2026-11-21-02-datasets',
  '2026-11-21-03-places',
  '2026-11-21-04-addresses',
  '2026-11-21-05-sales',
  '2026-11-21-06-certificates',
  '2026-11-21-07-load-details',
  '2026-11-21-08-postcode-degrees',
  '2026-11-21-09-settlement',
  '2026-11-21-11-rents',
  '2026-11-21-12-areas',
  '2026-11-21-13-location',
  '2026-11-21-13b-broadband-areas',
  '2026-11-21-14-planning',
  '2026-11-21-15-address-search',
  '2026-11-21-16-valuation',
  '2026-11-21-17-listings',
  '2026-11-21-18-address-spellings',
  '2026-11-21-30-settlement-speed',
  '2026-11-21-40-market',
  '2026-11-21-41-short-let-reviews',
  '2026-11-21-50-valuation-lookups',
  '2026-11-21-60-settle-one',
  '2026-11-21-61-ledger-by-time',
  '2026-11-21-62-address-documents',
];

/**
 * The migrations that make these tables today. The next migration, of functions, is new to a database of 1.1.0 and runs
 * normally.
 */
const IN_THEIR_PLACE = [
  '2026-11-21-01-accounts',
  '2026-11-21-02-datasets',
  '2026-11-21-03-places',
  '2026-11-21-04-addresses',
  '2026-11-21-05-address-search',
  '2026-11-21-06-sales',
  '2026-11-21-07-certificates',
  '2026-11-21-08-valuation',
  '2026-11-21-09-rents',
  '2026-11-21-10-listings',
  '2026-11-21-11-areas',
  '2026-11-21-12-location',
  '2026-11-21-13-planning',
];

/**
 * Migrations that only 1.1.0 has. Its `/health/ready` looks for them, so their records stay until its processes have
 * ended.
 */
export const OF_FIRST_RELEASE_ALONE: readonly string[] = OF_FIRST_RELEASE.filter(
  (name) => !IN_THEIR_PLACE.includes(name),
);

/** Matches the folder from which 1.1.0 loaded the fictional country; it is in the `uri` of each of those loads. */
export const FICTION_OF_FIRST_RELEASE = /domesday-sandbox-\w{6}([/\\]|$)/.source;

/**
 * Adopts a database of 1.1.0. Records today's migrations for its tables beside those of 1.1.0, and marks loads of the
 * fictional country, whose data a later migration then deletes. If real data stand beside the fictional country nothing
 * is marked, since that migration would delete them too. Leaves any other database unchanged.
 */
export async function adoptFirstRelease(db: Kysely<unknown>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${ADOPTION_LOCK})`.execute(trx);
    const { rows: found } = await sql<{ there: boolean }>`
      select to_regclass('public.kysely_migration') is not null as there`.execute(trx);
    if (!found[0]?.there) return;
    const { rows } = await sql<{ name: string; timestamp: string }>`
      select name, timestamp from public.kysely_migration order by name`.execute(trx);
    const names = rows.map(({ name }) => name).join();
    if (names !== OF_FIRST_RELEASE.join()) return;
    const { timestamp } = rows[0]!;
    // All get the same time, so that only their names order them once the records of 1.1.0 are deleted.
    await sql`update public.kysely_migration set timestamp = ${timestamp}`.execute(trx);
    await sql`insert into public.kysely_migration (name, timestamp)
      select name, ${timestamp} from unnest(${IN_THEIR_PLACE}::text[]) as name on conflict do nothing`.execute(
      trx,
    );
    await sql`update dataset_loads set uri = 'fictional:' || dataset
      where uri ~ ${FICTION_OF_FIRST_RELEASE} and not exists (
        select from dataset_loads where status = 'published' and uri !~ ${FICTION_OF_FIRST_RELEASE})`.execute(
      trx,
    );
  });
}

const OF_A_BATCH = `p_month date, p_at timestamptz, p_keys uuid[], p_accounts uuid[], p_spent integer[],
  p_places integer[], p_operations text[], p_credits integer[], p_requests text[], p_answers jsonb`;
const OF_ONE = `p_month date, p_at timestamptz, p_key uuid, p_account uuid, p_operation text, p_credits integer,
  p_request text`;
const SETTLED = 'table (account_id uuid, key_id uuid, account_used integer, key_used integer)';

/**
 * The functions through which 1.1.0 charges, redefined to call `settle_batch`: processes of 1.1.0 then write the same
 * rows as this version, including sub-keys in the counter of their parent. Parameters and columns stay the same, since
 * statements that 1.1.0 has prepared would otherwise fail for good. 1.1.0 does not retry a charge whose rows were
 * locked, so these functions do.
 */
const CHARGING_OF_FIRST_RELEASE: Readonly<Record<string, string>> = {
  settle_charges: `create or replace function settle_charges(${OF_A_BATCH}) returns ${SETTLED}
    language plpgsql as $$
    begin
      for attempt in 1 .. 20 loop
        begin
          return query select s.account_id, s.key_id, s.account_used, s.key_used
            from settle_batch(p_month, p_at, p_keys, p_accounts, p_places, p_operations, p_credits, p_requests,
              p_answers) s;
          return;
        exception when lock_not_available then
          if attempt = 20 then
            raise;
          end if;
        end;
      end loop;
    end
    $$`,
  settle_charge: `create or replace function settle_charge(${OF_ONE}) returns ${SETTLED}
    language plpgsql as $$
    begin
      return query select s.account_id, s.key_id, s.account_used, s.key_used
        from settle_charges(p_month, p_at, array[p_key], array[p_account], array[p_credits], '{1}',
          array[p_operation], array[p_credits], array[p_request], null) s;
    end
    $$`,
};

const CHARGING_NAMES = Object.keys(CHARGING_OF_FIRST_RELEASE);

/**
 * Charging functions of 1.1.0 that are not adopted yet. Adopted ones are listed in `sql_functions`, so that a
 * contraction drops them.
 */
async function unadopted(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct proname as name from pg_proc
    where pronamespace = current_schema()::regnamespace and proname = any(${CHARGING_NAMES})
      and proname not in (select name from sql_functions) order by proname desc`.execute(db);
  return rows.map(({ name }) => name);
}

export async function isChargingAdopted(db: Kysely<unknown>): Promise<boolean> {
  return (await unadopted(db)).length === 0;
}

/** Lets processes of 1.1.0 charge by the functions of this version. */
export async function adoptCharging(db: Kysely<unknown>): Promise<void> {
  for (const name of await unadopted(db)) await sql.raw(CHARGING_OF_FIRST_RELEASE[name]!).execute(db);
}

/**
 * Recounts what sub-keys spent in the rows of their parents: 1.1.0 continued to charge between the migration that
 * counted it and the commit of the functions above. The table locks wait for running charges by the functions of 1.1.0.
 * `wait_ms` is the limit for that wait.
 */
export async function countSubKeysOfFirstRelease(db: Kysely<unknown>, wait_ms: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${ADOPTION_LOCK})`.execute(trx);
    const names = await unadopted(trx);
    if (names.length === 0) return;
    await sql.raw(`set local lock_timeout = ${wait_ms}`).execute(trx);
    // The tables are locked in the same order as by a charge, to avoid deadlocks.
    await sql`lock table account_months, key_months in share row exclusive mode`.execute(trx);
    await sql`insert into key_months as m (key_id, month, credits_used, sub_keys_used)
      select k.parent_id, u.month, 0, sum(u.credits_used)
        from key_months u join api_keys k on k.id = u.key_id
       where k.parent_id is not null group by k.parent_id, u.month
      on conflict (key_id, month) do update set sub_keys_used = excluded.sub_keys_used
       where m.sub_keys_used <> excluded.sub_keys_used`.execute(trx);
    await sql`insert into sql_functions (name, hash)
      select name, 'of 1.1.0' from unnest(${names}::text[]) as name`.execute(trx);
  });
}
