// Generated from packages/db by scripts/schema.ts. Do not edit: run npm run generate.
import type { Generated, GeneratedAlways } from 'kysely';
import type { Value } from '../src/value-types.ts';

export interface AccountMonths {
  account_id: Value<'uuid'>;
  month: Value<'date'>;
  credits_used: Value<'int4'>;
}

export interface Accounts {
  id: Generated<Value<'uuid'>>;
  name: Value<'text'>;
  plan_id: Value<'text'>;
  created_at: Generated<Value<'timestamptz'>>;
  closed_at: Value<'timestamptz'> | null;
}

export interface AddressDocuments {
  id: Value<'int4'>;
  postcode: Value<'text'>;
  text: Value<'text'>;
  words: Value<'tsvector'>;
  homes: Value<'int4'>;
  sample: Value<'int2'>;
  address_end: Generated<Value<'text'>>;
  key_end: Generated<Value<'text'>>;
}

export interface AddressIndexState {
  only_row: Generated<Value<'bool'>>;
  version: Generated<Value<'int8'>>;
  documents: Generated<Value<'int4'>>;
  compact: Generated<Value<'bool'>>;
  packs_records: Generated<Value<'bool'>>;
}

export interface AddressPostcodeMarks {
  postcode: Value<'text'>;
  mark: Value<'int8'>;
}

export interface AddressPremises {
  document_id: Value<'int4'>;
  house_order: Value<'int4'>;
  house: Value<'int4'> | null;
  house_to: Value<'int4'> | null;
  suffix: Value<'text'>;
  unit: Value<'text'> | null;
  identity_key: Value<'text'>;
  uprn: Value<'int8'>;
  address: Value<'text'>;
  country: Value<'text'> | null;
  latitude: Value<'float8'> | null;
  longitude: Value<'float8'> | null;
  served: Value<'text'> | null;
  served_postcode: Value<'text'> | null;
  postcode_from: "street" | "position" | null;
}

export interface AddressRecordPacks {
  uprns: Value<'int8range'>;
  count: Value<'int4'>;
  several: Value<'bool'>;
  unposted: Value<'bool'>;
  records: Value<'_address_record'>;
}

export interface AddressRecords {
  source: Value<'text'>;
  uprn: Value<'int8'>;
  variant: Generated<Value<'int2'>>;
  address: Value<'text'>;
  postcode: Value<'text'> | null;
  easting: Value<'float8'> | null;
  northing: Value<'float8'> | null;
  latitude: Value<'float8'> | null;
  longitude: Value<'float8'> | null;
  country: Value<'text'> | null;
  parent_uprn: Value<'int8'> | null;
  classification: Value<'text'> | null;
  load_id: Value<'int8'>;
}

export interface AddressWords {
  word: Value<'text'>;
  documents: Value<'int4'>;
}

export interface Addresses {
  uprn: Value<'int8'>;
  address: Value<'text'>;
  postcode: Value<'text'>;
  country: Value<'text'> | null;
  local_authority_code: Value<'text'> | null;
  lsoa_code: Value<'text'> | null;
  easting: Value<'float8'> | null;
  northing: Value<'float8'> | null;
  position: Value<'point'> | null;
  latitude: Value<'float8'> | null;
  longitude: Value<'float8'> | null;
  parent_uprn: Value<'int8'> | null;
  classification: Value<'text'> | null;
  source: Value<'text'>;
  position_source: Value<'text'> | null;
  postcode_from: "street" | "position" | null;
}

export interface ApiKeys {
  id: Generated<Value<'uuid'>>;
  account_id: Value<'uuid'>;
  parent_id: Value<'uuid'> | null;
  hash: Value<'bytea'>;
  prefix: Value<'text'>;
  label: Value<'text'> | null;
  mode: "live" | "test";
  monthly_cap: Value<'int4'> | null;
  created_at: Generated<Value<'timestamptz'>>;
  revoked_at: Value<'timestamptz'> | null;
  admin: Generated<Value<'bool'>>;
}

export interface ApiProcesses {
  id: Value<'uuid'>;
  seen_at: Value<'timestamptz'>;
}

export interface AreaChanges {
  lsoa_2011: Value<'text'>;
  lsoa_2021: Value<'text'>;
  change: Value<'text'>;
  local_authority_code: Value<'text'>;
  local_authority_name: Value<'text'>;
  load_id: Value<'int8'>;
}

export interface AreaCoverage {
  dataset_no: Value<'int2'>;
  kind: Value<'text'>;
  scope: Value<'text'>;
  country: Value<'text'> | null;
  authority_code: Value<'text'> | null;
  basis: "declared" | "extent" | "features";
  complete: Value<'bool'>;
  load_id: Value<'int8'>;
}

export interface AreaDatasets {
  no: GeneratedAlways<Value<'int2'>>;
  dataset: Value<'text'>;
  built_at: Value<'timestamptz'> | null;
}

export interface AreaFigures {
  topic: Value<'text'>;
  area_code: Value<'text'>;
  area_name: Value<'text'> | null;
  dataset: Value<'text'>;
  as_of: Value<'text'>;
  total: Value<'float8'> | null;
  figures: Value<'jsonb'>;
  load_id: Value<'int8'>;
}

export interface AreaMembers {
  dataset_no: Value<'int2'>;
  uprn: Value<'int8'>;
  area_id: Value<'int4'>;
}

export interface AreaPostcodes {
  dataset_no: Value<'int2'>;
  postcode: Value<'text'>;
  area_id: Value<'int4'>;
}

