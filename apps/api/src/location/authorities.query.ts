import { columnsOf, nation, orNull, type RowOf, required, sql } from '@domesday/db';
import { areaStatement } from './area-statement.ts';

const PLACED = { postcode: 'p.postcode', position: 'p.position' };

const SHARE = {
  code: 'text',
  name: 'text?',
  country: orNull(nation),
  postcodes: 'int8',
} as const;
/** An authority that overlaps a place, with the number of the place's live postcodes that belong to it. */
export type AuthorityShare = RowOf<typeof SHARE>;

/** Authorities that overlap a place, largest share first; index of postcodes by code or position. */
export const authoritiesIn = areaStatement({
  name: 'authorities-in',
  row: { ...SHARE, code: required(columnsOf('postcodes', ['local_authority_code'])).local_authority_code },
  columns: PLACED,
  build: (_, inArea) => sql`
    select p.local_authority_code as code, l.name, min(p.country) as country, count(*) as postcodes
      from postcodes p left join local_authorities l on l.code = p.local_authority_code
     where p.terminated_on is null and p.local_authority_code is not null and ${inArea}
     group by p.local_authority_code, l.name order by postcodes desc, code`,
});

/** Nations of Great Britain that a place reaches into; index of postcodes by code or position. */
export const nationsIn = areaStatement({
  name: 'nations-in',
  row: { country: nation },
  columns: PLACED,
  build: (_, inArea) => sql`
    select distinct coalesce(p.country, '') as country from postcodes p
     where p.terminated_on is null and p.country in ('England', 'Wales', 'Scotland') and ${inArea}`,
});

/** How many live postcodes a place has, and how many of them hold a loaded address; index addresses_postcode. */
export const addressedPostcodes = areaStatement({
  name: 'addressed-postcodes',
  row: { postcodes: 'int8', addressed: 'int8' },
  columns: PLACED,
  build: (_, inArea) => sql`
    select count(*) as postcodes,
           count(*) filter (where exists (select from addresses a where a.postcode = p.postcode)) as addressed
      from postcodes p where p.terminated_on is null and ${inArea}`,
});
