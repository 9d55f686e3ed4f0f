import {
  type PreparedCandidate,
  type PreparedQuery,
  prepareCandidates,
  queryReader,
} from '@domesday/addresses';
import { batchLoader, columnsOf, listOf, type Queryable, type RowOf, sql, statement } from '@domesday/db';
import { MATCHING } from './ranking.ts';
import { SPELLING } from './spelling.query.ts';

export interface HomeCandidate {
  uprn: number;
  address: string;
  postcode: string;
  /** The served address, if `address` is another spelling of it. */
  served: string | null;
  /** The served postcode, if `address` is another spelling; null as well where no source gives a postcode. */
  served_postcode: string | null;
}

const ROW = {
  uprn: 'int8',
  address: 'text',
  postcode: 'text',
  served: 'text?',
  served_postcode: 'text?',
} as const;

const ofPostcode = statement({
  name: 'address-match-postcode',
  parameters: { postcode: 'text' },
  row: ROW,
  build: (v) => sql`
    select uprn, address, postcode, null::text as served,
           null::text as served_postcode
      from addresses where postcode = ${v.postcode}
    union all
    select p.uprn, ${SPELLING} as address, d.postcode, p.served, p.served_postcode
      from address_documents d join address_premises p on p.document_id = d.id
     where d.postcode = ${v.postcode} and p.served is not null
     limit ${MATCHING.most_of_postcode + 1}`,
});

/**
 * The homes of a postcode, parsed on first use, and a parser for the queries of the postcode. A postcode with more than
 * `MATCHING.most_of_postcode` homes has no candidates here; a match then searches by number and names, as in the
 * outcode.
 */
export interface PostcodeHomes {
  /** Whether the postcode has homes. */
  any: boolean;
  prepared(): PreparedCandidate<HomeCandidate>[];
  read(address: string): PreparedQuery[];
}

export function postcodeHomes(
  postcode: string,
  homes: readonly HomeCandidate[] | (() => HomeCandidate[]),
  any = typeof homes === 'function' || homes.length > 0,
): PostcodeHomes {
  let prepared: PreparedCandidate<HomeCandidate>[] | undefined;
  return {
    any,
    read: queryReader(postcode),
    prepared: () => {
      // Sorted, since candidates of equal score keep their order, and the statement has no order.
      prepared ??= prepareCandidates(
        [...(typeof homes === 'function' ? homes() : homes)].sort(
          (a, b) => a.uprn - b.uprn || (a.address < b.address ? -1 : Number(a.address > b.address)),
        ),
      );
      return prepared;
    },
  };
}

const tooManyHomes = (postcode: string): PostcodeHomes => postcodeHomes(postcode, [], true);

async function homesOfOne(db: Queryable, postcode: string): Promise<PostcodeHomes> {
  const homes = await ofPostcode.rows(db, { postcode });
  return homes.length > MATCHING.most_of_postcode ? tooManyHomes(postcode) : postcodeHomes(postcode, homes);
}

const homesByPostcode = batchLoader<string, PostcodeHomes>(async (db, postcodes) => {
  const [first, ...others] = new Set(postcodes);
  const found =
    others.length === 0
      ? new Map([[first!, await homesOfOne(db, first!)]])
      : await homesOfManyPostcodes(db, [first!, ...others]);
  return postcodes.map((postcode) => found.get(postcode) ?? null);
});

/**
 * Every spelling of every home of a postcode, unless there are too many. Concurrent calls are batched into one
 * statement. Indexes: addresses_postcode, address_documents_postcode.
 */
export async function homesOfPostcode(db: Queryable, postcode: string): Promise<PostcodeHomes> {
  return (await homesByPostcode(db, postcode)) ?? postcodeHomes(postcode, []);
}

