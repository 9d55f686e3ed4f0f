import { readWorking } from '@domesday/db';
import { authorityChecks } from '../../authority-check.query.ts';
import type { Check, Staged } from '../../types.ts';
import { nationalKinds } from './publish.query.ts';
import type { AreaSpec } from './spec.ts';

/** The most areas whose nearest postcode is looked up: this sample is enough to show where the areas lie. */
const MOST_PLACED = 500;

/**
 * Says which places the areas will be taken to cover completely, if the operator names none. This decides whether a
 * home outside the areas is answered with none or as not covered, and only the operator knows whether the files are
 * complete.
 */
export async function coverageChecks(staged: Staged, spec: AreaSpec): Promise<Check[]> {
  const { client, table } = staged;
  const named = await authorityChecks(client, {
    codes: `select regexp_split_to_table(covers, ' ') as code from (select distinct covers from ${table}) c`,
    effect: 'homes outside these areas will be answered there as not covered',
    // Only for codes of authorities: areas for a whole nation may lie anywhere in it.
    postcodes: `select p.postcode
                  from (select @@ box as middle from ${table}
                         where box is not null and covers ~ '^[EWS][0-9]{8}( [EWS][0-9]{8})*$' limit ${MOST_PLACED}) s
                 cross join lateral (
                   select min(postcode) as postcode from (
                     select postcode from postcodes order by position <-> s.middle fetch first row with ties) nearest) p`,
  });
  if (spec.extent === 'nation') return [...named, ...(await nationChecks(staged, spec))];
  if (spec.extent === 'as_stated') {
    const kinds = await kindsOf(staged, `select kind from ${table} where covers is null`);
    return [...named, ...notCovered('', kinds, 'the files name no place')];
  }
  return spec.extent === 'authorities' ? [...named, ...(await authorityExtents(staged))] : named;
}

async function kindsOf({ client }: Staged, from: string): Promise<string[]> {
  const rows = await readWorking(
    client,
    { kind: 'text' },
    `select distinct kind from (${from}) k order by kind`,
  );
  return rows.map((row) => row.kind);
}

/** A truncated file counts as complete nowhere. Staging marks it by a row without geometry. */
async function authorityExtents(staged: Staged): Promise<Check[]> {
  const { table } = staged;
  const kinds = await kindsOf(
    staged,
    `select kind from ${table} where covers is null except select kind from ${table} where geometry is null`,
  );
  if (kinds.length === 0) return [];
  return [
    covers(
      `The files are taken as complete (${kinds.join(', ')}) for each authority in which one of their areas holds a loaded postcode or home: homes there outside the areas will be answered with none. Are they complete for fewer authorities, or for others? Then load them again with --covers and the codes of these.`,
    ),
    ...(await partsOfAuthorities(staged)),
  ];
}

/** With more areas nothing is checked: they are of many authorities. */
const MOST_ASKED = 20_000;
/** Fewer areas or postcodes do not show how far a map reaches. */
const JUDGED_FROM = 5;
const LEAST_POSTCODES = 20;
/** A map that is complete for an authority extends over more than this share of its postcodes. */
const MOST_OF_IT = 0.6;
const MOST_NAMED = 5;

/**
 * Warns of authorities that would count as covered although many of their postcodes lie outside the extent of the
 * areas: the map is of a council that was merged since, or some of its areas lie across a border. Index:
 * postcodes_position.
 */
async function partsOfAuthorities({ client, table }: Staged): Promise<Check[]> {
  const parts = await readWorking(
    client,
    { kind: 'text', code: 'text', name: 'text?', share: 'float8' },
    `with told as materialized (select kind, box from ${table} where covers is null and box is not null limit ${MOST_ASKED} + 1),
     extent as (
       select kind, box(point(max((box[0])[0]), max((box[0])[1])), point(min((box[1])[0]), min((box[1])[1]))) as box
         from told where (select count(*) from told) <= ${MOST_ASKED} group by kind having count(*) >= ${JUDGED_FROM}),
     held as (
       select distinct e.kind, p.local_authority_code as code
         from extent e join told t using (kind) join postcodes p on p.position <@ t.box
        where p.terminated_on is null and p.local_authority_code is not null)
     select h.kind, h.code, max(la.name) as name, avg((p.position <@ e.box)::integer)::float8 as share
       from held h join extent e using (kind) join postcodes p on p.local_authority_code = h.code
       left join local_authorities la on la.code = h.code
      where p.terminated_on is null and p.position is not null
      group by h.kind, h.code
     having count(*) >= ${LEAST_POSTCODES} and avg((p.position <@ e.box)::integer) < ${MOST_OF_IT}
      order by share, h.kind, h.code`,
  );
  if (parts.length === 0) return [];
  const shown = parts.slice(0, MOST_NAMED).map(({ kind, code, name, share }) => {
    const authority = name === null ? code : `${name}, ${code}`;
    return `${authority} (${kind}, ${Math.round(share * 100)} %)`;
  });
  const more = parts.length > MOST_NAMED ? ` and ${parts.length - MOST_NAMED} more` : '';
  const detail = `By the share of their postcodes, the areas extend over only a part of these authorities: ${shown.join(', ')}${more}. Homes in the rest of them would be answered with none. If the map is of a council that was merged since, or of another across the border, load it again with --covers and the code of that council.`;
  return [{ name: 'covers', status: 'warn', detail }];
}

async function nationChecks(staged: Staged, spec: AreaSpec): Promise<Check[]> {
  const { table } = staged;
  const all = await kindsOf(staged, `select kind from ${table} where covers is null`);
  if (all.length === 0) return [];
  if (spec.everywhere) return [outside('', all, 'not covered', 'since the map classes all land.')];
  const whole: Check[] = [];
  const parts: [country: string, kinds: string[]][] = [];
  for (const country of spec.countries) {
    const kinds = await kindsOf(staged, nationalKinds(table, country));
    const why = `since the areas lie in more than half of it. Are the files of a part of ${country} alone? Then load them again with --covers and the codes of its authorities.`;
    if (kinds.length > 0) whole.push(outside(country, kinds, 'none', why));
    const others = all.filter((kind) => !kinds.includes(kind));
    if (others.length > 0) parts.push([country, others]);
  }
  if (whole.length === 0) return notCovered('', all, 'the areas lie in no more than half of a nation');
  return [
    ...whole,
    ...parts.flatMap(([country, kinds]) => notCovered(country, kinds, 'they lie in no more than half of it')),
  ];
}

function notCovered(country: string, kinds: string[], why: string): Check[] {
  if (kinds.length === 0) return [];
  const again =
    'If the files are complete for nations or for authorities, load them again with --covers and the name or code of each.';
  return [outside(country, kinds, 'not covered', `since ${why}. ${again}`)];
}

/** Says what is answered for homes outside the areas, in `country` or, if it is empty, in all nations. */
function outside(country: string, kinds: string[], answer: 'none' | 'not covered', why: string): Check {
  const place = country === '' ? '' : ` of ${country}`;
  const wording = answer === 'none' ? 'with none' : 'as not covered';
  return covers(
    `Homes${place} outside these areas will be answered ${wording} (${kinds.join(', ')}), ${why}`,
  );
}

function covers(detail: string): Check {
  return { name: 'covers', status: 'ok', detail };
}
