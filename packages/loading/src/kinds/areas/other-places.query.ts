import { readWorking, writeWorking } from '@domesday/db';
import type { Check, Staged } from '../../types.ts';
import type { AreaSpec } from './spec.ts';

const NATIONS: Record<string, string> = { E: 'England', W: 'Wales', S: 'Scotland' };

/** The file of a council and its copy in a national one differ by the rounding of their corners. */
const SAME_M = 2;
/** Side of the cells in which equal areas are looked for: they lie in one or in neighbours. */
const CELL_M = 4;

/** The extent of areas, widened by so many metres. */
const extent = (margin_m: number) => `
  box(point(max((box[0])[0]) + ${margin_m}, max((box[0])[1]) + ${margin_m}),
      point(min((box[1])[0]) - ${margin_m}, min((box[1])[1]) - ${margin_m}))`;
/** The cell of the middle of an area, moved by so many cells. */
const cell = (area: string, x = '0', y = '0') =>
  `floor((@@ ${area}.box)[0] / ${CELL_M}) + ${x} as x, floor((@@ ${area}.box)[1] / ${CELL_M}) + ${y} as y`;
const apart = (corner: number) => `s.box[${corner}] <-> a.box[${corner}] <= ${SAME_M}`;

/**
 * Pairs of a staged area and one that is served for other places, and is the same: of the same kind and extent, of
 * points also of the same reference or name. Index: areas_box.
 */
const twins = (table: string) => `
  d as (select d.no from area_datasets d join dataset_loads l on l.dataset = d.dataset where l.id = $1),
  own as (select distinct kind, scope from ${table} where box is not null),
  extent as (select ${extent(SAME_M)} as box from ${table} where box is not null),
  others as (select a.id, a.kind, a.scope, a.box, a.level, a.reference, a.name from areas a
              where a.dataset_no = (select no from d) and a.box && (select box from extent)
                and a.kind in (select kind from own) and (a.kind, a.scope) not in (select kind, scope from own)),
  cells as (select a.*, ${cell('a', 'i', 'j')} from others a, generate_series(-1, 1) i, generate_series(-1, 1) j),
  twins as materialized (
    select s.ctid as staged, a.id as served, s.kind, s.scope as given, a.scope as places
      from (select ctid, kind, scope, box, area_sqm, level, reference, name, ${cell('s')} from ${table} s where box is not null) s
      join cells a using (kind, x, y)
     where ${apart(0)} and ${apart(1)} and s.level is not distinct from a.level
       and (s.area_sqm > 0 or s.reference = a.reference or s.name = a.name))`;

/** Areas that lie farther outside those served for some places are of others. */
const MARGIN_M = 5000;
/** A map of which more than this share lies outside others is of more places than these. */
const MOST_OUTSIDE = 0.1;

interface SameElsewhere {
  kind: string;
  /** The places that the areas served were loaded for, and those of the staged; `all` where none was told. */
  places: string;
  given: string;
  /** Areas served for the places, and how many of them are among the staged. */
  served: number;
  same: number;
  /** Share of the staged areas that lie outside those served. */
  outside: number;
}

/** Areas that are served for other places than the files are said to cover, though some of them are in the files. */
async function sameElsewhere({ client, table, load_id, replace }: Staged, { scopeByFile }: AreaSpec) {
  if (scopeByFile || replace) return [];
  const found: SameElsewhere[] = await readWorking(
    client,
    {
      ...{ kind: 'text', places: 'text', given: 'text' },
      ...{ served: 'int8', same: 'int8', outside: 'float8' },
    },
    `with ${twins(table)},
     same as (select kind, places, given, count(distinct served) as same from twins group by kind, places, given)
     select same.*, w.n as served,
            (select avg((not s.box && w.box)::integer)::float8 from ${table} s
              where s.box is not null and s.kind = same.kind and s.scope = same.given) as outside
       from same cross join lateral (
         select count(*) as n, ${extent(MARGIN_M)} as box from areas
          where dataset_no = (select no from d) and kind = same.kind and scope = same.places) w
      order by kind, places, given`,
    [load_id],
  );
  return found.map((one) => {
    const alone = found.every(({ kind, places }) => kind !== one.kind || places === one.places);
    return { ...one, outcome: outcomeOf(one, alone) };
  });
}

type Outcome = 'gives_way' | 'next_edition' | 'stands' | 'stands_anew' | null;

/** What is done where the same areas would be served for two places; null: both are served, as at a border. */
function outcomeOf({ places, given, served, same, outside }: SameElsewhere, alone: boolean): Outcome {
  const most_of_it = same * 2 >= served;
  if (isWithin(places, given) && most_of_it) return 'gives_way';
  if (given === 'all' && alone && most_of_it && outside <= MOST_OUTSIDE) return 'next_edition';
  if (given === 'all' || (places !== 'all' && isWithin(places, given))) return 'stands';
  return places === 'all' || isWithin(given, places) ? 'stands_anew' : null;
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

/**
 * Sees to it that no area is served twice because it was loaded for several places: of a wider map what a narrower one
 * has is left out of the staged rows, and the next edition of a map whose places are not told again is of the same.
 * Says so, and which areas served give way.
 */
export async function otherPlaces(staged: Staged, spec: AreaSpec): Promise<Check[]> {
  const { client, table, load_id } = staged;
  const told: Check[] = [];
  for (const { kind, places, given, same, outcome } of await sameElsewhere(staged, spec)) {
    if (outcome === null) continue;
    const loaded = (how: string) => (how === 'all' ? 'without --covers' : `for ${how}`);
    const before = `areas of ${kind} that were loaded ${loaded(places)}`;
    if (outcome === 'next_edition')
      await writeWorking(
        client,
        `update ${table} set scope = $3, covers = $3 where kind = $1 and scope = $2`,
        [kind, given, places],
      );
    if (outcome === 'stands')
      await writeWorking(
        client,
        `with ${twins(table)} delete from ${table} t using twins
          where t.ctid = twins.staged and twins.kind = $2 and twins.places = $3 and twins.given = $4`,
        [load_id, kind, places, given],
      );
    const of_map = `The ${before} are among these, and give way.`;
    const of_some = `${same} of the ${before} are among these: they are served once, as loaded`;
    const details = {
      gives_way: of_map,
      next_edition: `${of_map} As no other place is told, these are taken to be complete for the same.`,
      stands: `${of_some} before.`,
      stands_anew: `${of_some} now.`,
    };
    told.push({ name: 'other_places', status: 'warn', detail: details[outcome] });
  }
  return told;
}

/**
 * Deletes areas that the staged ones hold for other places, and what they cover where none is left; index areas_scope.
 */
export async function deleteWithin(staged: Staged, spec: AreaSpec, no: number): Promise<void> {
  const { client, table, load_id } = staged;
  for (const { kind, places, given, outcome } of await sameElsewhere(staged, spec)) {
    if (outcome === 'stands_anew')
      await writeWorking(
        client,
        `with ${twins(table)} delete from areas t using twins
          where t.id = twins.served and twins.kind = $2 and twins.places = $3 and twins.given = $4`,
        [load_id, kind, places, given],
      );
    if (outcome !== 'gives_way') continue;
    for (const served of ['areas', 'area_coverage'])
      await writeWorking(client, `delete from ${served} where dataset_no = $1 and kind = $2 and scope = $3`, [
        no,
        kind,
        places,
      ]);
  }
}
