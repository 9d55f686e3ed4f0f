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

export interface OutcodeQuery {
  /** tsquery for the index: the outcode and names. */
  index: string;
  /** tsquery that what it finds must answer too: the number. */
  whole: string | null;
  /** The names, for the likeness of streets and homes where no number tells these apart. */
  text: string;
  house: number | null;
  unit: string | null;
  names: string[];
  most_documents: number;
  nearest_without_number: number;
  most_without_number: number;
}

/**
 * Homes of an outcode that share a number with the query; for a query without one, those that have none either or
 * bear a word of its name, the likest of the likest streets. `address_documents_with` finds the streets by
 * address_documents_words (GIN). Index: address_premises_document.
 */
export async function homesOfOutcode(db: Queryable, query: OutcodeQuery): Promise<HomeCandidate[]> {
  const { rows } = await db.query<HomeCandidate>({
    name: 'address-match-outcode',
    text: `
      with near as materialized (
        select id, postcode from address_documents_with($1::tsquery, $2::tsquery, 0, null, $3)
         order by case when $4::integer is null then similarity(text, $5) end desc, id
         limit case when $4::integer is null then $6::integer end)
      select p.uprn, p.address, d.postcode, p.latitude, p.longitude, p.served
        from near d join address_premises p on p.document_id = d.id
       where case when $4::integer is null then p.house is null or p.address like any ($7::text[])
                  else p.house = $4 or $4 between p.house and p.house_to or p.unit = $8::text end
       order by case when $4::integer is null then similarity(p.address, $5) end desc, p.uprn
       limit case when $4::integer is null then $9::integer end`,
    values: [
      query.index,
      query.whole,
      query.most_documents,
      query.house,
      query.text,
      query.nearest_without_number,
      query.names.map((name) => `%${name}%`),
      query.unit,
      query.most_without_number,
    ],
  });
  return rows;
}

export interface PostcodesQuery {
  postcodes: string[];
  house: number | null;
  unit: string | null;
  /** The names, by which the likest are chosen where no number tells homes apart. */
  text: string;
  most: number;
}

/**
 * Homes of any of these postcodes that share the number; for a query without one, the most similar of those that have
 * none either. Indexes: address_documents_postcode, address_premises_document.
 */
export async function homesOfPostcodes(db: Queryable, query: PostcodesQuery): Promise<HomeCandidate[]> {
  const { rows } = await db.query<HomeCandidate>({
    name: 'address-match-postcodes',
    text: `
      select p.uprn, p.address, d.postcode, p.latitude, p.longitude, p.served
        from address_documents d join address_premises p on p.document_id = d.id
       where d.postcode = any ($1)
         and case when $2::integer is null then p.house is null
                  else p.house = $2 or $2 between p.house and p.house_to or p.unit = $3::text end
       order by similarity(p.address, $4) desc, p.uprn
       limit $5`,
    values: [query.postcodes, query.house, query.unit, query.text, query.most],
  });
  return rows;
}
