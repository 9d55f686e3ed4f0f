import { columnsOf, type Nation, type Queryable, sql, statement } from '@domesday/db';
import { REACH } from './ranking.ts';
import { SPELLING } from './spelling.query.ts';

export interface FoundHome {
  uprn: number;
  address: string;
  postcode: string;
  /** Where the postcode comes from if no source gives the home one; else null. */
  postcode_from: 'street' | 'position' | null;
  /** The spelling that was found, and its postcode. */
  spelling: string;
  spelling_postcode: string;
  country: Nation | null;
  latitude: number | null;
  longitude: number | null;
  /** The position is that of the postcode. */
  at_postcode: boolean;
  score: number;
  house_agrees: number;
  unit_agrees: number;
}

/** The values that homes are ranked by, and how many homes are returned. Null = not given. */
export interface Ranking {
  /** The typed text. */
  q: string;
  /** Of homes that agree equally in number, flat and postcode, those that begin with this text come first. */
  begins: string;
  house: number | null;
  suffix: string;
  unit: string | null;
  postcode: string | null;
  country: string | null;
  min_score: number;
  limit: number;
}

export interface PostcodeSearch extends Ranking {
  postcode: string;
  most_documents: number;
}

/** 0 = all documents, 1 = one in 16, 2 = one in 256. */
export type Sample = 0 | 1 | 2;

export interface WordSearch extends Ranking {
  /** The text in the normalised spelling. */
  text: string;
  /** The words of the text without number and postcode. */
  names: string;
  outcode: string | null;
  /** tsquery for the index. */
  index: string;
  /** tsquery to filter what the index finds. */
  whole: string | null;
  sample: Sample;
  most_documents: number;
  nearest_documents: number;
}

/** Which optional parts of the ranking are used. Each combination has its own statement. */
interface RankingParts {
  house: boolean;
  unit: boolean;
  postcode: boolean;
  country: boolean;
}

const ROW = {
  uprn: 'int8',
  address: 'text',
  postcode: 'text',
  postcode_from: 'text?',
  spelling: 'text',
  spelling_postcode: 'text',
  country: 'text?',
  latitude: 'float8?',
  longitude: 'float8?',
  at_postcode: 'bool',
  score: 'float8',
  house_agrees: 'int4',
  unit_agrees: 'int4',
} as const;

const RANKING = {
  q: 'text',
  begins: 'text',
  house: 'int4?',
  suffix: 'text',
  unit: 'text?',
  postcode: 'text?',
  country: 'text?',
  min_score: 'float8',
  limit: 'int4',
} as const;

type Placeholders = Record<keyof typeof RANKING, unknown>;

/** Columns of the homes found, with their position from `addresses a`, which is joined only to the rows returned. */
const columnsOfFound = (homes: string) =>
  sql.raw(
    `${['uprn', 'address', 'postcode', 'postcode_from', 'spelling', 'spelling_postcode', 'country'].map((name) => `${homes}.${name}`).join(', ')},
   a.latitude, a.longitude, coalesce(a.position_source = 'postcode', false) as at_postcode`,
  );

/**
 * How the number agrees: 0 = equal; 1 = it is the home's unit (0 if the typed unit is too) or the end of its range; 2 =
 * with another suffix; 3 = not.
 */
function houseAgrees(v: Placeholders, asked: RankingParts) {
  if (!asked.house) return sql`0`;
  const sameUnit = asked.unit ? sql`case when p.unit = ${v.unit} then 0 else 1 end` : sql`1`;
  return sql`
    case when p.house = ${v.house} and p.suffix = ${v.suffix} then 0
         when p.unit = ${v.house}::integer::text || ${v.suffix} then ${sameUnit}
         when p.house_to = ${v.house} then 1
         when p.house = ${v.house} then 2
         else 3 end`;
}

/** How the unit agrees: 0 = equal, or none typed and the home has none or its unit is its number; 1 and 2 = not. */
function unitAgrees(v: Placeholders, asked: RankingParts) {
  if (asked.unit) return sql`case when p.unit = ${v.unit} then 0 when p.unit is null then 1 else 2 end`;
  return sql`case when p.unit is null or p.house::text || p.suffix = p.unit then 0 else 1 end`;
}

/**
 * SQL for the homes of the documents in `near`, ranked by number, unit, postcode, beginning and then similarity of the
 * whole address. A home may be found by several spellings; `firstOfEachHome` keeps the best.
 */
