import { type Kysely, sql } from 'kysely';

/** Price-paid sales, HMLR's own transaction-to-UPRN look-up, and the UK House Price Index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sales (
      transaction_id uuid primary key,
      price integer not null,
      date date not null,
      postcode text collate "C",
      property_type text not null
        check (property_type in ('detached', 'semi_detached', 'terraced', 'flat', 'other')),
      new_build boolean not null,
      tenure text check (tenure in ('Freehold', 'Leasehold')),
      saon text,
      paon text,
      street text,
      locality text,
      town text,
      district text,
      county text,
      category text not null check (category in ('standard', 'additional')),
      uprn bigint,
      uprn_confidence real,
      uprn_method text check (uprn_method in ('hmlr_lookup', 'address_key', 'address_match')),
      position point,
      load_id bigint not null
    )`.execute(db);
  await sql`create index sales_postcode_date on sales (postcode, date desc)`.execute(db);
  await sql`create index sales_uprn_date on sales (uprn, date desc) where uprn is not null`.execute(db);
  await sql`create index sales_position on sales using gist (position)`.execute(db);
  await sql`
    create table hmlr_uprn_lookup (
      transaction_id uuid not null,
      uprn bigint not null,
      load_id bigint not null,
      primary key (transaction_id, uprn)
    )`.execute(db);
  await sql`
    create table house_price_index (
      area_code text not null,
      area_name text not null,
      month date not null,
      property_type text not null
        check (property_type in ('all', 'detached', 'semi_detached', 'terraced', 'flat', 'new_build')),
      average_price double precision,
      index_value double precision,
      sales_volume integer,
      load_id bigint not null,
      primary key (area_code, property_type, month)
    )`.execute(db);
}
