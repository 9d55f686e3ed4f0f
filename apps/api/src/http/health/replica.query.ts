import { SHORT_WAIT_MS, sql, statement } from '@domesday/db';

/** How far the write-ahead log has been written, or on a standby replayed, in bytes. */
export const logPosition = statement({
  name: 'log-position',
  row: { standby: 'bool', position: 'int8?' },
  wait_ms: SHORT_WAIT_MS,
  build: () => sql`
    select pg_is_in_recovery() as standby,
      pg_wal_lsn_diff(
        case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0'
      )::bigint as position`,
});

/** Identifies the database and its cluster; a standby has the identity of its primary. */
export const clusterIdentity = statement({
  name: 'identity-of-cluster',
  row: { identity: 'text' },
  wait_ms: SHORT_WAIT_MS,
  build: () => sql`
    select concat(d.oid, ' ', c.system_identifier) as identity
      from pg_database d, pg_control_system() c where d.datname = current_database()`,
});