function ranked(v: Placeholders, asked: RankingParts, only = sql``) {
  const country = asked.country ? sql`and p.country = ${v.country}` : sql``;
  const postcode = asked.postcode ? sql`(spelling_postcode is distinct from ${v.postcode}),` : sql``;
  const order = sql`house_agrees, unit_agrees, ${postcode} begins desc, score desc, address, uprn`;
  // `offset 0` makes PostgreSQL compute the similarity once for condition and order. It is most of the work.
  return sql`
    select ${columnsOfFound('ranked')}, ranked.score, ranked.house_agrees, ranked.unit_agrees
      from (select * from (
              select p.uprn, coalesce(p.served, ${SPELLING}) as address,
                     coalesce(p.served_postcode, d.postcode) as postcode, p.postcode_from, ${SPELLING} as spelling,
                     d.postcode as spelling_postcode, p.country, similarity(${SPELLING}, ${v.q})::float8 as score,
                     starts_with(${SPELLING}, upper(${v.begins})) as begins,
                     ${houseAgrees(v, asked)} as house_agrees, ${unitAgrees(v, asked)} as unit_agrees
                from near d join address_premises p on p.document_id = d.id
               where true ${country} ${only} offset 0) homes
             where score >= ${v.min_score} order by ${order} limit ${REACH.spellings} * ${v.limit}::integer) ranked
      left join addresses a on a.uprn = ranked.uprn
     order by ${order}`;
}

/** Name of a variant of the statement. */
function variant(name: string, asked: RankingParts): string {
  const parts = (Object.keys(asked) as (keyof RankingParts)[]).filter((part) => asked[part]);
  return [name, ...parts].join('-');
}

const wordStatement = (asked: RankingParts) =>
  statement({
    name: variant('address-search-words', asked),
    parameters: {
      ...RANKING,
      text: 'text',
      names: 'text',
      outcode: 'text?',
      index: 'tsquery',
      whole: 'tsquery?',
      sample: 'int4',
      most_documents: 'int4',
      nearest_documents: 'int4',
    },
    row: ROW,
    build: (v) => sql`
      with near as materialized (
        select id, postcode, address_end
          from address_documents_with(${v.index}, ${v.whole}, ${v.sample}::integer,
                                      ${v.outcode}, ${v.most_documents}::integer)
         order by starts_with(text, ${v.names}) desc, similarity(text, ${v.text}) desc, id
         limit ${v.nearest_documents}::integer)
      ${ranked(v, asked, asked.house ? withNumber(v) : sql``)}`,
  });

/** The homes of a document that can have the number. */
function withNumber(v: Placeholders) {
  return sql`and (p.house = ${v.house} or ${v.house} between p.house and p.house_to
                  or p.unit = ${v.house}::integer::text || ${v.suffix})`;
}

const postcodeStatement = (asked: RankingParts) =>
  statement({
    name: variant('address-search-postcode', asked),
    parameters: { ...RANKING, most_documents: 'int4' },
    row: ROW,
    build: (v) => sql`
      with near as materialized (
        select id, postcode, address_end from address_documents
         where postcode = ${v.postcode} limit ${v.most_documents}::integer)
      ${ranked(v, asked)}`,
  });

/** Makes a statement for each combination of optional parts when the module loads; returns the lookup. */
function variants<S>(make: (asked: RankingParts) => S, postcode: readonly boolean[]): (search: Ranking) => S {
  const flags = [false, true];
  const made = new Map<string, S>();
  const key = (asked: RankingParts) => `${asked.house}${asked.unit}${asked.postcode}${asked.country}`;
  for (const house of flags)
    for (const unit of flags)
      for (const country of flags)
        for (const given of postcode) {
          const asked = { house, unit, postcode: given, country };
          made.set(key(asked), make(asked));
        }
  return ({ house, unit, postcode: given, country }) =>
    made.get(
      key({
        house: house !== null,
        unit: unit !== null,
        postcode: given !== null,
        country: country !== null,
      }),
    )!;
}

const byWords = variants(wordStatement, [false, true]);
const byPostcode = variants(postcodeStatement, [true]);

/**
 * Homes of the documents that match a query of words, ranked. At most `most_documents` documents are read, and the
 * homes of the `nearest_documents` most similar ones. `address_documents_with` finds the documents by the GIN index of
 * the sample: address_documents_words, _sample or _small_sample. Index: address_premises_document.
 */