export interface Areas {
  id: GeneratedAlways<Value<'int4'>>;
  dataset_no: Value<'int2'>;
  kind: Value<'text'>;
  scope: Value<'text'>;
  reference: Value<'text'> | null;
  name: Value<'text'> | null;
  band: Value<'text'> | null;
  level: "very_low" | "low" | "medium" | "high" | null;
  attributes: Value<'jsonb'> | null;
  designated_on: Value<'date'> | null;
  ended_on: Value<'date'> | null;
  authority_code: Value<'text'> | null;
  geometry: Value<'text'>;
  box: Value<'box'>;
  vertices: Value<'int4'>;
  area_sqm: Value<'float8'>;
  load_id: Value<'int8'>;
}

export interface BrmaPostcodes {
  postcode: Value<'text'>;
  brma_key: Value<'text'>;
  load_id: Value<'int8'>;
}

export interface Brmas {
  brma_key: Value<'text'>;
  name: Value<'text'>;
  code: Value<'text'> | null;
  load_id: Value<'int8'>;
}

export interface BroadbandAreas {
  area_code: Value<'text'>;
  postcodes: Value<'int4'>;
  median_down_mbps: Value<'float8'> | null;
}

export interface BroadbandPostcodes {
  postcode: Value<'text'>;
  superfast_pct: Value<'float4'> | null;
  ultrafast_pct: Value<'float4'> | null;
  full_fibre_pct: Value<'float4'> | null;
  gigabit_pct: Value<'float4'> | null;
  below_10_mbps_pct: Value<'float4'> | null;
  median_down_mbps: Value<'float4'> | null;
  average_down_mbps: Value<'float4'> | null;
  as_of: Value<'text'> | null;
  load_id: Value<'int8'>;
  speeds_as_of: Value<'text'> | null;
}

export interface ChangeHead {
  only_row: Generated<Value<'bool'>>;
  last_seq: Generated<Value<'int8'>>;
  pruned_seq: Generated<Value<'int8'>>;
}

export interface Changes {
  seq: Value<'int8'>;
  load_id: Value<'int8'>;
  dataset: Value<'text'>;
  change: "inserted" | "changed" | "removed" | "reset";
  record: Value<'jsonb'> | null;
  uprn: Value<'int8'> | null;
  postcode: Value<'text'> | null;
  outcode: Value<'text'> | null;
  authority_code: Value<'text'> | null;
  position: Value<'point'> | null;
  event: "sold" | "certificate" | "listing" | "price_cut" | "planning" | null;
  details: Value<'jsonb'> | null;
  changed_at: Value<'timestamptz'>;
  was_uprn: Value<'int8'> | null;
  was_postcode: Value<'text'> | null;
  was_outcode: Value<'text'> | null;
  was_authority_code: Value<'text'> | null;
}

export interface CodePointPostcodes {
  postcode: Value<'text'>;
  quality: Value<'int2'>;
  easting: Value<'int4'> | null;
  northing: Value<'int4'> | null;
  latitude: Value<'float8'> | null;
  longitude: Value<'float8'> | null;
  country: Value<'text'> | null;
  district_code: Value<'text'> | null;
  load_id: Value<'int8'>;
}

export interface CompanyTitles {
  dataset: "ccod" | "ocod";
  title_number: Value<'text'>;
  tenure: "Freehold" | "Leasehold" | null;
  address: Value<'text'> | null;
  postcode: Value<'text'> | null;
  district: Value<'text'> | null;
  country: "England" | "Wales" | null;
  multiple_addresses: Value<'bool'>;
  price_paid: Value<'int8'> | null;
  proprietors: Value<'jsonb'>;
  added: Value<'date'> | null;
  load_id: Value<'int8'>;
  more_proprietors: Value<'bool'> | null;
}

export interface CrimeAreas {
  area_code: Value<'text'>;
  month: Value<'text'>;
  incidents: Value<'int4'>;
  by_category: Value<'jsonb'>;
}

export interface CrimeCounts {
  force: Value<'text'>;
  month: Value<'text'>;
  area_code: Value<'text'>;
  category: Value<'text'>;
  incidents: Value<'int4'>;
  load_id: Value<'int8'>;
}

export interface CrimeForces {
  local_authority_code: Value<'text'>;
  force: Value<'text'>;
}

export interface CrimeMonths {
  force: Value<'text'>;
  month: Value<'text'>;
  incidents: Value<'int4'>;
  without_location: Value<'int4'>;
}

export interface DatasetCoverage {
  dataset: Value<'text'>;
  country: Value<'text'>;
  rows: Value<'int8'>;
  placed: Value<'int8'>;
}

export interface DatasetEditions {
  dataset: Value<'text'>;
  load_id: Value<'int8'>;
  identity: Value<'text'> | null;
  release: Value<'text'> | null;
  published_on: Value<'date'> | null;
  taken_at: Generated<Value<'timestamptz'>>;
}

export interface DatasetLoads {
  id: GeneratedAlways<Value<'int8'>>;
  dataset: Value<'text'>;
  status: "running" | "published" | "failed";
  uri: Value<'text'>;
  content_hash: Value<'text'>;
  release: Value<'text'> | null;
  newest_record: Value<'date'> | null;
  rows_read: Generated<Value<'int8'>>;
  rows_published: Generated<Value<'int8'>>;
  rows_rejected: Generated<Value<'int8'>>;
  licence: Value<'text'>;
  attribution: Value<'text'>;
  checks: Generated<Value<'jsonb'>>;
  failure: Value<'text'> | null;
  started_at: Value<'timestamptz'>;
  finished_at: Value<'timestamptz'> | null;
  replaced: Generated<Value<'bool'>>;
  reject_reasons: Generated<Value<'jsonb'>>;
  stated_rows: Value<'int8'> | null;
  changes_noted: Generated<Value<'bool'>>;
}

