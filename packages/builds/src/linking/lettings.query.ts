import { columnsOf, command, type DbClient, type RowOf, sql, statement } from '@domesday/db';

const findPositions = statement({
  name: 'place-lettings',
  build: () => sql`
    update lettings l
       set position = coalesce((select a.position from addresses a where a.uprn = l.uprn),
                               (select p.position from postcodes p where p.postcode = l.postcode))`,
});

/**
 * Gives every letting the position of its UPRN, else the centroid of its postcode. Index: the primary keys of
 * addresses and postcodes.
 */
export async function placeLettings(client: DbClient): Promise<void> {
  await findPositions.run(client);
  await command(client, 'analyze lettings');
}

/**
 * Removes links made here: in the postcodes `respelt`, or all if it is null, and those to homes that are no longer
 * listed. Primary key of addresses.
 */
export const dropStaleLettingLinks = statement({
  name: 'drop-stale-letting-links',
  parameters: { respelt: '_text?' },
  build: ({ respelt }) => sql`
    update lettings l set uprn = null, uprn_confidence = null, uprn_method = null
     where l.uprn_method = 'address_match'
       and (${respelt}::text[] is null or l.postcode = any(${respelt}::text[])
            or not exists (select from addresses a where a.uprn = l.uprn))`,
});

const UNLINKED = { id: 'text', ...columnsOf('lettings', ['postcode', 'address']) } as const;
export type UnlinkedLetting = RowOf<typeof UNLINKED>;

/** Lettings without a UPRN, in order of postcode, after the last one read; index lettings_postcode. */
export const unlinkedLettings = statement({
  name: 'unlinked-lettings',
  parameters: { postcode: 'text', id: 'text', limit: 'int8' },
  row: UNLINKED,
  build: ({ postcode, id, limit }) => sql`
    select reference as id, postcode, address from lettings
     where uprn is null and (postcode, reference) > (${postcode}, ${id}) order by postcode, reference limit ${limit}`,
});

/** Writes links found by the engine; primary key of lettings. */
export const writeLettingLinks = statement({
  name: 'write-letting-links',
  parameters: { ids: '_text', uprns: '_int8', confidences: '_float4' },
  build: ({ ids, uprns, confidences }) => sql`
    update lettings l set uprn = n.uprn, uprn_confidence = n.confidence, uprn_method = 'address_match'
      from unnest(${ids}::text[], ${uprns}::bigint[], ${confidences}::real[]) as n (reference, uprn, confidence)
     where l.reference = n.reference`,
});