export interface OutcodeQuery {
  /** tsquery for the index: the outcode and names. */
  index: string;
  /** tsquery to filter what the index finds: the number. */
  whole: string | null;
  /** The names, to rank streets and homes by similarity if there is no number. */
  text: string;
  house: number | null;
  unit: string | null;
  /** The words that the index is searched for, besides the outcode. */
  words: string[];
  /** Words of the building's name. */
  names: string[];
  most_documents: number;
  nearest_without_number: number;
  most_without_number: number;
}

const numbered = statement({
  name: 'address-match-outcode-house',
  parameters: { index: 'tsquery', whole: 'tsquery?', most_documents: 'int4', house: 'int4', unit: 'text?' },
  row: ROW,
  build: (v) => sql`
    select p.uprn, ${SPELLING} as address, d.postcode, p.served, p.served_postcode
      from address_documents_with(${v.index}, ${v.whole}, 0, null, ${v.most_documents}) d
      join address_premises p on p.document_id = d.id
     where p.house = ${v.house} or ${v.house} between p.house and p.house_to or p.unit = ${v.unit}
     order by p.uprn`,
});

const unnumbered = statement({
  name: 'address-match-outcode-name',
  parameters: {
    index: 'tsquery',
    whole: 'tsquery?',
    most_documents: 'int4',
    text: 'text',
    words: '_text',
    names: '_text',
    nearest_without_number: 'int8',
    most_without_number: 'int8',
  },
  row: ROW,
  build: (v) => sql`
    with near as materialized (
      select id, text like any (${v.words}) as of_street
        from address_documents_with(${v.index}, ${v.whole}, 0, null, ${v.most_documents})
       order by similarity(text, ${v.text}) desc, id limit ${v.nearest_without_number})
    select p.uprn, ${SPELLING} as address, d.postcode, p.served, p.served_postcode
      from near join address_documents d using (id) join address_premises p on p.document_id = d.id
     where (p.house is null and (of_street or p.identity_key = '' or p.identity_key || d.key_end like any (${v.words})))
        or ${SPELLING} like any (${v.names})
     order by similarity(${SPELLING}, ${v.text}) desc, p.uprn limit ${v.most_without_number}`,
});

const holding = (word: string): string => `%${word}%`;

/**
 * Homes of an outcode with the query's number. For a query without a number, the most similar homes of the most similar
 * streets: homes without a number that have one of the words or are in a street with one, and all homes with a word of
 * the building's name. Comparing every home of these streets would take several times as long. `address_documents_with`
 * finds the streets by address_documents_words (GIN). Index: address_premises_document.
 */
export function homesOfOutcode(db: Queryable, query: OutcodeQuery): Promise<HomeCandidate[]> {
  const { house, words, names } = query;
  if (house !== null) return numbered.rows(db, { ...query, house });
  return unnumbered.rows(db, { ...query, words: words.map(holding), names: names.map(holding) });
}

export interface PostcodesQuery {
  postcodes: string[];
  house: number | null;
  unit: string | null;
  /** The names, to rank homes by similarity. */
  text: string;
  most: number;
}

const NEAR = { postcodes: '_text', text: 'text', most: 'int8' } as const;

const numberedNear = statement({
  name: 'address-match-postcodes-house',
  parameters: { ...NEAR, house: 'int4', unit: 'text?' },
  row: ROW,
  build: (v) => sql`
    select p.uprn, ${SPELLING} as address, d.postcode, p.served, p.served_postcode
      from address_documents d join address_premises p on p.document_id = d.id
     where d.postcode = any (${v.postcodes})
       and (p.house = ${v.house} or ${v.house} between p.house and p.house_to or p.unit = ${v.unit})
     order by similarity(${SPELLING}, ${v.text}) desc, p.uprn limit ${v.most}`,
});

const unnumberedNear = statement({
  name: 'address-match-postcodes-name',
  parameters: NEAR,
  row: ROW,
  build: (v) => sql`
    select p.uprn, ${SPELLING} as address, d.postcode, p.served, p.served_postcode
      from address_documents d join address_premises p on p.document_id = d.id
     where d.postcode = any (${v.postcodes}) and p.house is null
     order by similarity(${SPELLING}, ${v.text}) desc, p.uprn limit ${v.most}`,
});