export interface DatasetRejects {
  load_id: Value<'int8'>;
  file: Generated<Value<'text'>>;
  line: Value<'int8'>;
  reason: Value<'text'>;
  raw: Value<'text'>;
}

export interface DatasetServed {
  dataset: Value<'text'>;
  load_id: Value<'int8'>;
  rows: Value<'int8'>;
  placed: Value<'int8'> | null;
  newest_record: Value<'date'> | null;
}

export interface DatasetServedAreas {
  dataset: Value<'text'>;
  area: Value<'text'>;
  rows: Value<'int8'>;
}

export interface DeprivationAreas {
  dataset: Value<'text'>;
  area_code: Value<'text'>;
  area_name: Value<'text'> | null;
  level: "small_area" | "middle_area" | "local_authority";
  year: Value<'int2'>;
  score: Value<'float8'> | null;
  rank: Value<'int4'> | null;
  rank_of: Value<'int4'> | null;
  decile: Value<'int2'> | null;
  domains: Value<'jsonb'>;
  load_id: Value<'int8'>;
}

export interface DerivedBuilds {
  name: Value<'text'>;
  inputs: Value<'text'>;
  built_at: Value<'timestamptz'>;
}

export interface EnergyCertificates {
  certificate_number: Value<'text'>;
  uprn: Value<'int8'> | null;
  uprn_source: "assessor" | "address_matched" | "linked_here" | null;
  uprn_confidence: Value<'float4'> | null;
  address: Value<'text'>;
  postcode: Value<'text'> | null;
  current_rating: Value<'text'> | null;
  potential_rating: Value<'text'> | null;
  current_score: Value<'int2'> | null;
  potential_score: Value<'int2'> | null;
  property_type: Value<'text'> | null;
  build_form: Value<'text'> | null;
  floor_area_sqm: Value<'float8'> | null;
  habitable_rooms: Value<'int2'> | null;
  construction_age: Value<'text'> | null;
  tenure: Value<'text'> | null;
  transaction_type: Value<'text'> | null;
  inspected_on: Value<'date'> | null;
  lodged_on: Value<'date'> | null;
  country: Value<'text'> | null;
  local_authority_code: Value<'text'> | null;
  load_id: Value<'int8'>;
}

export interface FittedAreas {
  area: Value<'text'>;
  signature: Value<'text'>;
  fitted_on: Value<'date'>;
  fitted: Value<'bytea'>;
}

export interface HealthSites {
  dataset: Value<'text'>;
  id: Value<'text'>;
  kind: "gp_practice" | "pharmacy" | "hospital";
  name: Value<'text'>;
  postcode: Value<'text'> | null;
  country: Value<'text'>;
  load_id: Value<'int8'>;
  closes_on: Value<'date'> | null;
}

export interface HmlrUprnLookup {
  transaction_id: Value<'uuid'>;
  uprn: Value<'int8'>;
  load_id: Value<'int8'>;
}

export interface HmoLicences {
  id: GeneratedAlways<Value<'int4'>>;
  authority_code: Value<'text'>;
  register: Value<'text'>;
  licence_number: Value<'text'> | null;
  licence_type: "mandatory" | "additional" | "selective" | "exemption" | "not_stated";
  native_status: Value<'text'> | null;
  pending: Value<'bool'>;
  ended: Value<'bool'>;
  address: Value<'text'>;
  postcode: Value<'text'> | null;
  uprn: Value<'int8'> | null;
  uprn_recorded: Value<'bool'>;
  uprn_confidence: Value<'float4'> | null;
  issued: Value<'date'> | null;
  expires: Value<'date'> | null;
  max_occupants: Value<'int4'> | null;
  max_households: Value<'int4'> | null;
  storeys: Value<'int4'> | null;
  rooms_sleeping: Value<'int4'> | null;
  easting: Value<'float8'> | null;
  northing: Value<'float8'> | null;
  latitude: Value<'float8'> | null;
  longitude: Value<'float8'> | null;
  position: Value<'point'> | null;
  load_id: Value<'int8'>;
  placed_by_postcode: Generated<Value<'bool'>>;
}

export interface HmoRegisters {
  authority_code: Value<'text'>;
  register: Value<'text'>;
  authority_name: Value<'text'> | null;
  register_date: Value<'date'> | null;
  loaded_at: Value<'timestamptz'>;
  load_id: Value<'int8'>;
}

export interface HousePriceIndex {
  area_code: Value<'text'>;
  area_name: Value<'text'>;
  month: Value<'date'>;
  property_type: "all" | "detached" | "semi_detached" | "terraced" | "flat" | "new_build";
  average_price: Value<'float8'> | null;
  index_value: Value<'float8'> | null;
  sales_volume: Value<'int4'> | null;
  load_id: Value<'int8'>;
}

export interface IdempotentAnswers {
  key_id: Value<'uuid'>;
  idempotency_key: Value<'text'>;
  fingerprint: Value<'bytea'>;
  answered_at: Value<'timestamptz'>;
  content_type: Value<'text'>;
  body: Value<'text'>;
  headers: Value<'jsonb'> | null;
  replayed: Generated<Value<'bool'>>;
  canonical: Value<'bytea'> | null;
}

export interface JobInputs {
  job_id: Value<'uuid'>;
  portion: Value<'int4'>;
  items: Value<'text'>;
}

