import { type Kysely, sql } from 'kysely';

/**
 * What address search and linking read, all of it built from `addresses`: a document for each street within a
 * postcode with the words and numbers of its homes, the homes themselves side by side under their document, the
 * dictionary of words, and a mark per postcode by which a later build knows what changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table address_documents (
      id integer primary key,
      postcode text collate "C" not null,
      text text not null,
      words tsvector not null,
      homes integer not null,
      sampled boolean not null
    )`.execute(db);
  await sql`alter table address_documents alter column words set storage main`.execute(db);
  await sql`create index address_documents_words on address_documents using gin (words) with (fastupdate = off)`.execute(
    db,
  );
  await sql`
    create index address_documents_sampled on address_documents using gin (words) with (fastupdate = off)
    where sampled`.execute(db);
  await sql`create index address_documents_postcode on address_documents (postcode)`.execute(db);
  await sql`
    create table address_premises (
      document_id integer not null,
      house_order integer not null,
      house integer,
      house_to integer,
      suffix text not null,
      unit text,
      identity_key text not null,
      uprn bigint not null,
      address text not null,
      country text,
      latitude double precision,
      longitude double precision
    )`.execute(db);
  await sql`create index address_premises_document on address_premises (document_id)`.execute(db);
  await sql`
    create table address_words (
      word text collate "C" primary key,
      documents integer not null
    )`.execute(db);
  await sql`
    create table address_postcode_marks (
      postcode text collate "C" primary key,
      mark bigint not null
    )`.execute(db);
  await sql`
    create table address_index_state (
      only_row boolean primary key default true check (only_row),
      version bigint not null default 0,
      documents integer not null default 0
    )`.execute(db);
  await sql`insert into address_index_state default values`.execute(db);
}