/**
 * The most similar homes of these postcodes with the query's number; for a query without a number, of the homes without
 * one. Indexes: address_documents_postcode, address_premises_document.
 */
export function homesOfPostcodes(db: Queryable, query: PostcodesQuery): Promise<HomeCandidate[]> {
  const { house } = query;
  return house === null ? unnumberedNear.rows(db, query) : numberedNear.rows(db, { ...query, house });
}

// Separators between the homes of a postcode and between the values of a home. No address contains these characters.
const HOME_END = '\x1e';
const PART_END = '\x1f';

const ofManyPostcodes = statement({
  name: 'address-match-many-postcodes',
  parameters: { postcodes: '_text' },
  row: { postcode: 'text', homes: 'text?' },
  build: (v) => sql`
    select postcode, case when count(*) <= ${MATCHING.most_of_postcode}
                          then string_agg(concat(uprn, e'\\x1f', address, e'\\x1f', served,
                                                 e'\\x1f', served_postcode), e'\\x1e') end as homes
      from (select uprn, address, postcode, null::text as served,
           null::text as served_postcode
              from addresses where postcode = any (${v.postcodes})
            union all
            select p.uprn, ${SPELLING} as address, d.postcode, p.served, p.served_postcode
              from address_documents d join address_premises p on p.document_id = d.id
             where d.postcode = any (${v.postcodes}) and p.served is not null) home
     group by postcode`,
});

/**
 * `homesOfPostcode` for many postcodes. The homes of a postcode come as one text, since a row for each home would cost
 * the driver more time than the match. Indexes: addresses_postcode, address_documents_postcode.
 */
export async function homesOfManyPostcodes(
  db: Queryable,
  postcodes: string[],
): Promise<Map<string, PostcodeHomes>> {
  const rows = await ofManyPostcodes.rows(db, { postcodes });
  return new Map(
    rows.map(({ postcode, homes }) => [
      postcode,
      homes === null ? tooManyHomes(postcode) : postcodeHomes(postcode, () => homesIn(homes, postcode)),
    ]),
  );
}

function homesIn(text: string, postcode: string): HomeCandidate[] {
  return text.split(HOME_END).map((home) => {
    const [uprn, address, served, served_postcode] = home.split(PART_END);
    return {
      uprn: Number(uprn),
      address: address!,
      postcode,
      served: served === '' ? null : served!,
      served_postcode: served_postcode === '' ? null : served_postcode!,
    };
  });
}

const PREMISES = columnsOf('addresses', [
  'uprn',
  'parent_uprn',
  'classification',
  'postcode_from',
  'position_source',
  'latitude',
  'longitude',
]);

const premises = statement({
  name: 'address-match-premises',
  parameters: { uprns: '_int8' },
  row: PREMISES,
  build: (v) => sql`select ${listOf(PREMISES)} from addresses where uprn = any (${v.uprns})`,
});

/**
 * Parent, classification and position of a home in the address list. Concurrent calls are batched into one statement.
 * `postcode_from` is null if a source gives the postcode. Index: the primary key of addresses.
 */
export const premisesOfHome = batchLoader<number, RowOf<typeof PREMISES>>(async (db, uprns) => {
  const found = new Map((await premises.rows(db, { uprns })).map((row) => [row.uprn, row]));
  return uprns.map((uprn) => found.get(uprn) ?? null);
});

/** The values of `premisesOfHome` that `domesday match` and batches write beside each row. */
export interface ListedPremises {
  parent_uprn: number | null;
  classification: string | null;
  postcode_from: string | null;
}

