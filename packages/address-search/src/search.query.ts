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
}

/** What homes are ranked by, and how many are wanted. */
export interface HomeSearch {
  text: string;
  q: string;
  house: number | null;
  suffix: string;
  unit: string | null;
  postcode: string | null;
  country: string | null;
  outcode: string | null;
  most_documents: number;
  nearest_documents: number;
  min_score: number;
  limit: number;
}

/** All documents, one in 16 or one in 256. */
export type Sample = 0 | 1 | 2;

export interface DocumentSearch extends HomeSearch {
  /** tsquery for the index. */
  index: string;
  /** tsquery that what it finds must answer too. */
  whole: string | null;
  sample: Sample;
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
              else 1 end as unit_agrees
    from near d join address_premises p on p.document_id = d.id
   where ($8::text is null or p.country = $8)`;

// `offset 0` keeps the similarity, which is most of the work, from being worked out for the condition and the order.
const ranked = (only: string): string => `
  select uprn, address, postcode, country, latitude, longitude, score, house_agrees
    from (${RANKED} ${only} offset 0) ranked
   where score >= $1::float8
   order by house_agrees, unit_agrees, (postcode is distinct from $7::text), score desc, address, uprn
   limit 2 * $10::integer`;

/**
 * Homes of the documents that answer a query of words, ranked. Of the documents at most `most_documents` are
 * read and the `nearest_documents` most similar kept. `address_documents_with` finds them by the GIN index of its
 * sample: address_documents_words, _sample or _small_sample. Index: address_premises_document.
 */
export async function homesByWords(db: Queryable, search: DocumentSearch): Promise<FoundHome[]> {
  const only =
    search.house === null
      ? ''
      : 'and (p.house = $4 or $4 between p.house and p.house_to or p.unit = $4::text || $5)';
  const { rows } = await db.query<FoundHome>({
    name: `address-search-words-${search.house === null ? 'any' : 'house'}`,
    text: `
      with near as materialized (
        select id, postcode from address_documents_with($13::tsquery, $14::tsquery, $15, $9, $11)
         order by similarity(text, $2) desc, id limit $12::integer)
      ${ranked(only)}`,
    values: [...values(search), search.index, search.whole, search.sample],
  });
  return eachOnce(rows, search.limit);
}

/** Homes of one postcode, ranked in the same way. Indexes: address_documents_postcode, address_premises_document. */
export async function homesByPostcode(db: Queryable, search: HomeSearch): Promise<FoundHome[]> {
  const { rows } = await db.query<FoundHome>({
    name: 'address-search-postcode',
    text: `
      with near as materialized (
        select id, postcode from address_documents
         where postcode = $7 and $2::text is not null and $9::text is null
         limit greatest($11::integer, $12::integer))
      ${ranked('')}`,
    values: values(search),
  });
  return eachOnce(rows, search.limit);
}

function values(search: HomeSearch): unknown[] {
  return [
    search.min_score,
    search.text,
    search.q,
    search.house,
    search.suffix,
    search.unit,
    search.postcode,
    search.country,
    search.outcode,
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
             similarity(p.address, $3)::float8 as score, 0 as house_agrees
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