export interface JobNotices {
  job_id: Value<'uuid'>;
  licence: Value<'text'>;
  attribution: Value<'text'>;
  source: Value<'text'>;
}

export interface JobResults {
  job_id: Value<'uuid'>;
  portion: Value<'int4'>;
  first_index: Value<'int4'>;
  lines: Value<'text'>;
}

export interface JobTurns {
  account_id: Value<'uuid'>;
  worked_at: Value<'timestamptz'>;
}

export interface Jobs {
  id: Value<'uuid'>;
  account_id: Value<'uuid'>;
  key_id: Value<'uuid'>;
  operation: Value<'text'>;
  source: "items" | "polygon" | "outcode" | "local_authority";
  parameters: Value<'text'>;
  meta: Value<'text'> | null;
  state: "receiving" | "waiting" | "running" | "done" | "stopped" | "cancelled";
  reason: Value<'text'> | null;
  credit_ceiling: Value<'int4'>;
  credits_at_most: Value<'int4'>;
  items: Generated<Value<'int4'>>;
  items_done: Generated<Value<'int4'>>;
  items_refused: Generated<Value<'int4'>>;
  portions_done: Generated<Value<'int4'>>;
  credits: Generated<Value<'int4'>>;
  would_be_credits: Generated<Value<'int4'>>;
  result_bytes: Generated<Value<'int8'>>;
  attempts: Generated<Value<'int2'>>;
  created_at: Value<'timestamptz'>;
  started_at: Value<'timestamptz'> | null;
  finished_at: Value<'timestamptz'> | null;
  run_at: Value<'timestamptz'>;
  worked_at: Value<'timestamptz'> | null;
  lease: Value<'uuid'> | null;
  leased_until: Value<'timestamptz'> | null;
  idempotency_key: Value<'text'> | null;
  request_hash: Value<'text'> | null;
  fictional: Value<'bool'> | null;
  canonical_hash: Value<'text'> | null;
  releases: Generated<Value<'_text'>>;
  input_bytes: Generated<Value<'int8'>>;
  leaves_out_place: Generated<Value<'bool'>>;
}

export interface KeyMonths {
  key_id: Value<'uuid'>;
  month: Value<'date'>;
  credits_used: Value<'int4'>;
  sub_keys_used: Generated<Value<'int4'>>;
}

export interface KyselyMigration {
  name: Value<'varchar'>;
  timestamp: Value<'varchar'>;
}

export interface Ledger {
  id: GeneratedAlways<Value<'int8'>>;
  charged_at: Value<'timestamptz'>;
  month: Value<'date'>;
  account_id: Value<'uuid'>;
  key_id: Value<'uuid'>;
  operation: Value<'text'>;
  credits: Value<'int4'>;
  request_id: Value<'text'>;
}

export interface Lettings {
  reference: Value<'text'>;
  uprn: Value<'int8'> | null;
  uprn_method: "feed" | "address_match" | null;
  uprn_confidence: Value<'float4'> | null;
  address: Value<'text'>;
  postcode: Value<'text'>;
  property_type: "detached" | "semi_detached" | "terraced" | "flat" | "bungalow" | "other" | null;
  bedrooms: Value<'int2'> | null;
  room_type: "double_ensuite" | "double_shared" | "single_ensuite" | "single_shared" | "any" | null;
  furnished: "furnished" | "unfurnished" | "part_furnished" | null;
  rent_pcm: Value<'float8'>;
  bills_included: Value<'bool'> | null;
  advertised_on: Value<'date'> | null;
  let_on: Value<'date'> | null;
  started_on: Value<'date'> | null;
  position: Value<'point'> | null;
  load_id: Value<'int8'>;
}

export interface LhaRates {
  brma_key: Value<'text'>;
  brma_name: Value<'text'>;
  year: Value<'int2'>;
  category: "A" | "B" | "C" | "D" | "E";
  weekly: Value<'float8'> | null;
  monthly: Value<'float8'> | null;
  country: Value<'text'> | null;
  load_id: Value<'int8'>;
}

export interface LhaRents {
  brma_key: Value<'text'>;
  brma_name: Value<'text'>;
  year: Value<'int2'>;
  category: "A" | "B" | "C" | "D" | "E" | "B-E";
  n: Value<'int4'>;
  mean_pw: Value<'float8'>;
  min_pw: Value<'float8'>;
  p10_pw: Value<'float8'>;
  p25_pw: Value<'float8'>;
  p30_pw: Value<'float8'>;
  median_pw: Value<'float8'>;
  p75_pw: Value<'float8'>;
  p90_pw: Value<'float8'>;
  max_pw: Value<'float8'>;
  region: Value<'text'> | null;
  load_id: Value<'int8'>;
}

export interface ListingEvents {
  listing_id: Value<'text'>;
  serial: GeneratedAlways<Value<'int4'>>;
  date: Value<'date'>;
  price: Value<'float8'>;
  event: "listed" | "reduced" | "increased" | "under_offer" | "sstc" | "let_agreed" | "withdrawn" | "back_on_market";
  load_id: Value<'int8'>;
}

