import { type Nation, readWorking, readWorkingRow } from '@domesday/db';
import { count } from '@domesday/files/counted';
import type { Check, Staged } from './types.ts';

/** Farther than any correction of a postcode's position. */
const FAR_M = 10_000;
/** Fewer postcodes of an area show nothing. */
const JUDGED_FROM = 20;
/** Areas that one message names. */
const MOST_NAMED = 5;

/**
 * Fails where most postcodes of an area would lie elsewhere than those served: eastings and northings that were
 * swapped, or a file that was put together wrongly. One join of the staged postcodes with those served.
 */
export function movedPostcodes(staged: Staged): Promise<Check[]> {
  const would = 'would lie more than ten kilometres from where they are served';
  return farOff(staged, { what: 'postcodes', would });
}

/** The same of records that have both a postcode and a position. */
export function farFromPostcodes(staged: Staged): Promise<Check[]> {
  const would = 'would lie more than ten kilometres from their postcodes';
  return farOff(staged, { what: 'records with a position', would });
}

/** Of more rows a sample shows as much. */
const MOST_COMPARED = 500_000;

async function farOff(
  { client, table, rows }: Staged,
  { what, would }: { what: string; would: string },
): Promise<Check[]> {
  const sample = rows > MOST_COMPARED ? `tablesample system (${(100 * MOST_COMPARED) / rows})` : '';
  const moved = await readWorking(
    client,
    { area: 'text', moved: 'int8', records: 'int8' },
    `select substring(s.postcode from '^[A-Z]+') as area, count(*) as records,
            count(*) filter (where abs(p.easting - s.easting) > ${FAR_M} or abs(p.northing - s.northing) > ${FAR_M}) as moved
       from ${table} s ${sample} join postcodes p using (postcode)
      where s.easting is not null and p.easting is not null
      group by 1 having count(*) >= ${JUDGED_FROM} order by 1`,
  );
  const wrong = moved.filter((area) => area.moved * 2 > area.records);
  if (wrong.length === 0) return [];
  const shown = wrong
    .slice(0, MOST_NAMED)
    .map(({ area, moved, records }) => `${area} (${moved} of ${records})`);
  const more = wrong.length > MOST_NAMED ? ` and ${wrong.length - MOST_NAMED} more areas` : '';
  const detail = `Most ${what} of ${shown.join(', ')}${more} ${would}: eastings and northings may be swapped.`;
  return [{ name: 'positions', status: 'fail', detail }];
}

/**
 * Land of no nation, by which the positions of many of its postcodes are known to be swapped: sea and Wales to the west
 * of England, sea to the west of Wales, all that lies south of Scotland. Of the north of England and of Wales the
 * swapped positions may lie in the nation too.
 */
const OUTSIDE: Record<Nation, string> = {
  England: 's.easting < 290000 and s.northing > 155000',
  Wales: 's.easting < 205000 and s.northing > 250000',
  Scotland: 's.northing < 525000',
};
/** More than slips. */
const MANY = 0.1;

/**
 * Fails where many postcodes of a nation would lie outside it. None begins with X: countries that are made up lie where
 * they please. One pass over staging.
 */
export async function outsideNation({ client, table }: Staged): Promise<Check[]> {
  const outside = Object.entries(OUTSIDE).map(([nation, place]) => `when '${nation}' then ${place}`);
  const nations = await readWorking(
    client,
    { country: 'text', postcodes: 'int8', outside: 'int8' },
    `select s.country, count(*) as postcodes, count(*) filter (where case s.country ${outside.join(' ')} end) as outside
       from ${table} s where s.country is not null and s.easting is not null and s.postcode not like 'X%'
      group by 1 order by 1`,
  );
  return nations
    .filter((one) => one.outside >= JUDGED_FROM && one.outside > one.postcodes * MANY)
    .map(({ country, postcodes, outside }) => ({
      name: 'positions',
      status: 'fail',
      detail: `${count(outside)} of the ${count(postcodes)} postcodes of ${country} would lie outside it: eastings and northings may be swapped.`,
    }));
}

/**
 * Fails where many postcodes with a position lie outside the grid: of Scotland's far north, northings are no eastings.
 */
export async function offGrid({ client, table }: Staged, unknown_quality: number): Promise<Check[]> {
  const { rows } = await readWorkingRow(
    client,
    { rows: 'int8' },
    `select count(*) as rows from ${table} where easting is null and quality <> ${unknown_quality}`,
  );
  if (rows < JUDGED_FROM) return [];
  const detail = `${rows.toLocaleString('en-GB')} postcodes have a position that is not in Great Britain: eastings and northings may be swapped.`;
  return [{ name: 'positions', status: 'fail', detail }];
}
