import { type Kysely, sql } from 'kysely';

/** Served table of the datasets of that time, with the day of a row. */
const TABLES: [table: string, newest: string, datasets?: string][] = [
  ['address_records', 'null::date', "l.dataset = 'address-list' and t.variant = 0"],
  ['area_changes', 'null::date'],
  ['area_figures', 'null::date'],
  ['areas', 'case when t.designated_on <= current_date then t.designated_on end'],
  ['brma_postcodes', 'null::date', "l.dataset = 'brma-lookup'"],
  ['broadband_postcodes', 'null::date'],
  ['code_point_postcodes', 'null::date'],
  ['company_titles', 't.added'],
  ['crime_counts', "((t.month || '-01')::date + interval '1 month' - interval '1 day')::date"],
  ['deprivation_areas', 'null::date'],
  ['energy_certificates', 't.lodged_on'],
  ['health_sites', 'null::date'],
  ['hmlr_uprn_lookup', 'null::date'],
  ['hmo_licences', 'case when t.issued <= current_date then t.issued end'],
  ['house_price_index', 't.month'],
  ['lettings', 'greatest(t.advertised_on, t.let_on, t.started_on)'],
  ['lha_rates', 'make_date(t.year, 4, 1)'],
  ['lha_rents', 'make_date(t.year, 9, 30)'],
  ['listings', 'coalesce(t.updated_on, t.first_listed)'],
  ['onspd_postcodes', 'null::date'],
  ['osm_points', 'null::date'],
  ['planning_applications', 't.day'],
  ['private_rents', 't.month'],
  ['retail_points', 'null::date'],
  ['sales', 't.date'],
  ['school_inspections', 't.inspected_on'],
  ['schools', 'null::date'],
  ['short_let_reviews', 't.month'],
  ['short_lets', 't.seen_on'],
  ['transport_stops', 'null::date'],
  ['uprn_points', 'null::date'],
];

/**
 * What is served of each dataset, by the load that wrote the rows and by area: counted by the transaction that
 * publishes, so that no request counts a table. A dataset that was counted has a row even where nothing is left of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table dataset_served (
      dataset text not null,
      load_id bigint not null,
      rows bigint not null,
      placed bigint,
      newest_record date,
      primary key (dataset, load_id)
    );
    create table dataset_served_areas (
      dataset text not null,
      area text not null,
      rows bigint not null,
      primary key (dataset, area)
    );
  `.execute(db);
  for (const [table, newest, condition] of TABLES) {
    await sql`
      insert into dataset_served (dataset, load_id, rows, newest_record)
      select l.dataset, l.id, count(*), max(${sql.raw(newest)})
        from ${sql.table(table)} t join dataset_loads l on l.id = t.load_id
       where ${sql.raw(condition ?? 'true')} group by l.dataset, l.id`.execute(db);
  }
}
