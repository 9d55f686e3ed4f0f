import { type Nation, readWorking, readWorkingRow } from '@domesday/db';
import { count } from '@domesday/files/counted';
import type { Check, Staged } from './types.ts';

/** Farther than any correction of a postcode's position. */
const FAR_M = 10_000;
/** An area with fewer postcodes is not judged. */
const JUDGED_FROM = 20;
/** Areas that one message names. */
const MOST_NAMED = 5;

/**
 * Fails if most postcodes of an area would lie far from where they are served: eastings and northings are swapped, or
 * the file was put together wrongly. One join of the staged postcodes with those served.
 */
export function movedPostcodes(staged: Staged): Promise<Check[]> {
  const would = 'would lie more than ten kilometres from where they are served';
  return farOff(staged, { what: 'postcodes', would });
}

/** Fails if most records of an area that have both a postcode and a position would lie far from their postcodes. */
export function farFromPostcodes(staged: Staged): Promise<Check[]> {
  const would = 'would lie more than ten kilometres from their postcodes';
  return farOff(staged, { what: 'records with a position', would });
}

/** Of more rows only a sample is compared. */
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
 * Places outside each nation where many of its postcodes land if eastings and northings are swapped: sea and Wales west
 * of England, sea west of Wales, everything south of Scotland. Swapped positions in northern England and northern Wales
 * may still lie inside the nation.
 */
const OUTSIDE: Record<Nation, string> = {
  England: 's.easting < 290000 and s.northing > 155000',
  Wales: 's.easting < 205000 and s.northing > 250000',
  Scotland: 's.northing < 525000',
};
/** A larger share of postcodes outside cannot be single typing errors. */
const MANY = 0.1;

/**
 * Fails if many postcodes of a nation would lie outside it. Ignores postcodes that begin with X: those are of made-up
 * countries, which may lie anywhere. One pass over staging.
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
 * Fails if many postcodes with a position lie outside the grid: the northings of northern Scotland are too large for
 * eastings.
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