export interface Listings {
  id: Value<'text'>;
  source: Value<'text'>;
  branch: Value<'text'>;
  reference: Value<'text'>;
  url: Value<'text'> | null;
  listing_type: "sale" | "rent";
  status: "available" | "under_offer" | "sstc" | "let_agreed" | "withdrawn";
  native_status: Value<'text'> | null;
  price: Value<'float8'>;
  price_period: "total" | "pcm" | "pw";
  price_comparable: Value<'float8'>;
  reduced: Generated<Value<'bool'>>;
  bedrooms: Value<'int2'> | null;
  bathrooms: Value<'int2'> | null;
  property_type: "detached" | "semi_detached" | "terraced" | "flat" | "bungalow" | "other" | null;
  tenure: "Freehold" | "Leasehold" | null;
  new_build: Value<'bool'> | null;
  floor_area_sqm: Value<'float8'> | null;
  address: Value<'text'>;
  postcode: Value<'text'> | null;
  summary: Value<'text'> | null;
  feed_latitude: Value<'float8'> | null;
  feed_longitude: Value<'float8'> | null;
  uprn: Value<'int8'> | null;
  uprn_method: "feed" | "address_match" | null;
  uprn_confidence: Value<'float4'> | null;
  latitude: Value<'float8'> | null;
  longitude: Value<'float8'> | null;
  position: Value<'point'> | null;
  estimated_rent_pcm: Value<'float8'> | null;
  gross_yield_pct: GeneratedAlways<Value<'float8'> | null>;
  first_listed: Value<'date'>;
  updated_on: Value<'date'>;
  last_seen: Value<'date'>;
  load_id: Value<'int8'>;
  of_share: Generated<Value<'bool'>>;
}

export interface LoadChanges {
  load_id: Value<'int8'>;
  uprn: Value<'int8'> | null;
  postcode: Value<'text'> | null;
  transaction_id: Value<'uuid'> | null;
}

export interface LocalAuthorities {
  code: Value<'text'>;
  name: Value<'text'>;
  source: Value<'text'>;
}

export interface Nations {
  country: Value<'text'>;
  code: Value<'text'>;
}

export interface OauthRecords {
  model: Value<'text'>;
  id_hash: Value<'bytea'>;
  payload: Value<'jsonb'>;
  grant_hash: Value<'bytea'> | null;
  key_id: Value<'uuid'> | null;
  expires_at: Value<'timestamptz'>;
  consumed_at: Value<'timestamptz'> | null;
}

export interface OnspdPostcodes {
  postcode: Value<'text'>;
  introduced_on: Value<'date'> | null;
  terminated_on: Value<'date'> | null;
  easting: Value<'int4'> | null;
  northing: Value<'int4'> | null;
  latitude: Value<'float8'> | null;
  longitude: Value<'float8'> | null;
  country: Value<'text'> | null;
  local_authority_code: Value<'text'> | null;
  region_code: Value<'text'> | null;
  lsoa_code: Value<'text'> | null;
  msoa_code: Value<'text'> | null;
  output_area_code: Value<'text'> | null;
  load_id: Value<'int8'>;
  police_area_code: Value<'text'> | null;
  lsoa_2011_code: Value<'text'> | null;
  msoa_2011_code: Value<'text'> | null;
}

export interface OsmPoints {
  id: Value<'text'>;
  name: Value<'text'> | null;
  category: Value<'text'>;
  kind: Value<'text'>;
  easting: Value<'float8'>;
  northing: Value<'float8'>;
  latitude: Value<'float8'>;
  longitude: Value<'float8'>;
  load_id: Value<'int8'>;
  position: GeneratedAlways<Value<'point'> | null>;
}

export interface OsmSquareKinds {
  kinds: Value<'text'>;
}

export interface OsmSquares {
  x: Value<'int4'>;
  y: Value<'int4'>;
  points: Value<'text'>;
}

export interface PaidQuestions {
  account_id: Value<'uuid'>;
  question: Value<'bytea'>;
  release: Value<'text'>;
}

export interface PlacePoints {
  source: Value<'text'>;
  id: Value<'text'>;
  category: Value<'text'>;
  kind: Value<'text'>;
  name: Value<'text'>;
  easting: Value<'float8'>;
  northing: Value<'float8'>;
  by_postcode: Value<'bool'>;
  position: GeneratedAlways<Value<'point'> | null>;
}

export interface PlaceSquareKinds {
  kinds: Value<'text'>;
}

export interface PlaceSquares {
  x: Value<'int4'>;
  y: Value<'int4'>;
  points: Value<'text'>;
}

export interface PlanningApplications {
  source: "planit" | "london-datahub" | "planning-data" | "council";
  source_id: Value<'text'>;
  reference: Value<'text'>;
  authority_name: Value<'text'>;
  authority_code: Value<'text'> | null;
  address: Value<'text'> | null;
  postcode: Value<'text'> | null;
  uprn: Value<'int8'> | null;
  description: Value<'text'>;
  type: Value<'text'> | null;
  category: Value<'text'>;
  status: "pending" | "approved" | "refused" | "withdrawn" | "appeal" | "other" | "unknown";
  native_status: Value<'text'> | null;
  decision: Value<'text'> | null;
  received: Value<'date'> | null;
  validated: Value<'date'> | null;
  decided: Value<'date'> | null;
  appeal_status: Value<'text'> | null;
  appeal_decided: Value<'date'> | null;
  day: Value<'date'> | null;
  latitude: Value<'float8'> | null;
  longitude: Value<'float8'> | null;
  easting: Value<'float8'> | null;
  northing: Value<'float8'> | null;
  position: Value<'point'> | null;
  placed_by_postcode: Generated<Value<'bool'>>;
  url: Value<'text'> | null;
  load_id: Value<'int8'>;
}

export interface PlanningAuthorities {
  authority_code: Value<'text'>;
  authority_name: Value<'text'>;
  source: Value<'text'>;
  applications: Value<'int4'>;
  newest_application: Value<'date'> | null;
  source_checked_at: Value<'timestamptz'>;
  stated: Value<'int8'> | null;
  held: Value<'int8'> | null;
  oldest_application: Value<'date'> | null;
  parts: Value<'_text'> | null;
}

