import { type DbClient, readWorking } from '@domesday/db';
import { count } from '@domesday/files/counted';
import { otherCodeOf } from './authority-codes.ts';
import type { Check } from './types.ts';

/** The most codes that one warning names. */
const MOST_NAMED = 5;
/**
 * If a smaller share of the records lies in the authorities that the operator named, another one was probably meant.
 */
const LEAST_SHARE = 0.1;

export interface GivenAuthorities {
  /** SQL that selects the codes that the operator gave, one a row as `code`. Texts that are not codes are ignored. */
  codes: string;
  /** What will be answered for an authority without postcodes; the end of a sentence. */
  effect: string;
  /** SQL that selects the postcodes of the staged records, one a row as `postcode`. They show where the records lie. */
  postcodes?: string;
}

/**
 * Warns of codes from the operator in which no loaded postcode lies: the council was merged or divided, and its homes
 * have the successor's code, or the code is mistyped. Data loaded under such a code would never be found. Also warns if
 * hardly any record lies in the authorities that the operator named. Returns nothing until postcodes are loaded. Index:
 * postcodes_local_authority; two reads of the staged rows.
 */
export async function authorityChecks(
  client: DbClient,
  { codes, effect, postcodes }: GivenAuthorities,
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
  const places = postcodes ? await placesOf(client, codes, postcodes) : [];
  if (unknown.length === 0) return elsewhere(places);
  const shown = unknown.slice(0, MOST_NAMED).map(({ code }) => code);
  const more = unknown.length > MOST_NAMED ? ` and ${unknown.length - MOST_NAMED} more` : '';
  const where = places[0] ? ` By their postcodes most of the records lie in ${named(places[0])}.` : '';
  return [
    warning(
      `No loaded postcode lies in ${shown.join(', ')}${more}, so that ${effect}. Check the code: homes of a council that was merged or divided carry the code of its successor.${where}`,
    ),
  ];
}

interface Place {
  code: string;
  name: string | null;
  records: number;
  /** Whether the operator named this authority. */
  told: boolean;
}

/** Authorities in which the records lie, the one with the most records first. */
function placesOf(client: DbClient, codes: string, postcodes: string): Promise<Place[]> {
  return readWorking(
    client,
    { code: 'text', name: 'text?', records: 'int8', told: 'bool' },
    `with told as materialized (
       select code from (${codes}) t where code ~ '^[EWS][0-9]{8}$'
       union select ${otherCodeOf('code')} from (${codes}) t where ${otherCodeOf('code')} is not null)
     select p.local_authority_code as code, max(la.name) as name, count(*) as records,
            p.local_authority_code in (select code from told) as told
       from (${postcodes}) s join postcodes p using (postcode)
       left join local_authorities la on la.code = p.local_authority_code
      where p.local_authority_code is not null and exists (select from told)
      group by p.local_authority_code order by count(*) desc, p.local_authority_code`,
  );
}

/**
 * Warns if hardly any record lies in the authorities that the operator named: answers about them would describe homes
 * of another authority.
 */
function elsewhere(places: readonly Place[]): Check[] {
  const sum = (of: readonly Place[]) => of.reduce((records, place) => records + place.records, 0);
  const [all, inNamed] = [sum(places), sum(places.filter(({ told }) => told))];
  if (inNamed >= all * LEAST_SHARE) return [];
  const counted = `${count(inNamed)} of ${count(all)}`;
  return [
    warning(
      `By the loaded postcodes ${counted} records lie in the authority that you named, and most in or near ${named(places[0]!)}. Check the code.`,
    ),
  ];
}

const named = ({ code, name }: Place) => `${code}${name ? ` (${name})` : ''}`;

const warning = (detail: string): Check => ({
  name: 'authority',
  status: 'warn',
  detail: `${detail} If the code is wrong, load the files again with the right one. A load with --replace takes away what stays under another code, and everything else of the dataset too.`,
});
