import {
  type Cursor,
  columnsOf,
  command,
  type DbClient,
  listOf,
  type RowOf,
  sql,
  statement,
} from '@domesday/db';
import { recordsOf } from '@domesday/loading/address-records.query';
import { CHANGED } from '@domesday/loading/changed-rows.query';
import { rebuilt } from '@domesday/loading/rebuild.query';

const severalSpellings = statement({
  name: 'several-spellings',
  row: { several: 'bool' },
  build: () => sql`
    select exists (select from address_records where variant > 0)
           or exists (select from address_record_packs where several)
           or (select count(*) > 1 from (values ('address-list'), ('epc-domestic')) as o (source)
                where exists (select from address_records r where r.source = o.source)
                   or o.source = 'address-list' and exists (select from address_record_packs))
           or exists (select from hmlr_uprn_lookup)
           or exists (select from hmo_licences where uprn_recorded) as several`,
});

const SERVED = sql`
  select postcode, uprn, address, country, latitude, longitude, null::text as served,
         null::text as served_postcode, postcode_from
    from addresses`;

/** The addresses of sales, with their parts in the order of an address list and no comma between number and street. */
const sold = (links: ReturnType<typeof sql>) => sql`
  select l.uprn, s.postcode,
         concat_ws(', ', s.saon,
                   case when s.paon ~ '^[0-9]' then concat_ws(' ', s.paon, s.street) else concat_ws(', ', s.paon, s.street) end,
                   s.locality, s.town, s.postcode) as address
    from ${links}
    join sales s using (transaction_id)
   where s.postcode is not null and s.paon is not null`;
const SOLD = sold(sql`
         (select transaction_id, min(uprn) as uprn from hmlr_uprn_lookup
           group by transaction_id having count(*) = 1) l`);

/**
 * The served addresses and every other spelling or postcode of a UPRN: in lists and certificates, in sales whose UPRN
 * the registry gives, and in licences whose UPRN the council gives. Feeds of listings are left out, since they shorten
 * addresses for display.
 */
const ALL = sql`${SERVED} union all
  select o.postcode, o.uprn, o.address, a.country, a.latitude, a.longitude, a.address,
         case when a.postcode_from is null then a.postcode end, null
    from (select r.uprn, coalesce(r.postcode, b.postcode) as postcode, r.address
            from all_address_records() r join addresses b using (uprn)
           where r.variant > 0 or r.source <> b.source
          union select uprn, postcode, address from (${SOLD}) sold
          union select uprn, postcode, address
                  from hmo_licences where uprn_recorded and postcode is not null) o
    join addresses a using (uprn)`;

/** `ALL`, restricted to `touched_postcodes` and found through the homes that have or had a spelling there. */
const TOUCHED = sql`
  select postcode, uprn, address, country, latitude, longitude, null::text as served,
         null::text as served_postcode, postcode_from
    from addresses where postcode in (select postcode from touched_postcodes)
  union all
  select o.postcode, o.uprn, o.address, a.country, a.latitude, a.longitude, a.address,
         case when a.postcode_from is null then a.postcode end, null
    from (select r.uprn, coalesce(r.postcode, b.postcode) as postcode, r.address
            from spelt_records r join addresses b using (uprn)
           where r.variant > 0 or r.source <> b.source
          union select uprn, postcode, address
                  from (${sold(sql`
                    (select s.transaction_id, min(h.uprn) as uprn
                       from touched_postcodes c join sales s using (postcode)
                       join hmlr_uprn_lookup h using (transaction_id)
                      group by s.transaction_id having count(*) = 1) l`)}) sold
          union select uprn, postcode, address
                  from hmo_licences where uprn_recorded and postcode is not null) o
    join addresses a using (uprn)
   where o.postcode in (select postcode from touched_postcodes)`;

