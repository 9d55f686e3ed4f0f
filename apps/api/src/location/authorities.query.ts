import type { Queryable } from '@domesday/db';
import { inPlace } from './area.ts';
import type { Country, Place } from './place.ts';

/** An authority that a place reaches into, by the live postcodes of the place that are its own. */
export interface AuthorityShare {
  code: string;
  name: string | null;
  country: Country | null;
  postcodes: number;
}

/** Authorities that a place reaches into, largest share first; index of postcodes that `inPlace` names. */
export async function authoritiesIn(db: Queryable, place: Place): Promise<AuthorityShare[]> {
  const where = inPlace(place, { postcode: 'p.postcode', position: 'p.position' }, 1);
  const { rows } = await db.query<AuthorityShare>({
    text: `select p.local_authority_code as code, l.name, min(p.country) as country, count(*) as postcodes
             from postcodes p left join local_authorities l on l.code = p.local_authority_code
            where p.terminated_on is null and p.local_authority_code is not null and ${where.sql}
            group by p.local_authority_code, l.name order by postcodes desc, code`,
    values: where.values,
  });
  return rows;
}

/** How many live postcodes a place has, and how many of them hold a loaded address; index addresses_postcode. */
export async function addressedPostcodes(
  db: Queryable,
  place: Place,
): Promise<{ postcodes: number; addressed: number }> {
  const where = inPlace(place, { postcode: 'p.postcode', position: 'p.position' }, 1);
  const { rows } = await db.query<{ postcodes: number; addressed: number }>({
    text: `select count(*) as postcodes,
                  count(*) filter (where exists (select from addresses a where a.postcode = p.postcode)) as addressed
             from postcodes p where p.terminated_on is null and ${where.sql}`,
    values: where.values,
  });
  return rows[0]!;
}
