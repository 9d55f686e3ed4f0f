import { columnsOf, command, type DbClient, sql, statement } from '@domesday/db';
import type { Since } from './changed.ts';
import { linkByEngine, PORTION } from './link.ts';

const findPositions = statement({
  name: 'place-lettings',
  build: () => sql`
    update lettings l
       set position = coalesce((select a.position from addresses a where a.uprn = l.uprn),
                               (select p.position from postcodes p where p.postcode = l.postcode))`,
});

/**
 * Removes links made here: in the postcodes `respelt` (null = all), and to homes that are no longer listed. Index: the
 * primary key of addresses.
 */
const dropStale = statement({
  name: 'drop-stale-letting-links',
  parameters: { respelt: '_text?' },
  build: ({ respelt }) => sql`
    update lettings l set uprn = null, uprn_confidence = null, uprn_method = null
     where l.uprn_method = 'address_match'
       and (${respelt}::text[] is null or l.postcode = any(${respelt}::text[])
            or not exists (select from addresses a where a.uprn = l.uprn))`,
});

/** Lettings without a UPRN, in order of postcode. */
const unlinkedLettings = statement({
  name: 'unlinked-lettings',
  row: { id: 'text', ...columnsOf('lettings', ['postcode', 'address']) },
  build: () => sql`
    select reference as id, postcode, address from lettings
     where uprn is null order by postcode`,
});

/** Writes links found by the address matcher. Index: the primary key of lettings. */
const writeLinks = statement({
  name: 'write-letting-links',
  parameters: { ids: '_text', uprns: '_int8', confidences: '_float4' },
  build: ({ ids, uprns, confidences }) => sql`
    update lettings l set uprn = n.uprn, uprn_confidence = n.confidence, uprn_method = 'address_match'
      from unnest(${ids}::text[], ${uprns}::bigint[], ${confidences}::real[]) as n (reference, uprn, confidence)
     where l.reference = n.reference`,
});

/**
 * Links lettings without a UPRN to the homes of their postcode with the address matcher, and sets the position of every
 * letting to that of its UPRN, else to the centroid of its postcode. In the postcodes `respelt` (null = all), earlier
 * links are made again. Runs inside the caller's transaction; `addresses` must be up to date. Index: the primary keys
 * of addresses and postcodes.
 */
export async function linkLettings(client: DbClient, respelt: Since['respelt']): Promise<number> {
  await dropStale.run(client, { respelt });
  const linked = await linkByEngine(client, unlinkedLettings.batches(client, PORTION), writeLinks);
  await findPositions.run(client);
  await command(client, 'analyze lettings');
  return linked;
}
