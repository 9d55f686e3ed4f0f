// Generated from openapi/ by scripts/routes.ts. Do not edit: run npm run generate.

import { search as addressesSearch } from '../domains/addresses/search.ts';
import { match as addressesMatch } from '../domains/addresses/match.ts';
import { get as propertiesGet } from '../domains/properties/get.ts';
import { sale as valuationsSale } from '../domains/valuations/sale.ts';
import { rental as valuationsRental } from '../domains/valuations/rental.ts';
import { hmo as valuationsHmo } from '../domains/valuations/hmo.ts';
import { developmentGdv as valuationsDevelopmentGdv } from '../domains/valuations/development-gdv.ts';
import { strEstimate as valuationsStrEstimate } from '../domains/valuations/str-estimate.ts';
import { longTerm as rentsLongTerm } from '../domains/rents/long-term.ts';
import { hmo as rentsHmo } from '../domains/rents/hmo.ts';
import { lha as rentsLha } from '../domains/rents/lha.ts';
import { yields as rentsYields } from '../domains/rents/yields.ts';
import { demand as rentsDemand } from '../domains/rents/demand.ts';
import { search as listingsSearch } from '../domains/listings/search.ts';
import { market as strMarket } from '../domains/str/market.ts';
import { schools as locationSchools } from '../domains/location/schools.ts';
import { infrastructure as locationInfrastructure } from '../domains/location/infrastructure.ts';
import { get as risksGet } from '../domains/risks/get.ts';
import { comparablesByUprn as pricesComparablesByUprn } from '../domains/prices/comparables-by-uprn.ts';
import { comparables as pricesComparables } from '../domains/prices/comparables.ts';
import { market as pricesMarket } from '../domains/prices/market.ts';
import { profile as locationProfile } from '../domains/location/profile.ts';
import { applications as planningApplications } from '../domains/planning/applications.ts';
import { hmoRegister as planningHmoRegister } from '../domains/planning/hmo-register.ts';
import { get as titlesGet } from '../domains/titles/get.ts';
import { get as accountGet } from '../domains/account/get.ts';
import { usage as accountUsage } from '../domains/account/usage.ts';
import { get as statusGet } from '../domains/status/get.ts';
import type { Handlers } from '../http/handler.ts';

export const handlers: Handlers = {
  'addresses.search': addressesSearch,
  'addresses.match': addressesMatch,
  'properties.get': propertiesGet,
  'valuations.sale': valuationsSale,
  'valuations.rental': valuationsRental,
  'valuations.hmo': valuationsHmo,
  'valuations.development_gdv': valuationsDevelopmentGdv,
  'valuations.str_estimate': valuationsStrEstimate,
  'rents.long_term': rentsLongTerm,
  'rents.hmo': rentsHmo,
  'rents.lha': rentsLha,
  'rents.yields': rentsYields,
  'rents.demand': rentsDemand,
  'listings.search': listingsSearch,
  'str.market': strMarket,
  'location.schools': locationSchools,
  'location.infrastructure': locationInfrastructure,
  'risks.get': risksGet,
  'prices.comparables_by_uprn': pricesComparablesByUprn,
  'prices.comparables': pricesComparables,
  'prices.market': pricesMarket,
  'location.profile': locationProfile,
  'planning.applications': planningApplications,
  'planning.hmo_register': planningHmoRegister,
  'titles.get': titlesGet,
  'account.get': accountGet,
  'account.usage': accountUsage,
  'status.get': statusGet,
};
