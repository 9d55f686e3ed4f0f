import { readWorking, writeWorking } from '@domesday/db';
import type { Check, Staged } from '../../types.ts';
import type { AreaSpec } from './spec.ts';

/** Areas of each place that are compared. */
const MOST_COMPARED = 500;
const NATIONS: Record<string, string> = { E: 'England', W: 'Wales', S: 'Scotland' };

/** Areas that are served for other places than the files are said to cover, though at least half of them are in the files. */
async function sameElsewhere({ client, table, load_id, replace }: Staged, { scopeByFile }: AreaSpec) {
  if (scopeByFile || replace) return [];
  const found = await readWorking(
    client,
    { kind: 'text', places: 'text', given: 'text' },
    `with own as (select distinct kind, scope from ${table}),
     d as (select d.no from area_datasets d join dataset_loads l on l.dataset = d.dataset where l.id = $1),
     others as (select distinct a.kind, a.scope from areas a
                 where a.dataset_no = (select no from d) and a.kind in (select kind from own)
                   and (a.kind, a.scope) not in (select kind, scope from own)),
     looked as (select o.kind, o.scope, a.box::text as box from others o cross join lateral (
                  select box from areas where dataset_no = (select no from d) and kind = o.kind and scope = o.scope
                   limit ${MOST_COMPARED}) a),
     same as (select l.kind, l.scope from looked l
                left join (select distinct kind, box::text as box from ${table} where box is not null) s using (kind, box)
               group by l.kind, l.scope having count(s.box) * 2 >= count(*))
     select kind, s.scope as places, own.scope as given from same s join own using (kind) order by kind, s.scope`,
    [load_id],
  );
  return found.map((one) => ({ ...one, within: isWithin(one.places, one.given) }));
}

/** Whether a file for `given` is one for `places` too; `all` is a file of which no place was told. */
function isWithin(places: string, given: string): boolean {
  const all = given.split(' ');
  return (
    places === 'all' ||
    (given !== 'all' &&
      places.split(' ').every((place) => all.includes(place) || all.includes(NATIONS[place[0]!] ?? '')))
  );
}

/** Says which areas give way that were loaded for other places, and fails where they would be served twice. */
export async function otherPlaces(staged: Staged, spec: AreaSpec): Promise<Check[]> {
  return (await sameElsewhere(staged, spec))
    .filter(({ within, given }) => within || given === 'all')
    .map(({ kind, places, within }) => {
      const before = `areas of ${kind} that were loaded ${places === 'all' ? 'without --covers' : `for ${places}`}`;
      return within
        ? { name: 'other_places', status: 'warn', detail: `The ${before} are among these, and give way.` }
        : {
            name: 'other_places',
            status: 'fail',
            detail: `The ${before} are among these, and would be served twice. Load these with --covers ${places.replaceAll(' ', ' --covers ')} or, where they are of more places than that, take the dataset out first with "domesday remove".`,
          };
    });
}

/** Deletes the areas, and what they cover, that the staged ones hold for a wider place; index areas_scope. */
export async function deleteWithin(staged: Staged, spec: AreaSpec, no: number): Promise<void> {
  for (const { kind, places, within } of await sameElsewhere(staged, spec)) {
    if (!within) continue;
    for (const table of ['areas', 'area_coverage'])
      await writeWorking(
        staged.client,
        `delete from ${table} where dataset_no = $1 and kind = $2 and scope = $3`,
        [no, kind, places],
      );
  }
}
