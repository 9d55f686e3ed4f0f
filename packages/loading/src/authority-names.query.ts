import { type DbClient, writeWorking } from '@domesday/db';
import { otherCodeOf } from './authority-codes.ts';

export interface NamedAuthorities {
  /** SQL of what the files name, as `code`, `name` and `dated`; of several names of a code the newest counts. */
  named: string;
  source: string;
  /** Whether these names take the place of those of other sources. */
  prevails: boolean;
}

/**
 * Stores names of authorities, also under the other code of one that has two: the directory of postcodes may have that.
 * Indexes: the primary key of local_authorities.
 */
export async function nameAuthorities(
  client: DbClient,
  { named, source, prevails }: NamedAuthorities,
): Promise<void> {
  const conflict = prevails
    ? `do update set name = excluded.name, source = excluded.source
        where local_authorities.name is distinct from excluded.name`
    : 'do nothing';
  await writeWorking(
    client,
    `with named as materialized (${named})
     insert into local_authorities (code, name, source)
     select distinct on (code) code, name, '${source}'
       from (select code, name, dated, 1 as turn from named
             union all
             select ${otherCodeOf('code')}, name, dated, 2 from named) both_codes
      where code is not null
      order by code, turn, dated desc nulls last
     on conflict (code) ${conflict}`,
  );
}
