import type { DbClient } from '@domesday/db';

/**
 * Gives every letting the position of its UPRN, else the centroid of its postcode. Index: the primary keys of
 * addresses and postcodes.
 */
export async function placeLettings(client: DbClient): Promise<void> {
  await client.query(
    `update lettings l
        set position = coalesce((select a.position from addresses a where a.uprn = l.uprn),
                                (select p.position from postcodes p where p.postcode = l.postcode))`,
  );
  await client.query('analyze lettings');
}

export interface UnlinkedLetting {
  id: string;
  postcode: string;
  address: string;
}

/** Removes links to homes that are no longer listed; primary key of addresses. */
export async function dropStaleLettingLinks(client: DbClient): Promise<void> {
  await client.query(
    `update lettings l set uprn = null, uprn_confidence = null, uprn_method = null
      where l.uprn_method = 'address_match' and not exists (select from addresses a where a.uprn = l.uprn)`,
  );
}

/** Lettings without a UPRN, in order of postcode, after the last one read; index lettings_postcode. */
export async function unlinkedLettings(
  client: DbClient,
  after: { postcode: string; id: string },
  count: number,
): Promise<UnlinkedLetting[]> {
  const { rows } = await client.query<UnlinkedLetting>(
    `select reference as id, postcode, address from lettings
      where uprn is null and (postcode, reference) > ($1, $2) order by postcode, reference limit $3`,
    [after.postcode, after.id, count],
  );
  return rows;
}

/** Writes links found by the engine; primary key of lettings. */
export async function writeLettingLinks(
  client: DbClient,
  links: { ids: string[]; uprns: number[]; confidences: number[] },
): Promise<void> {
  await client.query(
    `update lettings l set uprn = n.uprn, uprn_confidence = n.confidence, uprn_method = 'address_match'
       from unnest($1::text[], $2::bigint[], $3::real[]) as n (reference, uprn, confidence)
      where l.reference = n.reference`,
    [links.ids, links.uprns, links.confidences],
  );
}
