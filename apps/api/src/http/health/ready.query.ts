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

/** What a charged call reads and writes; an upgrade by another user creates tables without these rights. */
const READ = ['accounts', 'api_keys', 'plans'];
const WRITTEN = [
  'account_months',
  'idempotent_answers',
  'key_months',
  'ledger',
  'paid_questions',
  'usage_days',
];

/**
 * Whether the database refuses writes (it is a standby, set read-only, or a demoted primary), and whether this user may
 * not read or write a table of charges or not call their functions. `forbidden` is false while there is neither.
 */
export const refusesWrites = statement({
  name: 'refuses-writes',
  row: { read_only: 'bool', forbidden: 'bool' },
  build: () => sql`
    select current_setting('transaction_read_only')::bool as read_only,
           exists (select from pg_class
                   where relnamespace = 'public'::regnamespace
                     and (relname = any (${READ}::text[]) and not has_table_privilege(oid, 'select')
                          or relname = any (${WRITTEN}::text[])
                             and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
                                      and has_table_privilege(oid, 'update'))))
           or exists (select from pg_proc
                      where pronamespace = 'public'::regnamespace and not has_function_privilege(oid, 'execute')
                        and proname in ('settle_batch', 'cancel_charges', 'take_back_answered')) as forbidden`,
});
