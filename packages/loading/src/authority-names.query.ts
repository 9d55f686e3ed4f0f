import { type DbClient, writeWorking } from '@domesday/db';
import { otherCodeOf } from './authority-codes.ts';

export interface NamedAuthorities {
  /** SQL that selects `code`, `name` and `dated` from the files. If a code has several names, the newest is stored. */
  named: string;
  source: string;
  /** Whether these names overwrite names from other sources. */
  prevails: boolean;
}

/**
 * Stores names of authorities. If an authority has two codes its name is stored under both, since the postcode
 * directory may use either. Indexes: the primary key of local_authorities.
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
