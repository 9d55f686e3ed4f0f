import type pg from 'pg';

/**
 * Settings that statements rely on. A server, database or role may have others: dates would be read wrongly, numbers
 * rounded, months begin in another time zone, a long load end at a limit meant for requests, and tables be made in the
 * wrong schema. The search path gets the schema of the extensions if they have their own. With the default keep-alive
 * the server would hold the locks of a client that was switched off or cut off for more than two hours; with this one,
 * two minutes.
 */
const SETTINGS = `
  set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set standard_conforming_strings = on; set transform_null_equals = off;
  set array_nulls = on; set quote_all_identifiers = off; set default_transaction_isolation = 'read committed';
  set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set idle_session_timeout = 0;
  set tcp_keepalives_idle = 60; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 6;
  select set_config('transaction_timeout', '0', false) where current_setting('transaction_timeout', true) is not null;
  select set_config('search_path', concat_ws(', ', 'public', nullif(current_setting('search_path'), ''), (
    select string_agg(distinct quote_ident(nspname), ', ')
    from pg_extension join pg_namespace n on n.oid = extnamespace
    where extname in ('pg_trgm', 'btree_gist') and nspname <> all (current_schemas(false) || 'public'::name))), false)`;

/** Applies the settings to a new connection, before its first statement. */
export async function setSession(
  client: pg.ClientBase,
  session: { statement_timeout_ms: number; wait_ms: number; reloadable: boolean },
): Promise<void> {
  const commits = session.reloadable ? '; set synchronous_commit = off' : '';
  const text = `${SETTINGS}; set statement_timeout = ${session.statement_timeout_ms}${commits}`;
  await client.query({ text, query_timeout: session.wait_ms } as pg.QueryConfig);
}