/** Homes with a spelling in `touched_postcodes`, before the change or after it. */
const speltHomes = statement({
  name: 'homes-spelt-in-touched-postcodes',
  after: CHANGED,
  build: () => sql`
    create temporary table spelt_homes on commit drop as
    select uprn from changed_homes
    union select a.uprn from touched_postcodes c join addresses a using (postcode)
    union select p.uprn from touched_postcodes c join address_documents d using (postcode)
            join address_premises p on p.document_id = d.id`,
});

const speltRecords = statement({
  name: 'records-of-spelt-homes',
  after: [...CHANGED, speltHomes],
  build: () => sql`create temporary table spelt_records on commit drop as ${recordsOf('spelt_homes')}`,
});

/** Makes a statement twice: over the served addresses only, and over every spelling of every home. */
function overSpellings<S>(make: (name: string, spellings: typeof ALL) => S): { served: S; all: S } {
  return { served: make('served', SERVED), all: make('all', ALL) };
}

/** Which of the two statements to run: `served` skips the join of spellings if no source has a second spelling. */
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

const touchedSpellings = statement({
  name: 'touched-spellings-changed',
  after: [...CHANGED, speltHomes, speltRecords, changedTable],
  row: SPELLING,
  build: () => sql`
      select ${COLUMNS} from (${TOUCHED}) s
       where postcode in (select postcode from changed_postcodes) ${ORDER}`,
});

/** The homes to read: all, those in `changedTable`, or those in `changedTable` and `touched_postcodes`. */
export type Extent = 'every' | 'changed' | 'touched';

/**
 * A cursor over the spellings of homes, ordered by postcode and UPRN, with the served address first. `served` is the
 * served address of a row with another spelling, else null. The statement sorts; for `touched` it uses the indexes of
 * postcodes and UPRNs.
 */
export async function openSpellings(
  client: DbClient,
  extent: Extent,
): Promise<Cursor<RowOf<typeof SPELLING>>> {
  if (extent === 'touched') return touchedSpellings.open(client);
  const statements = extent === 'changed' ? changedSpellings : everySpelling;
  return statements[await spellings(client)].open(client);
}

/**
 * A hash for each postcode that changes with any spelling of its homes. For all homes it scans the whole of
 * `addresses`.
 */
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
    build: () => sql`insert into ${rebuilt('address_postcode_marks')} (postcode, mark) ${marksOf(from)}`,
  }),
);

const touchedMarks = statement({
  name: 'touched-marks',
  after: [...CHANGED, speltHomes, speltRecords],
  build: () => sql`create temporary table fresh_marks on commit drop as ${marksOf(TOUCHED)}`,
});

/** Computes the hashes of touched postcodes into the temporary table `fresh_marks`. */
export async function makeTouchedMarks(client: DbClient): Promise<void> {
  await command(client, 'drop table if exists pg_temp.spelt_homes, pg_temp.spelt_records');
  await speltHomes.run(client);
  await command(client, 'analyze spelt_homes');
  await speltRecords.run(client);
  await command(client, 'analyze spelt_records');
  await touchedMarks.run(client);
}

/** Computes the hashes of all postcodes into the temporary table `fresh_marks`. */
export async function makeFreshMarks(client: DbClient): Promise<void> {
  await freshMarks[await spellings(client)].run(client);
}

/** Computes the hashes of all postcodes into the table that is being rebuilt. */
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

export const changedTouched = statement({
  name: 'touched-postcodes-to-index',
  parameters: { limit: 'int8' },
  after: [...CHANGED, freshMarks.all],
  row: { postcode: 'text' },
  build: ({ limit }) => sql`
    select t.postcode from touched_postcodes t
      left join fresh_marks n using (postcode) left join address_postcode_marks o using (postcode)
     where n.mark is distinct from o.mark limit ${limit}`,
});

const after = [changedTable] as const;

/** Subtracts the words of changed postcodes from the dictionary. Run before their documents are deleted. */
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

/** Whether rows of homes omit the values that their document and `addresses` already hold. */
export const isCompact = statement({
  name: 'address-index-is-compact',
  row: { compact: 'bool' },
  build: () => sql`select coalesce(bool_or(compact), false) as compact from address_index_state`,
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
