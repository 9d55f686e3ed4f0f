import { readWorking, readWorkingRow } from '@domesday/db';
import type { Check, Staged } from './types.ts';

/** Farther than any correction of a postcode's position. */
const FAR_M = 10_000;
/** Fewer postcodes of an area show nothing. */
const JUDGED_FROM = 20;
/** Areas that one message names. */
const MOST_NAMED = 5;

/**
 * Fails where most postcodes of an area would lie elsewhere than those served: eastings and northings that were swapped, or
 * a file that was put together wrongly. One join of the staged postcodes with those served.
 */
export async function movedPostcodes({ client, table }: Staged): Promise<Check[]> {
  const moved = await readWorking(
    client,
    { area: 'text', moved: 'int8', postcodes: 'int8' },
    `select substring(s.postcode from '^[A-Z]+') as area, count(*) as postcodes,
            count(*) filter (where abs(p.easting - s.easting) > ${FAR_M} or abs(p.northing - s.northing) > ${FAR_M}) as moved
       from ${table} s join postcodes p using (postcode)
      where s.easting is not null and p.easting is not null
      group by 1 having count(*) >= ${JUDGED_FROM} order by 1`,
  );
  const wrong = moved.filter((area) => area.moved * 2 > area.postcodes);
  if (wrong.length === 0) return [];
  const shown = wrong
    .slice(0, MOST_NAMED)
    .map(({ area, moved, postcodes }) => `${area} (${moved} of ${postcodes})`);
  const more = wrong.length > MOST_NAMED ? ` and ${wrong.length - MOST_NAMED} more areas` : '';
  const detail = `Most postcodes of ${shown.join(', ')}${more} would lie more than ten kilometres from where they are served: eastings and northings may be swapped.`;
  return [{ name: 'positions', status: 'fail', detail }];
}

/** Fails where many postcodes with a position lie outside the grid: of Scotland's far north, northings are no eastings. */
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
