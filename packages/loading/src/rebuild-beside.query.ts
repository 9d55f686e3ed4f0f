import { command, type Db, inTransaction, sql, statement, writeWorking } from '@domesday/db';
import { allowMemory, copiedIndexes } from './rebuild.query.ts';

/** What a table is filled with: a select of some of its columns, and further statements that add rows. */
export interface Filling {
  columns: readonly string[];
  select: string;
  /** Statements that write further rows into the table of the given name. */
  further: (fresh: string) => readonly string[];
}

const columnsOf = statement({
  name: 'columns-to-fill',
  parameters: { table: 'text' },
  row: {
    name: 'text',
    type: 'text',
    collation: 'text?',
    default_value: 'text?',
    storage: 'text?',
    plain: 'bool',
  },
  build: ({ table }) => sql`
    select a.attname::text as name, a.atttypid::regtype::text as type,
           case when a.attcollation <> t.typcollation then a.attcollation::regcollation::text end as collation,
           pg_get_expr(d.adbin, d.adrelid) as default_value,
           case when a.attstorage <> t.typstorage
             then case a.attstorage when 'p' then 'plain' when 'e' then 'external' when 'm' then 'main' else 'extended' end
           end as storage,
           a.attgenerated = '' and a.attidentity = '' and a.atttypmod = -1 as plain
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = ${table}::text::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
});

const constraintsOf = statement({
  name: 'constraints-to-fill',
  parameters: { table: 'text' },
  row: { change: 'text' },
  build: ({ table }) => sql`
    select format('add constraint %I %s', conname, pg_get_constraintdef(oid)) as change
      from pg_constraint where conrelid = ${table}::text::regclass and contype in ('c', 'n')
    union all
    select format('alter column %I set not null', attname)
      from pg_attribute a where attrelid = ${table}::text::regclass and attnum > 0 and attnotnull and not attisdropped
       and not exists (select from pg_constraint c where c.conrelid = a.attrelid and c.contype = 'n'
                          and c.conkey = array[a.attnum])`,
});

/**
 * Fills `fresh`, a table of the same shape as the served one, and builds its indexes on two connections at once. All
 * this is committed before the publishing transaction, so that PostgreSQL can also read the source rows in parallel.
 * Call only while holding the load lock, so that nothing else changes what `filling` reads. Returns the number of rows
 * from the select; null if the table has columns that cannot be filled this way.
 */
export async function fillBeside(
  db: Db,
  table: string,
  fresh: string,
  filling: Filling,
): Promise<number | null> {
  const columns = await columnsOf.rows(db, { table: `public.${table}` });
  if (!columns.every((column) => column.plain)) return null;
  const changes = [
    ...columns.flatMap(({ name, default_value, storage }) => [
      ...(default_value === null ? [] : [`alter column ${name} set default ${default_value}`]),
      ...(storage === null ? [] : [`alter column ${name} set storage ${storage}`]),
    ]),
    ...(await constraintsOf.rows(db, { table: `public.${table}` })).map(({ change }) => change),
  ];
  const values = columns.map(({ name, type, collation, default_value }) => {
    const value = filling.columns.includes(name) ? `q.${name}` : (default_value ?? 'null');
    return `(${value})::${type}${collation === null ? '' : ` collate ${collation}`} as ${name}`;
  });
  const written = await inTransaction(db, async (client) => {
    await allowMemory(client);
    const rows = await writeWorking(
      client,
      `create table ${fresh} as select ${values.join(', ')}
         from (${filling.select}) as q (${filling.columns.join(', ')})`,
    );
    for (const more of filling.further(fresh)) await writeWorking(client, more);
    if (changes.length > 0) await command(client, `alter table ${fresh} ${changes.join(', ')}`);
    return rows;
  });
  await buildIndexes(db, table, fresh);
  await command(db, `analyze ${fresh}`);
  return written;
}

/** Builds the indexes on two connections; each takes the next index that is not yet begun. */
async function buildIndexes(db: Db, table: string, fresh: string): Promise<void> {
  const waiting = (await copiedIndexes(db, table, fresh)).map(({ definition }) => definition);
  const build = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const definition = next;
      await inTransaction(db, async (client) => {
        await allowMemory(client);
        await command(client, definition);
      }).catch((error: unknown) => {
        waiting.length = 0;
        throw error;
      });
    }
  };
  // Both have to end before the first failure is thrown.
  const ended = await Promise.allSettled([build(), build()]);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
