import { type Kysely, sql } from 'kysely';

/** The tables that hold what is loaded or worked out from it, as they are at this migration. */
const DATA = `
  address_documents address_postcode_marks address_premises address_records address_words addresses area_changes
  area_coverage area_datasets area_figures area_members area_postcodes areas brma_postcodes brmas
  broadband_areas broadband_postcodes code_point_postcodes company_titles crime_areas crime_counts crime_forces
  crime_months dataset_coverage dataset_editions dataset_served dataset_served_areas deprivation_areas
  derived_builds energy_certificates health_sites hmlr_uprn_lookup hmo_licences hmo_registers house_price_index
  idempotent_answers lettings lha_rates lha_rents listing_events listings local_authorities nations
  onspd_postcodes osm_points place_points planning_applications planning_authorities postcodes price_cells
  price_sectors private_rents retail_points sale_months sale_squares sales school_inspections schools
  short_let_reviews short_lets small_areas transport_stops uprn_points valuation_areas valuation_builds
  valuation_comparables valuation_indices valuation_postcodes`;

/**
 * The fictional country has a database of its own. Where an earlier version loaded it among the operator's tables, it is
 * deleted with all that was worked out from it; accounts, keys, the ledger and usage stay. Real data never stood beside
 * it. A database of real data, and a new one, are left as they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`
    select from dataset_loads where status = 'published' and starts_with(uri, 'fictional:') limit 1`.execute(
    db,
  );
  if (rows.length === 0) return;
  const deletions = DATA.trim()
    .split(/\s+/)
    .map((table) => `${table}_left as (delete from ${table})`);
  // One statement, so that the order in which the tables refer to each other does not matter.
  await sql`with ${sql.raw(deletions.join(', '))} delete from dataset_loads where starts_with(uri, 'fictional:')`.execute(
    db,
  );
  // Running servers compare the version with that of the words that they hold in memory.
  await sql`update address_index_state set version = version + 1, documents = 0`.execute(db);
}