export interface Plans {
  id: Value<'text'>;
  monthly_credits: Value<'int4'>;
  rate_limit: Value<'int4'>;
}

export interface PortalLinks {
  token_hash: Value<'bytea'>;
  key_id: Value<'uuid'>;
  expires_at: Value<'timestamptz'>;
}

export interface PortalSessions {
  id_hash: Value<'bytea'>;
  key_id: Value<'uuid'>;
  expires_at: Value<'timestamptz'>;
}

export interface Postcodes {
  postcode: Value<'text'>;
  outcode: Value<'text'>;
  sector: Value<'text'>;
  country: "England" | "Wales" | "Scotland" | null;
  local_authority_code: Value<'text'> | null;
  region_code: Value<'text'> | null;
  lsoa_code: Value<'text'> | null;
  msoa_code: Value<'text'> | null;
  output_area_code: Value<'text'> | null;
  introduced_on: Value<'date'> | null;
  terminated_on: Value<'date'> | null;
  easting: Value<'int4'> | null;
  northing: Value<'int4'> | null;
  position: Value<'point'> | null;
  latitude: Value<'float8'> | null;
  longitude: Value<'float8'> | null;
}

export interface PriceCells {
  size_m: Value<'int4'>;
  position: Value<'point'>;
  n: Value<'int4'>;
  median: Value<'int4'>;
}

export interface PriceSectors {
  sector: Value<'text'>;
  outcode: Value<'text'>;
  position: Value<'point'>;
  n: Value<'int4'>;
  median: Value<'int4'>;
}

export interface PrivateRents {
  area_code: Value<'text'>;
  area_name: Value<'text'>;
  brma_key: Value<'text'> | null;
  month: Value<'date'>;
  segment: "all" | "1" | "2" | "3" | "4" | "detached" | "semi_detached" | "terraced" | "flat";
  rent_pcm: Value<'float8'> | null;
  index_value: Value<'float8'> | null;
  annual_change_pct: Value<'float8'> | null;
  load_id: Value<'int8'>;
}

export interface Releases {
  no: Value<'int8'>;
  name: Value<'text'>;
  released_on: Value<'date'>;
  released_at: Value<'timestamptz'>;
  last_load: Value<'int8'>;
  version: Value<'text'>;
  pruned: Generated<Value<'bool'>>;
}

export interface RetailPoints {
  id: Value<'text'>;
  name: Value<'text'>;
  kind: Value<'text'>;
  category: "food" | "shops";
  size_band: Value<'text'> | null;
  postcode: Value<'text'> | null;
  easting: Value<'float8'>;
  northing: Value<'float8'>;
  load_id: Value<'int8'>;
}

export interface SaleMonths {
  outcode: Value<'text'>;
  month: Value<'date'>;
  local_authority_code: Value<'text'> | null;
  brma_key: Value<'text'> | null;
  n: Value<'int4'>;
  sales: Value<'bytea'>;
}

export interface SaleSquares {
  square: Value<'int4'>;
  year: Value<'int2'>;
  n: Value<'int4'>;
  sales: Value<'bytea'>;
}

export interface Sales {
  transaction_id: Value<'uuid'>;
  price: Value<'int4'>;
  date: Value<'date'>;
  postcode: Value<'text'> | null;
  property_type: "detached" | "semi_detached" | "terraced" | "flat" | "other";
  new_build: Value<'bool'>;
  tenure: "Freehold" | "Leasehold" | null;
  saon: Value<'text'> | null;
  paon: Value<'text'> | null;
  street: Value<'text'> | null;
  locality: Value<'text'> | null;
  town: Value<'text'> | null;
  district: Value<'text'> | null;
  county: Value<'text'> | null;
  category: "standard" | "additional";
  uprn: Value<'int8'> | null;
  uprn_confidence: Value<'float4'> | null;
  uprn_method: "hmlr_lookup" | "address_key" | "address_match" | null;
  position: Value<'point'> | null;
  load_id: Value<'int8'>;
}

export interface SchoolInspections {
  urn: Value<'text'>;
  framework: "report_card" | "graded" | "ungraded";
  overall: Value<'text'> | null;
  areas: Value<'jsonb'>;
  safeguarding: "met" | "not_met" | null;
  outcome: Value<'text'> | null;
  inspected_on: Value<'date'> | null;
  published_on: Value<'date'> | null;
  predecessor: Value<'bool'>;
  url: Value<'text'> | null;
  load_id: Value<'int8'>;
}

export interface Schools {
  id_scheme: "urn" | "seed" | "wales";
  id: Value<'text'>;
  name: Value<'text'>;
  country: "England" | "Wales" | "Scotland";
  phase: "nursery" | "primary" | "secondary" | "all_through" | "post_16" | "not_applicable";
  sector: "state" | "independent" | "special";
  type: Value<'text'>;
  gender: Value<'text'> | null;
  age_from: Value<'int2'> | null;
  age_to: Value<'int2'> | null;
  pupils: Value<'int4'> | null;
  capacity: Value<'int4'> | null;
  postcode: Value<'text'> | null;
  easting: Value<'float8'> | null;
  northing: Value<'float8'> | null;
  load_id: Value<'int8'>;
}

export interface ShortLetReviews {
  listing_id: Value<'int8'>;
  month: Value<'date'>;
  reviews: Value<'int4'>;
  load_id: Value<'int8'>;
}

