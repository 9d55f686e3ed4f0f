import { type Cursor, columnsOf, type DbClient, listOf, type RowOf, sql, statement } from '@domesday/db';
import { anew } from '@domesday/loading/rebuild.query';

const severalSpellings = statement({
  name: 'several-spellings',
  row: { several: 'bool' },
  build: () => sql`
    select exists (select from address_records where variant > 0)
           or (select count(distinct source) > 1 from address_records)
           or exists (select from hmlr_uprn_lookup)
           or exists (select from hmo_licences where uprn_recorded) as several`,
});

const SERVED = sql`
  select postcode, uprn, address, country, latitude, longitude, null::text as served,
         null::text as served_postcode, postcode_from
    from addresses`;

/** The parts of a sale's address in the order of an address list; a number stands before its street without a comma. */
const SOLD = sql`
  select l.uprn, s.postcode,
         concat_ws(', ', s.saon,
                   case when s.paon ~ '^[0-9]' then concat_ws(' ', s.paon, s.street) else concat_ws(', ', s.paon, s.street) end,
                   s.locality, s.town, s.postcode) as address
    from (select transaction_id, min(uprn) as uprn from hmlr_uprn_lookup
           group by transaction_id having count(*) = 1) l
    join sales s using (transaction_id)
   where s.postcode is not null and s.paon is not null`;

/**
 * A UPRN in other words, or in another postcode: lists and certificates, sales whose UPRN the registry gives, and
 * licences whose UPRN the council gives. Feeds are left out: their addresses are cut short for display.
 */
const ALL = sql`${SERVED} union all
  select o.postcode, o.uprn, o.address, a.country, a.latitude, a.longitude, a.address,
         case when a.postcode_from is null then a.postcode end, null
    from (select r.uprn, coalesce(r.postcode, b.postcode) as postcode, r.address
            from address_records r join addresses b using (uprn)
           where r.variant > 0 or r.source <> b.source
          union select uprn, postcode, address from (${SOLD}) sold
          union select uprn, postcode, address
                  from hmo_licences where uprn_recorded and postcode is not null) o
    join addresses a using (uprn)`;

/** The same statement over served addresses alone, and over every spelling of every home. */
function overSpellings<S>(make: (name: string, spellings: typeof ALL) => S): { served: S; all: S } {
  return { served: make('served', SERVED), all: make('all', ALL) };
}

/** The join of spellings is skipped if no source has a second spelling. */
async function spellings(client: DbClient): Promise<'served' | 'all'> {
  return (await severalSpellings.one(client)).several ? 'all' : 'served';
}

/** The postcodes whose documents are rewritten, in a temporary table. */
export const changedTable = statement({
  name: 'changed-postcodes',
  parameters: { postcodes: '_text' },
  build: ({ postcodes }) => sql`
    create temporary table changed_postcodes on commit drop as
    select postcode collate "C" as postcode from unnest(${postcodes}::text[]) as c (postcode)`,
});

const SPELLING = {
  ...columnsOf('addresses', ['postcode', 'uprn', 'address', 'country', 'latitude', 'longitude']),
  served: 'text?',
  served_postcode: 'text?',
  ...columnsOf('addresses', ['postcode_from']),
} as const;

const COLUMNS = listOf(SPELLING);
const ORDER = sql`order by postcode, uprn, served nulls first, address`;
const everySpelling = overSpellings((name, from) =>
  statement({
    name: `${name}-spellings`,
    row: SPELLING,
    build: () => sql`select ${COLUMNS} from (${from}) s ${ORDER}`,
  }),
);
const changedSpellings = overSpellings((name, from) =>
  statement({
    name: `${name}-spellings-changed`,
    after: [changedTable],
    row: SPELLING,
    build: () => sql`
      select ${COLUMNS} from (${from}) s
       where postcode in (select postcode from changed_postcodes) ${ORDER}`,
  }),
);

/**
 * Every spelling of every home, or of those in `changedTable`, in order of postcode, the served one first; with the
 * served address if it is another one in the same postcode. It sorts: no index.
 */
