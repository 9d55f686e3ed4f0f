// Generated from openapi/ by scripts/sdk.ts. Do not edit: run npm run generate.

import type { Http } from '../http.ts';
import { method, readAs, segment, withUprn } from '../method.ts';
import type { TransportOptions } from '../transport.ts';

export function operations(http: Http, client: TransportOptions) {
  const addresses = {
    /** Search addresses by partial text. Costs 1 credit. */
    search: method<'addresses.search'>(client, (query, init) => http.GET('/addresses/search', { ...init, params: { query }, parseAs: readAs(query.format) })),
    /** Resolve one address to its UPRN. Costs 1 credit. */
    match: method<'addresses.match'>(client, ({ quote, exclude_licences, ...body }, init) => http.POST('/addresses/match', { ...init, params: { query: { quote, exclude_licences } }, body })),
  };
  const properties = {
    /** Get the merged record of a property. Costs 1 credit. */
    get: method<'properties.get'>(client, ({ uprn, ...query }, init) => http.GET('/properties/{uprn}', { ...init, params: { path: { uprn: segment('uprn', uprn) }, query } })),
  };
  const valuations = {
    /** Estimate the sale value of a property. Costs 3 credits. */
    sale: method<'valuations.sale'>(client, ({ uprn, ...query }, init) => http.GET('/valuations/{uprn}/sale', { ...init, params: { path: { uprn: segment('uprn', uprn) }, query } })),
    /** Estimate the rent of a property. Costs 3 credits. */
    rental: method<'valuations.rental'>(client, ({ uprn, ...query }, init) => http.GET('/valuations/{uprn}/rental', { ...init, params: { path: { uprn: segment('uprn', uprn) }, query } })),
    /** Estimate the value of a property as a shared home. Costs 5 credits. */
    hmo: method<'valuations.hmo'>(client, ({ uprn, ...query }, init) => http.GET('/valuations/{uprn}/hmo', { ...init, params: { path: { uprn: segment('uprn', uprn) }, query } })),
    /** Estimate the gross development value of a scheme. Costs 5 credits. */
    developmentGdv: method<'valuations.development_gdv'>(client, ({ quote, exclude_licences, ...body }, init) => http.POST('/valuations/development-gdv', { ...init, params: { query: { quote, exclude_licences } }, body: withUprn(body) })),
    /** Estimate the revenue of a home as a short let. Costs 50 credits. */
    strEstimate: method<'valuations.str_estimate'>(client, ({ exclude_licences, ...body }, init) => http.POST('/valuations/str-estimate', { ...init, params: { query: { exclude_licences } }, body: withUprn(body) })),
  };
  const rents = {
    /** Rents of whole homes in an area. Costs 2 credits. */
    longTerm: method<'rents.long_term'>(client, (query, init) => http.GET('/rents/long-term', { ...init, params: { query: withUprn(query) } })),
    /** Rents of rooms in shared homes. Costs 2 credits. */
    hmo: method<'rents.hmo'>(client, (query, init) => http.GET('/rents/hmo', { ...init, params: { query: withUprn(query) } })),
    /** Local Housing Allowance rates. Costs 1 credit. */
    lha: method<'rents.lha'>(client, (query, init) => http.GET('/rents/lha', { ...init, params: { query: withUprn(query) } })),
    /** Rental yields in an area. Costs 2 credits. */
    yields: method<'rents.yields'>(client, (query, init) => http.GET('/rents/yields', { ...init, params: { query: withUprn(query) } })),
    /** Demand for rented homes in an area. Costs 2 credits. */
    demand: method<'rents.demand'>(client, (query, init) => http.GET('/rents/demand', { ...init, params: { query: withUprn(query) } })),
  };
  const listings = {
    /** Search listings. Costs 1 credit. */
    search: method<'listings.search'>(client, (query, init) => http.GET('/listings', { ...init, params: { query: withUprn(query) }, parseAs: readAs(query.format) })),
  };
  const str = {
    /** Short lets in an area. Costs 3 credits. */
    market: method<'str.market'>(client, (query, init) => http.GET('/str/market', { ...init, params: { query: withUprn(query) } })),
  };
  const risks = {
    /** Environmental risks of a property. Costs 1 credit for each of the types, 8 at most. */
    get: method<'risks.get'>(client, ({ uprn, ...query }, init) => http.GET('/risks/{uprn}', { ...init, params: { path: { uprn: segment('uprn', uprn) }, query } })),
  };
  const prices = {
    /** Sales comparable with a property. Costs 5 credits. */
    comparablesByUprn: method<'prices.comparables_by_uprn'>(client, ({ uprn, ...query }, init) => http.GET('/prices/{uprn}/comparables', { ...init, params: { path: { uprn: segment('uprn', uprn) }, query }, parseAs: readAs(query.format) })),
    /** Comparable sales in an area. Costs 5 credits. */
    comparables: method<'prices.comparables'>(client, (query, init) => http.GET('/prices/comparables', { ...init, params: { query: withUprn(query) }, parseAs: readAs(query.format) })),
    /** Prices of an area. Costs 2 credits. */
    market: method<'prices.market'>(client, (query, init) => http.GET('/prices/market', { ...init, params: { query: withUprn(query) } })),
  };
  const location = {
    /** Schools nearby. Costs 1 credit. */
    schools: method<'location.schools'>(client, (query, init) => http.GET('/location/schools', { ...init, params: { query: withUprn(query) }, parseAs: readAs(query.format) })),
    /** Amenities, transport and broadband nearby. Costs 2 credits. */
    infrastructure: method<'location.infrastructure'>(client, (query, init) => http.GET('/location/infrastructure', { ...init, params: { query: withUprn(query) } })),
    /** Profile of an area. Costs 2 credits. */
    profile: method<'location.profile'>(client, (query, init) => http.GET('/location/profile', { ...init, params: { query: withUprn(query) } })),
  };
  const planning = {
    /** Planning applications nearby. Costs 2 credits. */
    applications: method<'planning.applications'>(client, (query, init) => http.GET('/planning/applications', { ...init, params: { query: withUprn(query) }, parseAs: readAs(query.format) })),
    /** Licensed houses in multiple occupation nearby. Costs 2 credits. */
    hmoRegister: method<'planning.hmo_register'>(client, (query, init) => http.GET('/planning/hmo-register', { ...init, params: { query: withUprn(query) }, parseAs: readAs(query.format) })),
  };
  const titles = {
    /** Company ownership of a title. Costs 3 credits. */
    get: method<'titles.get'>(client, ({ title_number, ...query }, init) => http.GET('/property/title/{title_number}', { ...init, params: { path: { title_number: segment('title_number', title_number) }, query } })),
  };
  const account = {
    /** Show the account and the key. Free. */
    get: method<'account.get'>(client, (_, init) => http.GET('/account', { ...init })),
    /** Show usage per endpoint. Free. */
    usage: method<'account.usage'>(client, (query, init) => http.GET('/account/usage', { ...init, params: { query }, parseAs: readAs(query.format) })),
  };
  const status = {
    /** Show what is loaded and ready. Free. */
    get: method<'status.get'>(client, (query, init) => http.GET('/status', { ...init, params: { query } })),
  };
  return { addresses, properties, valuations, rents, listings, str, risks, prices, location, planning, titles, account, status };
}
