// Generated from openapi/ by scripts/sdk.ts. Do not edit: run npm run generate.

import { operation, type Runtime } from '../runtime.ts';

export function operations(runtime: Runtime) {
  const addresses = {
    /** Search addresses by partial text. Costs 1 credit. */
    search: operation<'addresses.search'>(runtime, 'get', '/addresses/search', { q: 'query', limit: 'query', postcode: 'query', outcode: 'query', country: 'query', min_score: 'query', quote: 'query', meta: 'query' }),
    /** Resolve one address to its UPRN. Costs 1 credit. */
    match: operation<'addresses.match'>(runtime, 'post', '/addresses/match', { quote: 'query', meta: 'query', address: 'body', postcode: 'body' }),
  };
  const properties = {
    /** Get the merged record of a property. Costs 1 credit. */
    get: operation<'properties.get'>(runtime, 'get', '/properties/{uprn}', { uprn: 'path', fields: 'query_list', include: 'query_list', quote: 'query', meta: 'query' }),
  };
  const valuations = {
    /** Estimate the sale value of a property. Costs 3 credits. */
    sale: operation<'valuations.sale'>(runtime, 'get', '/valuations/{uprn}/sale', { uprn: 'path', as_of: 'query', include: 'query_list', quote: 'query', meta: 'query' }),
    /** Estimate the rent of a property. Costs 3 credits. */
    rental: operation<'valuations.rental'>(runtime, 'get', '/valuations/{uprn}/rental', { uprn: 'path', bedrooms: 'query', property_type: 'query', months: 'query', max_radius_m: 'query', quote: 'query', meta: 'query' }),
    /** Estimate the value of a property as a shared home. Costs 5 credits. */
    hmo: operation<'valuations.hmo'>(runtime, 'get', '/valuations/{uprn}/hmo', { uprn: 'path', finish_quality: 'query', living_room: 'query', parking: 'query', outside_space: 'query', rooms: 'query', double_ensuite: 'query', double: 'query', single_ensuite: 'query', single: 'query', occupancy_pct: 'query', cost_pct: 'query', target_yield_pct: 'query', quote: 'query', meta: 'query' }),
    /** Estimate the gross development value of a scheme. Costs 5 credits. */
    developmentGdv: operation<'valuations.development_gdv'>(runtime, 'post', '/valuations/development-gdv', { quote: 'query', meta: 'query', uprn: 'body', postcode: 'body', outcode: 'body', lat: 'body', lng: 'body', radius_m: 'body', polygon: 'body', units: 'body', finish_quality: 'body', new_build: 'body', allow_partial: 'body', widen: 'body' }),
    /** Estimate the revenue of a home as a short let. Costs 50 credits. */
    strEstimate: operation<'valuations.str_estimate'>(runtime, 'post', '/valuations/str-estimate', { quote: 'body', meta: 'query', uprn: 'body', postcode: 'body', lat: 'body', lng: 'body', bedrooms: 'body', bathrooms: 'body', property_type: 'body', guests: 'body', finish_quality: 'body', include_comparables: 'body' }),
  };
  const rents = {
    /** Rents of whole homes in an area. Costs 2 credits. */
    longTerm: operation<'rents.long_term'>(runtime, 'get', '/rents/long-term', { uprn: 'query', postcode: 'query', outcode: 'query', lat: 'query', lng: 'query', radius_m: 'query', polygon: 'query_json', bedrooms: 'query', property_type: 'query', months: 'query', history_months: 'query', widen: 'query', quote: 'query', meta: 'query' }),
    /** Rents of rooms in shared homes. Costs 2 credits. */
    hmo: operation<'rents.hmo'>(runtime, 'get', '/rents/hmo', { uprn: 'query', postcode: 'query', outcode: 'query', lat: 'query', lng: 'query', radius_m: 'query', polygon: 'query_json', room_type: 'query', months: 'query', widen: 'query', quote: 'query', meta: 'query' }),
    /** Local Housing Allowance rates. Costs 1 credit. */
    lha: operation<'rents.lha'>(runtime, 'get', '/rents/lha', { uprn: 'query', postcode: 'query', outcode: 'query', lat: 'query', lng: 'query', radius_m: 'query', polygon: 'query_json', bedrooms: 'query', year: 'query', quote: 'query', meta: 'query' }),
    /** Rental yields in an area. Costs 2 credits. */
    yields: operation<'rents.yields'>(runtime, 'get', '/rents/yields', { uprn: 'query', postcode: 'query', outcode: 'query', lat: 'query', lng: 'query', radius_m: 'query', polygon: 'query_json', bedrooms: 'query', property_type: 'query', price_basis: 'query', months: 'query', cost_pct: 'query', widen: 'query', quote: 'query', meta: 'query' }),
    /** Demand for rented homes in an area. Costs 2 credits. */
    demand: operation<'rents.demand'>(runtime, 'get', '/rents/demand', { uprn: 'query', postcode: 'query', outcode: 'query', lat: 'query', lng: 'query', radius_m: 'query', polygon: 'query_json', bedrooms: 'query', widen: 'query', quote: 'query', meta: 'query' }),
  };
  const listings = {
    /** Search listings. Costs 1 credit. */
    search: operation<'listings.search'>(runtime, 'get', '/listings', { listing_type: 'query', uprn: 'query', postcode: 'query', outcode: 'query', lat: 'query', lng: 'query', radius_m: 'query', polygon: 'query_json', min_price: 'query', max_price: 'query', min_bedrooms: 'query', max_bedrooms: 'query', property_type: 'query', min_yield_pct: 'query', status: 'query', added_since: 'query', reduced: 'query', q: 'query', sort: 'query', limit: 'query', cursor: 'query', format: 'query', quote: 'query', meta: 'query' }),
  };
  const str = {
    /** Short lets in an area. Costs 3 credits. */
    market: operation<'str.market'>(runtime, 'get', '/str/market', { uprn: 'query', postcode: 'query', outcode: 'query', lat: 'query', lng: 'query', radius_m: 'query', polygon: 'query_json', listing_type: 'query', bedrooms: 'query', months: 'query', widen: 'query', quote: 'query', meta: 'query' }),
  };
  const risks = {
    /** Environmental risks of a property. Costs 1 credit for each of the types, 8 at most. */
    get: operation<'risks.get'>(runtime, 'get', '/risks/{uprn}', { uprn: 'path', types: 'query_list', quote: 'query', meta: 'query' }),
  };
  const prices = {
    /** Sales comparable with a property. Costs 5 credits. */
    comparablesByUprn: operation<'prices.comparables_by_uprn'>(runtime, 'get', '/prices/{uprn}/comparables', { uprn: 'path', property_type: 'query', tenure: 'query', new_build: 'query', category: 'query', months: 'query', max_radius_m: 'query', bedrooms_min: 'query', bedrooms_max: 'query', sort: 'query', floor_area_tolerance_pct: 'query', limit: 'query', quote: 'query', meta: 'query' }),
    /** Comparable sales in an area. Costs 5 credits. */
    comparables: operation<'prices.comparables'>(runtime, 'get', '/prices/comparables', { uprn: 'query', postcode: 'query', outcode: 'query', lat: 'query', lng: 'query', radius_m: 'query', polygon: 'query_json', property_type: 'query', tenure: 'query', new_build: 'query', category: 'query', months: 'query', max_radius_m: 'query', bedrooms_min: 'query', bedrooms_max: 'query', sort: 'query', limit: 'query', format: 'query', widen: 'query', quote: 'query', meta: 'query' }),
    /** Prices of an area. Costs 2 credits. */
    market: operation<'prices.market'>(runtime, 'get', '/prices/market', { uprn: 'query', postcode: 'query', outcode: 'query', lat: 'query', lng: 'query', radius_m: 'query', polygon: 'query_json', property_type: 'query', tenure: 'query', new_build: 'query', category: 'query', months: 'query', history_months: 'query', widen: 'query', quote: 'query', meta: 'query' }),
  };
  const location = {
    /** Schools nearby. Costs 1 credit. */
    schools: operation<'location.schools'>(runtime, 'get', '/location/schools', { uprn: 'query', postcode: 'query', outcode: 'query', lat: 'query', lng: 'query', polygon: 'query_json', radius_m: 'query', phase: 'query', sector: 'query', limit: 'query', quote: 'query', meta: 'query' }),
    /** Amenities, transport and broadband nearby. Costs 2 credits. */
    infrastructure: operation<'location.infrastructure'>(runtime, 'get', '/location/infrastructure', { uprn: 'query', postcode: 'query', outcode: 'query', lat: 'query', lng: 'query', polygon: 'query_json', radius_m: 'query', categories: 'query_list', limit: 'query', quote: 'query', meta: 'query' }),
    /** Profile of an area. Costs 2 credits. */
    profile: operation<'location.profile'>(runtime, 'get', '/location/profile', { uprn: 'query', postcode: 'query', outcode: 'query', lat: 'query', lng: 'query', polygon: 'query_json', radius_m: 'query', sections: 'query_list', quote: 'query', meta: 'query' }),
  };
  const planning = {
    /** Planning applications nearby. Costs 2 credits. */
    applications: operation<'planning.applications'>(runtime, 'get', '/planning/applications', { uprn: 'query', postcode: 'query', outcode: 'query', lat: 'query', lng: 'query', polygon: 'query_json', radius_m: 'query', days: 'query', status: 'query', type: 'query', decided_since: 'query', q: 'query', limit: 'query', cursor: 'query', quote: 'query', meta: 'query' }),
    /** Licensed houses in multiple occupation nearby. Costs 2 credits. */
    hmoRegister: operation<'planning.hmo_register'>(runtime, 'get', '/planning/hmo-register', { uprn: 'query', postcode: 'query', outcode: 'query', lat: 'query', lng: 'query', polygon: 'query_json', radius_m: 'query', licence_type: 'query', status: 'query', expiring_within_days: 'query', limit: 'query', cursor: 'query', quote: 'query', meta: 'query' }),
  };
  const titles = {
    /** Company ownership of a title. Costs 3 credits. */
    get: operation<'titles.get'>(runtime, 'get', '/property/title/{title_number}', { title_number: 'path', quote: 'query', meta: 'query' }),
  };
  const account = {
    /** Show the account and the key. Free. */
    get: operation<'account.get'>(runtime, 'get', '/account', { meta: 'query' }),
    /** Show usage per endpoint. Free. */
    usage: operation<'account.usage'>(runtime, 'get', '/account/usage', { from: 'query', to: 'query', group_by: 'query', format: 'query', meta: 'query' }),
  };
  const status = {
    /** Show what is loaded and ready. Free. */
    get: operation<'status.get'>(runtime, 'get', '/status', { meta: 'query' }),
  };
  return { addresses, properties, valuations, rents, listings, str, risks, prices, location, planning, titles, account, status };
}