export async function openSpellings(
  client: DbClient,
  changed: boolean,
): Promise<Cursor<RowOf<typeof SPELLING>>> {
  const statements = changed ? changedSpellings : everySpelling;
  return statements[await spellings(client)].open(client);
}

/** A hash for each postcode that changes with any spelling of its homes. It reads `addresses` whole: no index. */
const marksOf = (from: typeof ALL) => sql`
  select postcode collate "C" as postcode,
         bit_xor(hashtextextended(address, uprn) # hashtextextended(coalesce(country, ''), uprn)
                 # hashfloat8extended(coalesce(latitude, 0), uprn)
                 # hashfloat8extended(coalesce(longitude, 0), uprn + 1)
                 # hashtextextended(concat(served, served_postcode, postcode_from), uprn)) as mark
    from (${from}) s group by postcode`;

const freshMarks = overSpellings((name, from) =>
  statement({
    name: `${name}-marks`,
    build: () => sql`create temporary table fresh_marks on commit drop as ${marksOf(from)}`,
  }),
);
const copiedMarks = overSpellings((name, from) =>
  statement({
    name: `fill-${name}-marks`,
    build: () => sql`insert into ${anew('address_postcode_marks')} (postcode, mark) ${marksOf(from)}`,
  }),
);

/** Works the marks out into the temporary table `fresh_marks`. */
export async function makeFreshMarks(client: DbClient): Promise<void> {
  await freshMarks[await spellings(client)].run(client);
}

/** The same into the table that is rebuilt. */
export async function fillMarks(client: DbClient): Promise<void> {
  await copiedMarks[await spellings(client)].run(client);
}

/** Postcodes whose homes have changed since the index was built. Index: the primary key of the marks. */
export const changedPostcodes = statement({
  name: 'postcodes-to-index',
  parameters: { limit: 'int8' },
  after: [freshMarks.all],
  row: { postcode: 'text' },
  build: ({ limit }) => sql`
    select coalesce(n.postcode, o.postcode) as postcode
      from fresh_marks n full join address_postcode_marks o on o.postcode = n.postcode
     where n.mark is distinct from o.mark limit ${limit}`,
});

const after = [changedTable] as const;

/** Takes the words of changed postcodes out of the dictionary, before their documents go. */
export const forgetWords = statement({
  name: 'forget-words',
  after,
  build: () => sql`
    update address_words w set documents = greatest(0, w.documents - gone.n)
      from (select lexeme as word, count(*)::integer as n
              from address_documents d join changed_postcodes using (postcode), unnest(d.words)
             group by lexeme) gone
     where gone.word = w.word`,
});

export const deletePremises = statement({
  name: 'delete-changed-premises',
  after,
  build: () => sql`
    delete from address_premises p using address_documents d, changed_postcodes c
     where c.postcode = d.postcode and p.document_id = d.id`,
});

export const deleteDocuments = statement({
  name: 'delete-changed-documents',
  after,
  build: () => sql`delete from address_documents d using changed_postcodes c where c.postcode = d.postcode`,
});

export const lastDocument = statement({
  name: 'last-document',
  row: { id: 'int4' },
  build: () => sql`select coalesce(max(id), 0) as id from address_documents`,
});

export const addWords = statement({
  name: 'add-words',
  parameters: { words: '_text', counts: '_int4' },
  build: ({ words, counts }) => sql`
    insert into address_words (word, documents) select * from unnest(${words}::text[], ${counts}::integer[])
    on conflict (word) do update set documents = address_words.documents + excluded.documents`,
});

export const deleteMarks = statement({
  name: 'delete-changed-marks',
  after,
  build: () =>
    sql`delete from address_postcode_marks m using changed_postcodes c where c.postcode = m.postcode`,
});

export const keepMarks = statement({
  name: 'keep-changed-marks',
  after: [freshMarks.all, changedTable],
  build: () => sql`
    insert into address_postcode_marks (postcode, mark)
    select n.postcode, n.mark from fresh_marks n join changed_postcodes using (postcode)`,
});

/** Increments the version, by which running servers notice that the dictionary changed. */
export const raiseVersion = statement({
  name: 'raise-address-index-version',
  build: () => sql`
    update address_index_state
       set version = version + 1, documents = (select count(*) from address_documents)`,
});
