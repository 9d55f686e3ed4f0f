import { sql, statement } from '@domesday/db';

/** Sets the name of the connection; if `local`, only until the end of the transaction. */
export const nameConnection = statement({
  name: 'name-connection',
  parameters: { name: 'text', local: 'bool' },
  row: { name: 'text' },
  build: ({ name, local }) => sql`
    select set_config('application_name', ${name}::text, ${local}::boolean) as name`,
});

/** The name of the connection that holds an advisory lock of one number, or of two. No row if none does. */
export const holderOfLock = statement({
  name: 'holder-of-lock',
  parameters: { first: 'int4', second: 'int4?' },
  row: { name: 'text' },
  build: ({ first, second }) => sql`
    select coalesce(nullif(a.application_name, ''), 'server process ' || l.pid) as name
      from pg_locks l left join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted
       and l.database = (select oid from pg_database where datname = current_database())
       and case when ${second}::int is null then l.objsubid = 1 and l.classid = 0 and l.objid = ${first}::int
                -- A number of an object has no sign.
                else l.objsubid = 2 and l.classid = ${first}::int and l.objid::bigint = ${second}::bigint & 4294967295 end`,
});
