import { type Kysely, sql } from 'kysely';

/**
 * Short lets as Inside Airbnb saw them, one row for each listing and visit, with their reviews by month, which tell when
 * in the year a home is let; and what agents advertise: one row for each listing, and its history. No names of hosts,
 * sellers or landlords and no texts of reviews.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table short_lets (
      id bigint not null,
      seen_on date not null,
      city text not null,
      current boolean not null default false,
      name text,
      neighbourhood text,
      listing_type text not null
        check (listing_type in ('entire_home', 'private_room', 'shared_room', 'hotel_room')),
      property_kind text check (property_kind in ('house', 'apartment')),
      price_pn double precision,
      price_usable boolean not null default false,
      minimum_nights integer not null,
      reviews integer not null,
      reviews_12m integer not null,
      nights_12m double precision not null,
      last_review date,
      availability_365 integer,
      bedrooms smallint,
      bedrooms_source text check (bedrooms_source in ('listing', 'name')),
      bathrooms double precision,
      guests smallint,
      licence text,
      latitude double precision not null,
      longitude double precision not null,
      easting double precision not null,
      northing double precision not null,
      position point generated always as (point(easting, northing)) stored,
      postcode text collate "C",
      load_id bigint not null,
      primary key (id, seen_on)
    );
    create index short_lets_position on short_lets using gist (position);
    create index short_lets_postcode on short_lets (postcode);
    create index short_lets_city on short_lets (city, seen_on);

    create table short_let_reviews (
      listing_id bigint not null,
      month date not null,
      reviews integer not null,
      load_id bigint not null,
      primary key (listing_id, month)
    );

    create table listings (
      id text primary key,
      source text not null,
      branch text not null,
      reference text not null,
      url text,
      listing_type text not null check (listing_type in ('sale', 'rent')),
      status text not null
        check (status in ('available', 'under_offer', 'sstc', 'let_agreed', 'withdrawn')),
      native_status text,
      price double precision not null,
      price_period text not null check (price_period in ('total', 'pcm', 'pw')),
      price_comparable double precision not null,
      reduced boolean not null default false,
      bedrooms smallint,
      bathrooms smallint,
      property_type text
        check (property_type in ('detached', 'semi_detached', 'terraced', 'flat', 'bungalow', 'other')),
      tenure text check (tenure in ('Freehold', 'Leasehold')),
      new_build boolean,
      floor_area_sqm double precision,
      address text not null,
      postcode text collate "C",
      summary text,
      feed_latitude double precision,
      feed_longitude double precision,
      uprn bigint,
      uprn_method text check (uprn_method in ('feed', 'address_match')),
      uprn_confidence real,
      latitude double precision,
      longitude double precision,
      position point,
      estimated_rent_pcm double precision,
      gross_yield_pct double precision generated always as
        (case when listing_type = 'sale' and price_comparable > 0
              then estimated_rent_pcm * 1200 / price_comparable end) stored,
      first_listed date not null,
      updated_on date not null,
      last_seen date not null,
      load_id bigint not null
    );
    create index listings_postcode on listings (postcode);
    create index listings_position on listings using gist (position);
    create index listings_newest on listings (listing_type, first_listed desc);
    create index listings_branch on listings (source, branch, listing_type);

    create table listing_events (
      listing_id text not null,
      serial integer generated always as identity,
      date date not null,
      price double precision not null,
      event text not null check (event in ('listed', 'reduced', 'increased', 'under_offer', 'sstc',
        'let_agreed', 'withdrawn', 'back_on_market')),
      load_id bigint not null,
      primary key (listing_id, serial)
    );
  `.execute(db);
}