export interface ShortLets {
  id: Value<'int8'>;
  seen_on: Value<'date'>;
  city: Value<'text'>;
  current: Generated<Value<'bool'>>;
  name: Value<'text'> | null;
  neighbourhood: Value<'text'> | null;
  listing_type: "entire_home" | "private_room" | "shared_room" | "hotel_room";
  property_kind: "house" | "apartment" | null;
  price_pn: Value<'float8'> | null;
  price_usable: Generated<Value<'bool'>>;
  minimum_nights: Value<'int4'>;
  reviews: Value<'int4'>;
  reviews_12m: Value<'int4'>;
  nights_12m: Value<'float8'>;
  last_review: Value<'date'> | null;
  availability_365: Value<'int4'> | null;
  bedrooms: Value<'int2'> | null;
  bedrooms_source: "listing" | "name" | null;
  bathrooms: Value<'float8'> | null;
  guests: Value<'int2'> | null;
  licence: Value<'text'> | null;
  latitude: Value<'float8'>;
  longitude: Value<'float8'>;
  easting: Value<'float8'>;
  northing: Value<'float8'>;
  position: GeneratedAlways<Value<'point'> | null>;
  postcode: Value<'text'> | null;
  load_id: Value<'int8'>;
}

export interface SmallAreas {
  code: Value<'text'>;
  country: Value<'text'>;
  local_authority_code: Value<'text'> | null;
  msoa_code: Value<'text'> | null;
  postcodes: Value<'int4'>;
}

export interface SmallAreas2011 {
  code: Value<'text'>;
  country: Value<'text'>;
  local_authority_code: Value<'text'> | null;
  msoa_code: Value<'text'> | null;
  postcodes: Value<'int4'>;
}

export interface SoldTogether {
  transaction_id: Value<'uuid'>;
  area: Value<'text'>;
}

export interface SqlFunctions {
  name: Value<'text'>;
  hash: Value<'text'>;
}

export interface TransportStops {
  id: Value<'text'>;
  name: Value<'text'>;
  kind: Value<'text'>;
  area: Value<'text'>;
  easting: Value<'float8'>;
  northing: Value<'float8'>;
  load_id: Value<'int8'>;
}

export interface UprnPoints {
  uprn: Value<'int8'>;
  easting: Value<'float8'>;
  northing: Value<'float8'>;
  latitude: Value<'float8'>;
  longitude: Value<'float8'>;
  load_id: Value<'int8'>;
}

export interface UsageBatches {
  id: Value<'uuid'>;
  written_at: Value<'timestamptz'>;
}

export interface UsageDays {
  key_id: Value<'uuid'>;
  day: Value<'date'>;
  operation: Value<'text'>;
  calls: Generated<Value<'int8'>>;
  credits: Generated<Value<'int8'>>;
  would_be_credits: Generated<Value<'int8'>>;
  ok: Generated<Value<'int8'>>;
  client_errors: Generated<Value<'int8'>>;
  server_errors: Generated<Value<'int8'>>;
  latency_buckets: Value<'_int8'>;
  last_used_at: Value<'timestamptz'>;
}

export interface ValuationAreas {
  area: Value<'text'>;
  build_id: Value<'int8'>;
  signature: Value<'text'>;
  known_before: Value<'date'>;
  sales: Value<'int4'>;
  intercept: Value<'float8'>;
  area_intercept: Value<'float8'> | null;
  elasticities: Value<'_float8'> | null;
  settings: Value<'jsonb'>;
}

export interface ValuationBuilds {
  id: GeneratedAlways<Value<'int8'>>;
  built_at: Value<'timestamptz'>;
  known_before: Value<'date'>;
  areas_fitted: Value<'int4'>;
  areas_kept: Value<'int4'>;
  sales: Value<'int8'>;
  parameters: Value<'jsonb'>;
}

export interface ValuationComparables {
  area: Value<'text'>;
  property_type: "detached" | "semi_detached" | "terraced" | "flat";
  uprn: Value<'int8'> | null;
  position: Value<'point'>;
  sale: Value<'text'>;
}

export interface ValuationIndices {
  area: Value<'text'>;
  property_type: "detached" | "semi_detached" | "terraced" | "flat";
  id: Value<'text'>;
  backbone_area: Value<'text'>;
  first_month: Value<'date'>;
  data_month: Value<'date'>;
  slope_per_month: Value<'float8'>;
  own_slope_per_month: Value<'float8'>;
  log_levels: Value<'_float8'>;
  recent_sales: Generated<Value<'int4'>>;
}

export interface ValuationPostcodes {
  area: Value<'text'>;
  postcode: Value<'text'>;
  effects: Value<'text'>;
}

export interface WatchHead {
  only_row: Generated<Value<'bool'>>;
  matched_seq: Generated<Value<'int8'>>;
}

export interface Watches {
  id: Generated<Value<'uuid'>>;
  account_id: Value<'uuid'>;
  webhook_id: Value<'uuid'>;
  purpose: Value<'text'>;
  ends_on: Value<'date'>;
  events: Value<'_text'>;
  uprn: Value<'int8'> | null;
  postcode: Value<'text'> | null;
  outcode: Value<'text'> | null;
  polygon: Value<'jsonb'> | null;
  shape: Value<'polygon'> | null;
  holes: Value<'_polygon'> | null;
  near_m: Value<'int4'> | null;
  reach: Value<'circle'> | null;
  created_at: Generated<Value<'timestamptz'>>;
  value_moved_pct: Value<'float8'> | null;
  value: Value<'float8'> | null;
  value_as_of: Value<'date'> | null;
  value_release: Value<'text'> | null;
  valued_release: Value<'text'> | null;
}