export async function homesByWords(db: Queryable, search: WordSearch): Promise<FoundHome[]> {
  return firstOfEachHome(await byWords(search).rows(db, search), search.limit);
}

/**
 * Homes of one postcode, ranked as in `homesByWords`. Indexes: address_documents_postcode, address_premises_document.
 */
export async function homesByPostcode(db: Queryable, search: PostcodeSearch): Promise<FoundHome[]> {
  return firstOfEachHome(await byPostcode(search).rows(db, search), search.limit);
}

const houseOrder = (everywhere: boolean) => {
  const inCountry = ({ country }: Pick<Placeholders, 'country'>) =>
    everywhere ? sql`` : sql`and p.country = ${country}`;
  // A scalar subquery, unlike `exists`, is never planned as a join with all homes, so the limit ends the scan early.
  return statement({
    name: `address-search-house-order${everywhere ? '' : '-country'}`,
    parameters: { from: 'text', before: 'text', q: 'text', country: 'text?', limit: 'int4' },
    row: ROW,
    build: (v) => sql`
      with near as materialized (
        select id, postcode, text, address_end from address_documents d
         where postcode >= ${v.from} and postcode < ${v.before}
           and (select true from address_premises p
                 where p.document_id = d.id and p.served is null ${inCountry(v)} limit 1)
         order by postcode, text limit ${v.limit}::integer)
      select ${columnsOfFound('homes')}, similarity(homes.address, ${v.q})::float8 as score, 0 as house_agrees,
             0 as unit_agrees
        from (select p.uprn, ${SPELLING} as address, d.postcode, p.postcode_from, ${SPELLING} as spelling,
                     d.postcode as spelling_postcode, p.country, d.text, p.house_order
                from near d join address_premises p on p.document_id = d.id
               where p.served is null ${inCountry(v)}
               order by d.postcode, d.text, p.house_order limit ${v.limit}::integer) homes
        left join addresses a on a.uprn = homes.uprn
       order by homes.postcode, homes.text, homes.house_order`,
  });
};
const houseOrderEverywhere = houseOrder(true);
const houseOrderOfCountry = houseOrder(false);

/**
 * Homes by postcode prefix, in order of postcode, street and house. Indexes: address_documents_postcode,
 * address_premises_document.
 */
export async function homesInHouseOrder(
  db: Queryable,
  search: { from: string; q: string; country: string | null; limit: number },
): Promise<FoundHome[]> {
  const found = search.country === null ? houseOrderEverywhere : houseOrderOfCountry;
  return (await found.rows(db, { ...search, before: successor(search.from) })) as FoundHome[];
}

const successor = (text: string): string =>
  text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);

const byUprn = statement({
  name: 'address-search-uprn',
  parameters: { uprn: 'int8' },
  row: ROW,
  build: (v) => sql`
    select uprn, address, postcode, postcode_from, address as spelling, postcode as spelling_postcode, country,
           latitude, longitude, coalesce(position_source = 'postcode', false) as at_postcode, 1::float8 as score,
           0 as house_agrees, 0 as unit_agrees
      from addresses where uprn = ${v.uprn}`,
});

/** The home of a UPRN. Index: the primary key of addresses. */
export async function homeOfUprn(db: Queryable, uprn: number): Promise<FoundHome | null> {
  return ((await byUprn.first(db, { uprn })) as FoundHome | undefined) ?? null;
}

/** The first row of each home, at most `limit`. */
function firstOfEachHome(found: readonly { uprn: number }[], limit: number): FoundHome[] {
  const seen = new Set<number>();
  const first = found.filter(({ uprn }) => !seen.has(uprn) && seen.add(uprn));
  return first.slice(0, limit) as FoundHome[];
}

const version = statement({
  name: 'address-index-version',
  row: columnsOf('address_index_state', ['version', 'documents']),
  build: () => sql`select version, documents from address_index_state`,
});

/** The version of the address index, which is raised with every change, and its number of documents. */
export async function indexVersion(db: Queryable): Promise<{ version: number; documents: number }> {
  return (await version.first(db)) ?? { version: 0, documents: 0 };
}

/** The whole dictionary; a few hundred thousand rows for the country. */
export const allWords = statement({
  name: 'all-words',
  row: columnsOf('address_words', ['word', 'documents']),
  build: () => sql`select word, documents from address_words where documents > 0`,
});
