import { type DbClient, readWorking } from '@domesday/db';
import { otherCodeOf } from './authority-codes.ts';
import type { Check } from './types.ts';

/** Codes that one warning names. */
const MOST_NAMED = 5;

export interface ToldAuthorities {
  /** SQL of the codes that the operator told, one a row as `code`; other texts are passed over. */
  codes: string;
  /** What will be answered of such an authority. */
  effect: string;
  /** SQL of the postcodes of the records, one a row as `postcode`, which tell where they lie. */
  postcodes?: string;
}

/**
 * Warns of authorities that the operator named and in which no loaded postcode lies: a council that was merged or divided,
 * whose homes have the code of its successor, or a slip. What is loaded under such a code would never be found. Nothing is
 * said before postcodes are loaded. Index: postcodes_local_authority; one read of the staged rows.
 */
export async function authorityChecks(
  client: DbClient,
  { codes, effect, postcodes }: ToldAuthorities,
): Promise<Check[]> {
  const unknown = await readWorking(
    client,
    { code: 'text' },
    `select c.code from (select distinct code from (${codes}) t where code ~ '^[EWS][0-9]{8}$') c
      where exists (select from postcodes where local_authority_code is not null)
        and not exists (select from postcodes p
                         where p.local_authority_code in (c.code, ${otherCodeOf('c.code')}))
      order by c.code`,
  );
  if (unknown.length === 0) return [];
  const lie = postcodes
    ? await readWorking(
        client,
        { code: 'text', name: 'text?' },
        `select p.local_authority_code as code, max(la.name) as name
           from (${postcodes}) s join postcodes p using (postcode)
           left join local_authorities la on la.code = p.local_authority_code
          where p.local_authority_code is not null
          group by p.local_authority_code order by count(*) desc, p.local_authority_code limit 1`,
      )
    : [];
  const shown = unknown.slice(0, MOST_NAMED).map(({ code }) => code);
  const more = unknown.length > MOST_NAMED ? ` and ${unknown.length - MOST_NAMED} more` : '';
  const where = lie.map(
    ({ code, name }) => ` By their postcodes most of the records lie in ${code}${name ? ` (${name})` : ''}.`,
  );
  const detail = `No loaded postcode lies in ${shown.join(', ')}${more}, so that ${effect}. Check the code: homes of a council that was merged or divided have that of its successor.${where.join('')} --replace takes away what was loaded under another code.`;
  return [{ name: 'authority', status: 'warn', detail }];
}
