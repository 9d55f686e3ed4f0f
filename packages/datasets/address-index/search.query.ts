import type { Queryable } from '@domesday/db';

export interface FoundHome {
  uprn: number;
  address: string;
  postcode: string;
  country: 'England' | 'Wales' | 'Scotland' | null;
  latitude: number | null;
  longitude: number | null;
  score: number;
  house_agrees: number;
  unit_agrees: number;
}

export interface DocumentSearch {
  words: string;
  text: string;
  q: string;
  house: number | null;
  suffix: string;
  unit: string | null;
  postcode: string | null;
  country: string | null;
  outcode: string | null;
  sampled: boolean;
  most_documents: number;
  nearest_documents: number;
  min_score: number;
  limit: number;
}

/**
 * The order of answers: number, then unit, then postcode, and similarity of the whole address within these. A home
 * may be found by two spellings, so twice as many are asked for; `eachOnce` keeps the better.
 */
const RANKED = `
  select p.uprn, coalesce(p.served, p.address) as address, d.postcode, p.country, p.latitude, p.longitude,
         similarity(p.address, $3)::float8 as score,
         case when $4::integer is null then 0
              when p.house = $4 and p.suffix = $5 then 0
              when p.unit = $4::text || $5 then case when p.unit = $6 then 0 else 1 end
              when p.house_to = $4 then 1
              when p.house = $4 then 2
              else 3 end as house_agrees,
         case when p.unit = $6 then 0
              when $6::text is not null then case when p.unit is null then 1 else 2 end
              when p.unit is null or p.house::text || p.suffix = p.unit then 0
              else 1 end as unit_agrees,
         p.house_order
    from near d join address_premises p on p.document_id = d.id
   where ($8::text is null or p.country = $8)`;

const ORDER = `order by house_agrees, unit_agrees, (postcode is distinct from $7::text), score desc, address, uprn limit 2 * $11::integer`;

/**
 * Homes of the documents that answer a query of words, ranked. Of the documents at most `most_documents` are
 * read and the `nearest_documents` most similar kept. Indexes: address_documents_words or
 * address_documents_sampled (GIN), address_premises_document.
 */
export async function homesByWords(db: Queryable, search: DocumentSearch): Promise<FoundHome[]> {
  const only =
    search.house === null
      ? ''
      : 'and (p.house = $4 or $4 between p.house and p.house_to or p.unit = $4::text || $5)';
  const { rows } = await db.query<FoundHome>({
    name: `address-search-words-${search.sampled ? 'sampled' : 'all'}-${search.house === null ? 'any' : 'house'}`,
    text: `
      with found as materialized (
        select id, postcode, text from address_documents
         where words @@ $1::tsquery ${search.sampled ? 'and sampled' : ''}
           and ($9::text is null or postcode like $9 || ' %')
         limit $12::integer),
      near as materialized (
        select id, postcode from found order by similarity(text, $2) desc, id limit $13::integer)
      select uprn, address, postcode, country, latitude, longitude, score, house_agrees, unit_agrees
        from (${RANKED} ${only}) ranked
       where score >= $10::float8 ${ORDER}`,
    values: values(search),
  });
  return eachOnce(rows, search.limit);
}

/** Homes of one postcode, ranked in the same way. Indexes: address_documents_postcode, address_premises_document. */
export async function homesByPostcode(db: Queryable, search: DocumentSearch): Promise<FoundHome[]> {
  const { rows } = await db.query<FoundHome>({
    name: 'address-search-postcode',
    text: `
      with near as materialized (
        select id, postcode from address_documents
         where postcode = $7 and $1::text is not null and $2::text is not null and $9::text is null
         limit greatest($12::integer, $13::integer))
      select uprn, address, postcode, country, latitude, longitude, score, house_agrees, unit_agrees
        from (${RANKED}) ranked where score >= $10::float8 ${ORDER}`,
    values: values(search),
  });
  return eachOnce(rows, search.limit);
}

function values(search: DocumentSearch): unknown[] {
  return [
    search.words,
    search.text,
    search.q,
    search.house,
    search.suffix,
    search.unit,
    search.postcode,
    search.country,
    search.outcode,
    search.min_score,
    search.limit,
    search.most_documents,
    search.nearest_documents,
  ];
}

/**
 * Homes whose postcode begins so, in order of postcode, street and house. Indexes: address_documents_postcode,
 * address_premises_document.
 */
export async function homesInHouseOrder(
  db: Queryable,
  search: { from: string; before: string; q: string; country: string | null; limit: number },
): Promise<FoundHome[]> {
  const { rows } = await db.query<FoundHome>({
    name: 'address-search-house-order',
    text: `
      with near as materialized (
        select id, postcode, text from address_documents
         where postcode >= $1 and postcode < $2 order by postcode limit $4)
      select p.uprn, p.address, d.postcode, p.country, p.latitude, p.longitude,
             similarity(p.address, $3)::float8 as score, 0 as house_agrees, 0 as unit_agrees
        from near d join address_premises p on p.document_id = d.id
       where p.served is null and ($5::text is null or p.country = $5)
       order by d.postcode, d.text, p.house_order limit $4`,
    values: [search.from, search.before, search.q, search.limit, search.country],
  });
  return rows;
}

/** The first row of each home, at most `limit`. */
function eachOnce(found: readonly FoundHome[], limit: number): FoundHome[] {
  const seen = new Set<number>();
  return found.filter(({ uprn }) => !seen.has(uprn) && seen.add(uprn)).slice(0, limit);
}

export async function indexVersion(db: Queryable): Promise<{ version: number; documents: number }> {
  const { rows } = await db.query<{ version: number; documents: number }>({
    name: 'address-index-version',
    text: 'select version, documents from address_index_state',
  });
  return rows[0] ?? { version: 0, documents: 0 };
}

/** The whole dictionary; a few hundred thousand rows for the country. */
export async function allWords(db: Queryable): Promise<Array<[string, number]>> {
  const { rows } = await db.query<[string, number]>({
    text: 'select word, documents from address_words where documents > 0',
    rowMode: 'array',
  });
  return rows;
}