export interface WebhookDeliveries {
  id: Generated<Value<'uuid'>>;
  webhook_id: Value<'uuid'>;
  watch_id: Value<'uuid'> | null;
  type: Value<'text'>;
  body: Value<'text'>;
  status: Generated<"pending" | "delivered" | "failed">;
  attempts: Generated<Value<'int4'>>;
  next_at: Generated<Value<'timestamptz'>>;
  created_at: Generated<Value<'timestamptz'>>;
  delivered_at: Value<'timestamptz'> | null;
  last_status: Value<'int4'> | null;
  last_error: Value<'text'> | null;
}

export interface Webhooks {
  id: Generated<Value<'uuid'>>;
  account_id: Value<'uuid'>;
  url: Value<'text'>;
  secret: Value<'text'>;
  old_secret: Value<'text'> | null;
  old_secret_until: Value<'timestamptz'> | null;
  status: Generated<"on" | "off">;
  off_reason: "gone" | "failed" | null;
  created_at: Generated<Value<'timestamptz'>>;
  key_id: Value<'uuid'> | null;
  idempotency_key: Value<'text'> | null;
}

export interface WithheldHomes {
  uprn: Value<'int8'>;
  since: Generated<Value<'timestamptz'>>;
}

export interface WithheldRecords {
  dataset: Value<'text'>;
  record: Value<'text'>;
  uprn: Value<'int8'> | null;
  since: Generated<Value<'timestamptz'>>;
}

/** Every table of the migrated schema. */
export interface Database {
  account_months: AccountMonths;
  accounts: Accounts;
  address_documents: AddressDocuments;
  address_index_state: AddressIndexState;
  address_postcode_marks: AddressPostcodeMarks;
  address_premises: AddressPremises;
  address_record_packs: AddressRecordPacks;
  address_records: AddressRecords;
  address_words: AddressWords;
  addresses: Addresses;
  api_keys: ApiKeys;
  api_processes: ApiProcesses;
  area_changes: AreaChanges;
  area_coverage: AreaCoverage;
  area_datasets: AreaDatasets;
  area_figures: AreaFigures;
  area_members: AreaMembers;
  area_postcodes: AreaPostcodes;
  areas: Areas;
  brma_postcodes: BrmaPostcodes;
  brmas: Brmas;
  broadband_areas: BroadbandAreas;
  broadband_postcodes: BroadbandPostcodes;
  change_head: ChangeHead;
  changes: Changes;
  code_point_postcodes: CodePointPostcodes;
  company_titles: CompanyTitles;
  crime_areas: CrimeAreas;
  crime_counts: CrimeCounts;
  crime_forces: CrimeForces;
  crime_months: CrimeMonths;
  dataset_coverage: DatasetCoverage;
  dataset_editions: DatasetEditions;
  dataset_loads: DatasetLoads;
  dataset_rejects: DatasetRejects;
  dataset_served: DatasetServed;
  dataset_served_areas: DatasetServedAreas;
  deprivation_areas: DeprivationAreas;
  derived_builds: DerivedBuilds;
  energy_certificates: EnergyCertificates;
  fitted_areas: FittedAreas;
  health_sites: HealthSites;
  hmlr_uprn_lookup: HmlrUprnLookup;
  hmo_licences: HmoLicences;
  hmo_registers: HmoRegisters;
  house_price_index: HousePriceIndex;
  idempotent_answers: IdempotentAnswers;
  job_inputs: JobInputs;
  job_notices: JobNotices;
  job_results: JobResults;
  job_turns: JobTurns;
  jobs: Jobs;
  key_months: KeyMonths;
  kysely_migration: KyselyMigration;
  ledger: Ledger;
  lettings: Lettings;
  lha_rates: LhaRates;
  lha_rents: LhaRents;
  listing_events: ListingEvents;
  listings: Listings;
  load_changes: LoadChanges;
  local_authorities: LocalAuthorities;
  nations: Nations;
  oauth_records: OauthRecords;
  onspd_postcodes: OnspdPostcodes;
  osm_points: OsmPoints;
  osm_square_kinds: OsmSquareKinds;
  osm_squares: OsmSquares;
  paid_questions: PaidQuestions;
  place_points: PlacePoints;
  place_square_kinds: PlaceSquareKinds;
  place_squares: PlaceSquares;
  planning_applications: PlanningApplications;
  planning_authorities: PlanningAuthorities;
  plans: Plans;
  portal_links: PortalLinks;
  portal_sessions: PortalSessions;
  postcodes: Postcodes;
  price_cells: PriceCells;
  price_sectors: PriceSectors;
  private_rents: PrivateRents;
  releases: Releases;
  retail_points: RetailPoints;
  sale_months: SaleMonths;
  sale_squares: SaleSquares;
  sales: Sales;
  school_inspections: SchoolInspections;
  schools: Schools;
  short_let_reviews: ShortLetReviews;
  short_lets: ShortLets;
  small_areas: SmallAreas;
  small_areas_2011: SmallAreas2011;
  sold_together: SoldTogether;
  sql_functions: SqlFunctions;
  transport_stops: TransportStops;
  uprn_points: UprnPoints;
  usage_batches: UsageBatches;
  usage_days: UsageDays;
  valuation_areas: ValuationAreas;
  valuation_builds: ValuationBuilds;
  valuation_comparables: ValuationComparables;
  valuation_indices: ValuationIndices;
  valuation_postcodes: ValuationPostcodes;
  watch_head: WatchHead;
  watches: Watches;
  webhook_deliveries: WebhookDeliveries;
  webhooks: Webhooks;
  withheld_homes: WithheldHomes;
  withheld_records: WithheldRecords;
}
