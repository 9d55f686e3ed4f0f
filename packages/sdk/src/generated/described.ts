// Generated from openapi/ by scripts/sdk.ts. Do not edit: run npm run generate.

import type { FirstForm } from '../method.ts';

/**
 * The first overload of each operation. At a call, editors show the description of the overload and not of the method;
 * overloads without a description show that of the first.
 */
export interface Described<Whole> {
  'addresses.search': {
    /** Search addresses by partial text. Costs 1 credit. */
    (...given: Parameters<FirstForm<'addresses.search', Whole>>): ReturnType<FirstForm<'addresses.search', Whole>>;
  };
  'addresses.match': {
    /** Resolve one address to its UPRN. Costs 1 credit. */
    (...given: Parameters<FirstForm<'addresses.match', Whole>>): ReturnType<FirstForm<'addresses.match', Whole>>;
  };
  'properties.get': {
    /** Get the merged record of a property. Costs 1 credit. */
    (...given: Parameters<FirstForm<'properties.get', Whole>>): ReturnType<FirstForm<'properties.get', Whole>>;
  };
  'valuations.sale': {
    /** Estimate the sale value of a property. Costs 3 credits. */
    (...given: Parameters<FirstForm<'valuations.sale', Whole>>): ReturnType<FirstForm<'valuations.sale', Whole>>;
  };
  'valuations.rental': {
    /** Estimate the rent of a property. Costs 3 credits. */
    (...given: Parameters<FirstForm<'valuations.rental', Whole>>): ReturnType<FirstForm<'valuations.rental', Whole>>;
  };
  'valuations.hmo': {
    /** Estimate the value of a property as a shared home. Costs 5 credits. */
    (...given: Parameters<FirstForm<'valuations.hmo', Whole>>): ReturnType<FirstForm<'valuations.hmo', Whole>>;
  };
  'valuations.development_gdv': {
    /** Estimate the gross development value of a scheme. Costs 5 credits. */
    (...given: Parameters<FirstForm<'valuations.development_gdv', Whole>>): ReturnType<FirstForm<'valuations.development_gdv', Whole>>;
  };
  'valuations.str_estimate': {
    /** Estimate the revenue of a home as a short let. Costs 50 credits. */
    (...given: Parameters<FirstForm<'valuations.str_estimate', Whole>>): ReturnType<FirstForm<'valuations.str_estimate', Whole>>;
  };
  'rents.long_term': {
    /** Rents of whole homes in an area. Costs 2 credits. */
    (...given: Parameters<FirstForm<'rents.long_term', Whole>>): ReturnType<FirstForm<'rents.long_term', Whole>>;
  };
  'rents.hmo': {
    /** Rents of rooms in shared homes. Costs 2 credits. */
    (...given: Parameters<FirstForm<'rents.hmo', Whole>>): ReturnType<FirstForm<'rents.hmo', Whole>>;
  };
  'rents.lha': {
    /** Local Housing Allowance rates. Costs 1 credit. */
    (...given: Parameters<FirstForm<'rents.lha', Whole>>): ReturnType<FirstForm<'rents.lha', Whole>>;
  };
  'rents.yields': {
    /** Rental yields in an area. Costs 2 credits. */
    (...given: Parameters<FirstForm<'rents.yields', Whole>>): ReturnType<FirstForm<'rents.yields', Whole>>;
  };
  'rents.demand': {
    /** Demand for rented homes in an area. Costs 2 credits. */
    (...given: Parameters<FirstForm<'rents.demand', Whole>>): ReturnType<FirstForm<'rents.demand', Whole>>;
  };
  'listings.search': {
    /** Search listings. Costs 1 credit. */
    (...given: Parameters<FirstForm<'listings.search', Whole>>): ReturnType<FirstForm<'listings.search', Whole>>;
  };
  'str.market': {
    /** Short lets in an area. Costs 3 credits. */
    (...given: Parameters<FirstForm<'str.market', Whole>>): ReturnType<FirstForm<'str.market', Whole>>;
  };
  'location.schools': {
    /** Schools nearby. Costs 1 credit. */
    (...given: Parameters<FirstForm<'location.schools', Whole>>): ReturnType<FirstForm<'location.schools', Whole>>;
  };
  'location.infrastructure': {
    /** Amenities, transport and broadband nearby. Costs 2 credits. */
    (...given: Parameters<FirstForm<'location.infrastructure', Whole>>): ReturnType<FirstForm<'location.infrastructure', Whole>>;
  };
  'risks.get': {
    /** Environmental risks of a property. Costs 1 credit for each of the types, 8 at most. */
    (...given: Parameters<FirstForm<'risks.get', Whole>>): ReturnType<FirstForm<'risks.get', Whole>>;
  };
  'prices.comparables_by_uprn': {
    /** Sales comparable with a property. Costs 5 credits. */
    (...given: Parameters<FirstForm<'prices.comparables_by_uprn', Whole>>): ReturnType<FirstForm<'prices.comparables_by_uprn', Whole>>;
  };
  'prices.comparables': {
    /** Comparable sales in an area. Costs 5 credits. */
    (...given: Parameters<FirstForm<'prices.comparables', Whole>>): ReturnType<FirstForm<'prices.comparables', Whole>>;
  };
  'prices.market': {
    /** Prices of an area. Costs 2 credits. */
    (...given: Parameters<FirstForm<'prices.market', Whole>>): ReturnType<FirstForm<'prices.market', Whole>>;
  };
  'location.profile': {
    /** Profile of an area. Costs 2 credits. */
    (...given: Parameters<FirstForm<'location.profile', Whole>>): ReturnType<FirstForm<'location.profile', Whole>>;
  };
  'planning.applications': {
    /** Planning applications nearby. Costs 2 credits. */
    (...given: Parameters<FirstForm<'planning.applications', Whole>>): ReturnType<FirstForm<'planning.applications', Whole>>;
  };
  'planning.hmo_register': {
    /** Licensed houses in multiple occupation nearby. Costs 2 credits. */
    (...given: Parameters<FirstForm<'planning.hmo_register', Whole>>): ReturnType<FirstForm<'planning.hmo_register', Whole>>;
  };
  'titles.get': {
    /** Company ownership of a title. Costs 3 credits. */
    (...given: Parameters<FirstForm<'titles.get', Whole>>): ReturnType<FirstForm<'titles.get', Whole>>;
  };
  'account.get': {
    /** Show the account and the key. Free. */
    (...given: Parameters<FirstForm<'account.get', Whole>>): ReturnType<FirstForm<'account.get', Whole>>;
  };
  'account.usage': {
    /** Show usage per endpoint. Free. */
    (...given: Parameters<FirstForm<'account.usage', Whole>>): ReturnType<FirstForm<'account.usage', Whole>>;
  };
  'status.get': {
    /** Show what is loaded and ready. Free. */
    (...given: Parameters<FirstForm<'status.get', Whole>>): ReturnType<FirstForm<'status.get', Whole>>;
  };
}
