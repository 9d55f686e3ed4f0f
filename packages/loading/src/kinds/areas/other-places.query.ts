import { readWorking, writeWorking } from '@domesday/db';
import { otherCodeOf } from '../../authority-codes.ts';
import type { Check, Staged } from '../../types.ts';
import type { AreaSpec } from './spec.ts';

const NATIONS: Record<string, string> = { E: 'England', W: 'Wales', S: 'Scotland' };

/** The corners of an area in a council's file and in a national file may differ by rounding, at most by this. */
const SAME_M = 2;
/**
 * Side of the grid cells in which equal areas are looked up. The middles of equal areas lie in the same or in
 * neighbouring cells.
 */
const CELL_M = 4;

/** SQL of the common extent of areas, widened by a margin. */
const extent = (margin_m: number) => `
  box(point(max((box[0])[0]) + ${margin_m}, max((box[0])[1]) + ${margin_m}),
      point(min((box[1])[0]) - ${margin_m}, min((box[1])[1]) - ${margin_m}))`;
/** SQL of the grid cell of an area's middle, shifted by `x` and `y` cells. */
const cell = (area: string, x = '0', y = '0') =>
  `floor((@@ ${area}.box)[0] / ${CELL_M}) + ${x} as x, floor((@@ ${area}.box)[1] / ${CELL_M}) + ${y} as y`;
const apart = (corner: number) => `s.box[${corner}] <-> a.box[${corner}] <= ${SAME_M}`;

/**
 * SQL of pairs of a staged area and an equal area that is served for other places. Areas are equal if kind, extent and
 * level are; points and lines also need the same reference or name. Index: areas_box.
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

/** SQL of whether `places` are authorities of which no loaded postcode lies in `box`. Index: postcodes_position. */
const underWrongCode = (places: string, box: string) => `
  (${places} ~ '^[EWS][0-9]{8}( [EWS][0-9]{8})*$'
   and exists (select from postcodes where local_authority_code is not null)
   and not exists (
     select from regexp_split_to_table(${places}, ' ') as code
       join postcodes p on p.local_authority_code in (code, ${otherCodeOf('code')})
      where p.position <@ ${box}))`;

/** Staged areas that lie farther than this outside the served ones belong to other places. */
const MARGIN_M = 5000;
/** If more than this share of the staged areas lies outside the served ones, the map covers more places. */
const MOST_OUTSIDE = 0.1;

interface SameElsewhere {
  kind: string;
  /**
   * The places for which the served areas were loaded, and those given for the staged ones; `all` if none was given.
   */
  places: string;
  given: string;
  /** The number of areas served for `places`, and how many of them are also staged. */
  served: number;
  same: number;
  /** Share of the staged areas that lie outside the served ones. */
  outside: number;
  /** Whether the served areas were loaded for authorities that lie elsewhere, or have no loaded postcode. */
  wrong_code: boolean;
}

/** Finds areas that are served for other places than those given for the files although the files hold some of them. */
async function sameElsewhere({ client, table, load_id, replace }: Staged, { scopeByFile }: AreaSpec) {
  if (scopeByFile || replace) return [];
  const found: SameElsewhere[] = await readWorking(
    client,
    {
      ...{ kind: 'text', places: 'text', given: 'text' },
      ...{ served: 'int8', same: 'int8', outside: 'float8', wrong_code: 'bool' },
    },
    `with ${twins(table)},
     same as (select kind, places, given, count(distinct served) as same from twins group by kind, places, given)
     select same.*, w.n as served,
            (select avg((not s.box && w.box)::integer)::float8 from ${table} s
              where s.box is not null and s.kind = same.kind and s.scope = same.given) as outside,
            ${underWrongCode('same.places', 'w.box')} as wrong_code
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

/** What to do if the same areas would be served for two places. Null: serve both, as for areas across a border. */
function outcomeOf(one: SameElsewhere, alone: boolean): Outcome {
  const { places, given, served, same, outside } = one;
  const most_of_it = same * 2 >= served;
  // Otherwise a code that was mistyped could be corrected only by loading the whole dataset anew.
  if (one.wrong_code && given !== 'all' && most_of_it) return 'gives_way';
  if (isWithin(places, given) && most_of_it) return 'gives_way';
  if (given === 'all' && alone && most_of_it && outside <= MOST_OUTSIDE) return 'next_edition';
  if (given === 'all' || (places !== 'all' && isWithin(places, given))) return 'stands';
  return places === 'all' || isWithin(given, places) ? 'stands_anew' : null;
}

/** Whether a file for `given` covers `places` too. `all` stands for a file without a given place. */
function isWithin(places: string, given: string): boolean {
  const all = given.split(' ');
  return (
    places === 'all' ||
    (given !== 'all' &&
      places.split(' ').every((place) => all.includes(place) || all.includes(NATIONS[place[0]!] ?? '')))
  );
}

/**
 * Prevents that an area is served twice because it was loaded for several places. Areas that a narrower map already
 * serves are deleted from the staging of a wider one. A new edition without given places takes over the places of the
 * map that it repeats. Returns warnings that say so, and which served areas are replaced.
 */
export async function otherPlaces(staged: Staged, spec: AreaSpec): Promise<Check[]> {
  const { client, table, load_id } = staged;
  const checks: Check[] = [];
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
    const replaced = `The ${before} are also in these files, and are replaced.`;
    const shared = `${same} of the ${before} are among these: they are served once, as loaded`;
    const details = {
      gives_way: replaced,
      next_edition: `${replaced} No other place was named, so these files are taken to be complete for the same places.`,
      stands: `${shared} before.`,
      stands_anew: `${shared} now.`,
    };
    checks.push({ name: 'other_places', status: 'warn', detail: details[outcome] });
  }
  return checks;
}

/**
 * Deletes served areas that the staged ones repeat for other places, and the recorded coverage of a map that is
 * replaced as a whole. Index: areas_scope.
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
