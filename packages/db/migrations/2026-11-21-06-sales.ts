import { type Kysely, sql } from 'kysely';

/**
 * Price-paid sales, HMLR's own transaction-to-UPRN look-up, the UK House Price Index, and sales packed for the
 * statistics of an area: by month and outcode, split by authority and market area, and by kilometre square and year.
 * `domesday build` writes the packed tables whole. A packed row is read in one piece, so its bytes are stored in the row.
 */
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
    );
    create index sales_postcode_date on sales (postcode, date desc);
    create index sales_uprn_date on sales (uprn, date desc) where uprn is not null;
    create index sales_position on sales using gist (position);

    create table hmlr_uprn_lookup (
      transaction_id uuid not null,
      uprn bigint not null,
      load_id bigint not null,
      primary key (transaction_id, uprn)
    );

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
    );
    create index house_price_index_name on house_price_index (area_name, property_type);

    create table sale_months (
      outcode text collate "C" not null,
      month date not null,
      local_authority_code text,
      brma_key text,
      n integer not null,
      sales bytea not null
    );
    alter table sale_months alter column sales set storage main;
    create index sale_months_outcode on sale_months (outcode, month);
    create index sale_months_authority on sale_months (local_authority_code, month);
    create index sale_months_brma on sale_months (brma_key, month) where brma_key is not null;

    create table sale_squares (
      square integer not null,
      year smallint not null,
      n integer not null,
      sales bytea not null,
      primary key (square, year)
    );
    alter table sale_squares alter column sales set storage main;
  `.execute(db);
}
