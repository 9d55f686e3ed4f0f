import { type Kysely, sql } from 'kysely';

/**
 * What address search and linking read, all of it built from `addresses`: a document for each street within a
 * postcode with the words and numbers of its homes, the homes of each document, the dictionary of words, and a mark
 * for each postcode by which a later build knows what changed.
 *
 * `sample` is 2 for one document in 256, 1 or more for one in 16, and 0 for the rest. Premises are found by every
 * spelling that a source gives of them: `served` is the address to answer with where `address` is another spelling.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table address_documents (
      id integer primary key,
      postcode text collate "C" not null,
      text text not null,
      words tsvector not null,
      homes integer not null,
      sample smallint not null
    );
    alter table address_documents alter column words set storage main;
    create index address_documents_words on address_documents using gin (words) with (fastupdate = off);
    create index address_documents_sample on address_documents using gin (words) with (fastupdate = off)
    where sample >= 1;
    create index address_documents_small_sample on address_documents using gin (words) with (fastupdate = off)
    where sample = 2;
    create index address_documents_postcode on address_documents (postcode);

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
      longitude double precision,
      served text
    );
    create index address_premises_document on address_premises (document_id);

    create table address_words (
      word text collate "C" primary key,
      documents integer not null
    );

    create table address_postcode_marks (
      postcode text collate "C" primary key,
      mark bigint not null
    );

    create table address_index_state (
      only_row boolean primary key default true check (only_row),
      version bigint not null default 0,
      documents integer not null default 0
    );

    insert into address_index_state default values;
  `.execute(db);
}
