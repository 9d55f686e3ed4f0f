import type { Queryable } from '@domesday/db';

export interface HomeCandidate {
  uprn: number;
  address: string;
  postcode: string;
  latitude: number | null;
  longitude: number | null;
  /** The address that is served, where `address` is another spelling of it. */
  served: string | null;
}

/** Every spelling of every home of a postcode. Indexes: addresses_postcode, address_documents_postcode. */
export async function homesOfPostcode(db: Queryable, postcode: string): Promise<HomeCandidate[]> {
  const { rows } = await db.query<HomeCandidate>({
    name: 'address-match-postcode',
    text: `
      select uprn, address, postcode, latitude, longitude, null::text as served from addresses where postcode = $1
      union all
      select p.uprn, p.address, d.postcode, p.latitude, p.longitude, p.served
        from address_documents d join address_premises p on p.document_id = d.id
       where d.postcode = $1 and p.served is not null`,
    values: [postcode],
  });
  return rows;
}

/**
 * Homes of an outcode that share a number with the query; for a query without one, those that have none either or
 * bear a word of its name. Indexes: address_documents_words, address_premises_document.
 */
export async function homesOfOutcode(
  db: Queryable,
  query: { words: string; house: number | null; unit: string | null; names: string[]; limit: number },
): Promise<HomeCandidate[]> {
  const { rows } = await db.query<HomeCandidate>({
    name: 'address-match-outcode',
    text: `
      with near as materialized (
        select id, postcode from address_documents where words @@ $1::tsquery limit $2::integer)
      select p.uprn, p.address, d.postcode, p.latitude, p.longitude, p.served
        from near d join address_premises p on p.document_id = d.id
       where case when $3::integer is null then p.house is null or p.address like any ($5::text[])
                  else p.house = $3 or $3 between p.house and p.house_to or p.unit = $4::text end`,
    values: [query.words, query.limit, query.house, query.unit, query.names.map((name) => `%${name}%`)],
  });
  return rows;
}
