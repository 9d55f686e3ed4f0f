import { command, type DbClient, sql, statement } from '@domesday/db';

/** Beyond this distance the nearest postcode may be far away, since perhaps only some postcode areas are loaded. */
const REACH_M = 1000;

const nearestPostcodes = statement({
  name: 'place-short-lets',
  build: () => sql`
    update short_lets t set postcode = n.postcode
       from (select distinct on (s.easting, s.northing) s.easting, s.northing, p.postcode
               from short_lets s
               left join lateral (
                 select min(postcode) as postcode from (
                   select c.postcode from postcodes c
                    where c.position <@ circle(s.position, ${sql.raw(String(REACH_M))}) and c.terminated_on is null
                    order by c.position <-> s.position fetch first row with ties) nearest) p on true) n
      where n.easting = t.easting and n.northing = t.northing and t.postcode is distinct from n.postcode`,
});

/**
 * Sets the postcode of every short let to the nearest live postcode within a kilometre, so that it is found by outcode
 * and authority. Positions are blurred by up to 150 m, so it may not be the home's own. Index: postcodes_position.
 */
export async function placeShortLets(client: DbClient): Promise<void> {
  await nearestPostcodes.run(client);
  await command(client, 'analyze short_lets');
}