const listed = statement({
  name: 'address-match-listed',
  parameters: { uprns: '_int8' },
  row: { homes: 'text?' },
  build: (v) => sql`
    select string_agg(concat(uprn, e'\\x1f', parent_uprn, e'\\x1f', classification, e'\\x1f', postcode_from),
                      e'\\x1e') as homes
      from addresses where uprn = any (${v.uprns})`,
});

/** The listed values of many homes, which come from the database as one text, as in `homesOfManyPostcodes`. */
export async function premisesOfMany(db: Queryable, uprns: number[]): Promise<Map<number, ListedPremises>> {
  const { homes } = await listed.one(db, { uprns });
  const found = new Map<number, ListedPremises>();
  for (const home of homes?.split(HOME_END) ?? []) {
    const [uprn, parent, classification, postcode_from] = home.split(PART_END);
    found.set(Number(uprn), {
      parent_uprn: parent === '' ? null : Number(parent),
      classification: classification || null,
      postcode_from: postcode_from || null,
    });
  }
  return found;
}

const streets = statement({
  name: 'address-match-streets',
  parameters: { index: 'tsquery', sample: 'int4', most_documents: 'int4' },
  row: { postcode: 'text', text: 'text' },
  build: (v) => sql`
    select postcode, text from address_documents_with(${v.index}, null, ${v.sample}, null, ${v.most_documents})`,
});

/**
 * The streets whose documents contain the words; with a sample, only those of the sample. `address_documents_with`
 * finds them by address_documents_words or the index of the sample (GIN).
 */
export const streetsWith = (
  db: Queryable,
  query: { index: string; sample: 0 | 1 | 2; most_documents: number },
): Promise<{ postcode: string; text: string }[]> => streets.rows(db, query);

const authorities = statement({
  name: 'address-match-authorities',
  parameters: { uprns: '_int8' },
  row: { uprn: 'int8', name: 'text' },
  build: (v) => sql`
    select a.uprn, l.name from addresses a join local_authorities l on l.code = a.local_authority_code
     where a.uprn = any (${v.uprns})`,
});

/** The names of the homes' local authorities, by UPRN. Indexes: the primary keys of addresses and local_authorities. */
export async function authoritiesOf(db: Queryable, uprns: number[]): Promise<Map<number, string>> {
  const rows = await authorities.rows(db, { uprns });
  return new Map(rows.map(({ uprn, name }) => [uprn, name]));
}

const authoritiesThere = statement({
  name: 'address-match-authorities-of-postcodes',
  parameters: { postcodes: '_text' },
  row: { postcode: 'text', name: 'text' },
  build: (v) => sql`
    select distinct a.postcode, l.name from addresses a join local_authorities l on l.code = a.local_authority_code
     where a.postcode = any (${v.postcodes})`,
});

/** Which of these postcodes have homes in the authority. Indexes: addresses_postcode, the key of local_authorities. */
export async function postcodesIn(
  db: Queryable,
  authority: string,
  postcodes: string[],
): Promise<Set<string>> {
  const rows = await authoritiesThere.rows(db, { postcodes });
  return new Set(rows.filter(({ name }) => name === authority).map(({ postcode }) => postcode));
}

const placesSold = statement({
  name: 'address-match-places-of-sales',
  parameters: { postcodes: '_text' },
  row: { postcode: 'text', district: 'text?', county: 'text?' },
  build: (v) => sql`
    select p.postcode, s.district, s.county from unnest(${v.postcodes}::text[]) p (postcode)
     cross join lateral (
       select district, county from sales where postcode = p.postcode
       order by date desc, transaction_id limit 1) s`,
});

/** The county and the district of the last sale in each postcode. Index: sales_postcode_date. */
export async function placesOfSales(db: Queryable, postcodes: string[]): Promise<Map<string, string[]>> {
  const rows = await placesSold.rows(db, { postcodes });
  return new Map(
    rows.map(({ postcode, district, county }) => [
      postcode,
      [county, district].filter((name) => name !== null),
    ]),
  );
}
