import { query, sql, statement } from '@domesday/db';

/** Names of the migrations applied to the database; the table is small and read whole. */
export const appliedMigrations = statement({
  name: 'applied-migrations',
  row: { name: 'varchar' },
  build: () => query.selectFrom('kysely_migration').select('name').orderBy('name'),
});

/** Names of the wanted extensions that the database lacks, as after a restore of its schemas alone. */
export const lackingExtensions = statement({
  name: 'lacking-extensions',
  parameters: { wanted: '_text' },
  row: { name: 'text' },
  build: ({ wanted }) => sql`
    select name from unnest(${wanted}::text[]) name where name not in (select extname from pg_extension) order by name`,
});

/** What a charged call does with each table; an upgrade by another user creates tables without these rights. */
const USES = {
  account_months: ['select', 'insert', 'update'],
  accounts: ['select'],
  api_keys: ['select'],
  idempotent_answers: ['select', 'insert', 'update'],
  key_months: ['select', 'insert', 'update'],
  ledger: ['select', 'insert', 'update'],
  paid_questions: ['select', 'insert'],
  plans: ['select'],
  usage_days: ['select', 'insert', 'update'],
};
const RIGHTS = Object.entries(USES).flatMap(([table, rights]) => rights.map((right) => ({ table, right })));
const TABLES = RIGHTS.map(({ table }) => `public.${table}`);
const NEEDED = RIGHTS.map(({ right }) => right);

/**
 * Whether the database refuses writes (it is a standby, set read-only, or a demoted primary), and whether this user may
 * not read or write a table of charges or not call their functions. `forbidden` is false while there is neither.
 */
export const refusesWrites = statement({
  name: 'refuses-writes',
  row: { read_only: 'bool', forbidden: 'bool' },
  build: () => sql`
    select current_setting('transaction_read_only')::bool as read_only,
           exists (select from unnest(${TABLES}::text[], ${NEEDED}::text[]) as needed (name, privilege)
                   where not has_table_privilege(to_regclass(name), privilege))
           or exists (select from pg_proc
                      where pronamespace = 'public'::regnamespace and not has_function_privilege(oid, 'execute')
                        and proname in ('settle_batch', 'cancel_charges', 'take_back_answered')) as forbidden`,
});
