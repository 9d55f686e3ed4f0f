// Generated from openapi/ by scripts/mcp-tools.ts. Do not edit: run npm run generate.

import svc_search_address from './svc_search_address.json' with { type: 'json' };
import svc_match_address from './svc_match_address.json' with { type: 'json' };
import svc_get_property from './svc_get_property.json' with { type: 'json' };
import svc_valuation_sale from './svc_valuation_sale.json' with { type: 'json' };
import svc_valuation_rental from './svc_valuation_rental.json' with { type: 'json' };
import svc_valuation_hmo from './svc_valuation_hmo.json' with { type: 'json' };
import svc_valuation_development_gdv from './svc_valuation_development_gdv.json' with { type: 'json' };
import svc_str_revenue_estimate from './svc_str_revenue_estimate.json' with { type: 'json' };
import svc_rents_long_term from './svc_rents_long_term.json' with { type: 'json' };
import svc_rents_hmo from './svc_rents_hmo.json' with { type: 'json' };
import svc_rents_lha from './svc_rents_lha.json' with { type: 'json' };
import svc_rents_yields from './svc_rents_yields.json' with { type: 'json' };
import svc_rents_demand from './svc_rents_demand.json' with { type: 'json' };
import svc_search_listings from './svc_search_listings.json' with { type: 'json' };
import svc_str_market from './svc_str_market.json' with { type: 'json' };
import svc_nearby_schools from './svc_nearby_schools.json' with { type: 'json' };
import svc_nearby_infrastructure from './svc_nearby_infrastructure.json' with { type: 'json' };
import svc_property_risks from './svc_property_risks.json' with { type: 'json' };
import svc_comparables_by_uprn from './svc_comparables_by_uprn.json' with { type: 'json' };
import svc_comparables_by_location from './svc_comparables_by_location.json' with { type: 'json' };
import svc_area_market_prices from './svc_area_market_prices.json' with { type: 'json' };
import svc_area_profile from './svc_area_profile.json' with { type: 'json' };
import svc_planning_applications from './svc_planning_applications.json' with { type: 'json' };
import svc_hmo_register from './svc_hmo_register.json' with { type: 'json' };
import svc_property_title from './svc_property_title.json' with { type: 'json' };
import svc_account_info from './svc_account_info.json' with { type: 'json' };
import svc_account_usage from './svc_account_usage.json' with { type: 'json' };
import svc_api_status from './svc_api_status.json' with { type: 'json' };

/** Where an argument goes in the REST call. */
export type ArgumentPlace = 'path' | 'query' | 'query_list' | 'query_json' | 'body';

export interface ToolTarget {
  tool: string;
  operation: string;
  method: 'get' | 'post';
  path: string;
  credits: number;
  places: Record<string, ArgumentPlace>;
}

export const tools = [svc_search_address, svc_match_address, svc_get_property, svc_valuation_sale, svc_valuation_rental, svc_valuation_hmo, svc_valuation_development_gdv, svc_str_revenue_estimate, svc_rents_long_term, svc_rents_hmo, svc_rents_lha, svc_rents_yields, svc_rents_demand, svc_search_listings, svc_str_market, svc_nearby_schools, svc_nearby_infrastructure, svc_property_risks, svc_comparables_by_uprn, svc_comparables_by_location, svc_area_market_prices, svc_area_profile, svc_planning_applications, svc_hmo_register, svc_property_title, svc_account_info, svc_account_usage, svc_api_status];

export const targets: ToolTarget[] = [
  {
    "tool": "svc_search_address",
    "operation": "addresses.search",
    "method": "get",
    "path": "/addresses/search",
    "credits": 1,
    "places": {
      "q": "query",
      "limit": "query",
      "postcode": "query",
      "outcode": "query",
      "country": "query",
      "min_score": "query",
      "quote": "query"
    }
  },
  {
    "tool": "svc_match_address",
    "operation": "addresses.match",
    "method": "post",
    "path": "/addresses/match",
    "credits": 1,
    "places": {
      "quote": "query",
      "address": "body",
      "postcode": "body"
    }
  },
  {
    "tool": "svc_get_property",
    "operation": "properties.get",
    "method": "get",
    "path": "/properties/{uprn}",
    "credits": 1,
    "places": {
      "uprn": "path",
      "fields": "query_list",
      "include": "query_list",
      "quote": "query"
    }
  },
  {
    "tool": "svc_valuation_sale",
    "operation": "valuations.sale",
    "method": "get",
    "path": "/valuations/{uprn}/sale",
    "credits": 3,
    "places": {
      "uprn": "path",
      "as_of": "query",
      "property_type": "query",
      "floor_area_sqm": "query",
      "bedrooms": "query",
      "tenure": "query",
      "new_build": "query",
      "include": "query_list",
      "quote": "query"
    }
  },
  {
    "tool": "svc_valuation_rental",
    "operation": "valuations.rental",
    "method": "get",
    "path": "/valuations/{uprn}/rental",
    "credits": 3,
    "places": {
      "uprn": "path",
      "bedrooms": "query",
      "property_type": "query",
      "months": "query",
      "max_radius_m": "query",
      "quote": "query"
    }
  },
  {
    "tool": "svc_valuation_hmo",
    "operation": "valuations.hmo",
    "method": "get",
    "path": "/valuations/{uprn}/hmo",
    "credits": 5,
    "places": {
      "uprn": "path",
      "finish_quality": "query",
      "living_room": "query",
      "parking": "query",
      "outside_space": "query",
      "rooms": "query",
      "double_ensuite": "query",
      "double": "query",
      "single_ensuite": "query",
      "single": "query",
      "occupancy_pct": "query",
      "cost_pct": "query",
      "target_yield_pct": "query",
      "quote": "query"
    }
  },
  {
    "tool": "svc_valuation_development_gdv",
    "operation": "valuations.development_gdv",
    "method": "post",
    "path": "/valuations/development-gdv",
    "credits": 5,
    "places": {
      "quote": "query",
      "uprn": "body",
      "postcode": "body",
      "outcode": "body",
      "lat": "body",
      "lng": "body",
      "radius_m": "body",
      "polygon": "body",
      "units": "body",
      "finish_quality": "body",
      "new_build": "body",
      "allow_partial": "body",
      "widen": "body"
    }
  },
  {
    "tool": "svc_str_revenue_estimate",
    "operation": "valuations.str_estimate",
    "method": "post",
    "path": "/valuations/str-estimate",
    "credits": 50,
    "places": {
      "quote": "body",
      "uprn": "body",
      "postcode": "body",
      "lat": "body",
      "lng": "body",
      "bedrooms": "body",
      "bathrooms": "body",
      "property_type": "body",
      "guests": "body",
      "finish_quality": "body",
      "include_comparables": "body"
    }
  },
  {
    "tool": "svc_rents_long_term",
    "operation": "rents.long_term",
    "method": "get",
    "path": "/rents/long-term",
    "credits": 2,
    "places": {
      "uprn": "query",
      "postcode": "query",
      "outcode": "query",
      "lat": "query",
      "lng": "query",
      "radius_m": "query",
      "polygon": "query_json",
      "bedrooms": "query",
      "property_type": "query",
      "months": "query",
      "history_months": "query",
      "widen": "query",
      "quote": "query"
    }
  },
  {
    "tool": "svc_rents_hmo",
    "operation": "rents.hmo",
    "method": "get",
    "path": "/rents/hmo",
    "credits": 2,
    "places": {
      "uprn": "query",
      "postcode": "query",
      "outcode": "query",
      "lat": "query",
      "lng": "query",
      "radius_m": "query",
      "polygon": "query_json",
      "room_type": "query",
      "months": "query",
      "widen": "query",
      "quote": "query"
    }
  },
  {
    "tool": "svc_rents_lha",
    "operation": "rents.lha",
    "method": "get",
    "path": "/rents/lha",
    "credits": 1,
    "places": {
      "uprn": "query",
      "postcode": "query",
      "outcode": "query",
      "lat": "query",
      "lng": "query",
      "radius_m": "query",
      "polygon": "query_json",
      "bedrooms": "query",
      "category": "query",
      "year": "query",
      "quote": "query"
    }
  },
  {
    "tool": "svc_rents_yields",
    "operation": "rents.yields",
    "method": "get",
    "path": "/rents/yields",
    "credits": 2,
    "places": {
      "uprn": "query",
      "postcode": "query",
      "outcode": "query",
      "lat": "query",
      "lng": "query",
      "radius_m": "query",
      "polygon": "query_json",
      "bedrooms": "query",
      "property_type": "query",
      "price_basis": "query",
      "months": "query",
      "cost_pct": "query",
      "widen": "query",
      "quote": "query"
    }
  },
  {
    "tool": "svc_rents_demand",
    "operation": "rents.demand",
    "method": "get",
    "path": "/rents/demand",
    "credits": 2,
    "places": {
      "uprn": "query",
      "postcode": "query",
      "outcode": "query",
      "lat": "query",
      "lng": "query",
      "radius_m": "query",
      "polygon": "query_json",
      "bedrooms": "query",
      "widen": "query",
      "quote": "query"
    }
  },
  {
    "tool": "svc_search_listings",
    "operation": "listings.search",
    "method": "get",
    "path": "/listings",
    "credits": 1,
    "places": {
      "listing_type": "query",
      "uprn": "query",
      "postcode": "query",
      "outcode": "query",
      "lat": "query",
      "lng": "query",
      "radius_m": "query",
      "polygon": "query_json",
      "min_price": "query",
      "max_price": "query",
      "min_bedrooms": "query",
      "max_bedrooms": "query",
      "property_type": "query",
      "min_yield_pct": "query",
      "status": "query",
      "added_since": "query",
      "reduced": "query",
      "q": "query",
      "sort": "query",
      "limit": "query",
      "cursor": "query",
      "quote": "query"
    }
  },
  {
    "tool": "svc_str_market",
    "operation": "str.market",
    "method": "get",
    "path": "/str/market",
    "credits": 3,
    "places": {
      "uprn": "query",
      "postcode": "query",
      "outcode": "query",
      "lat": "query",
      "lng": "query",
      "radius_m": "query",
      "polygon": "query_json",
      "listing_type": "query",
      "bedrooms": "query",
      "months": "query",
      "widen": "query",
      "quote": "query"
    }
  },
  {
    "tool": "svc_nearby_schools",
    "operation": "location.schools",
    "method": "get",
    "path": "/location/schools",
    "credits": 1,
    "places": {
      "uprn": "query",
      "postcode": "query",
      "outcode": "query",
      "lat": "query",
      "lng": "query",
      "polygon": "query_json",
      "radius_m": "query",
      "phase": "query",
      "sector": "query",
      "limit": "query",
      "quote": "query"
    }
  },
  {
    "tool": "svc_nearby_infrastructure",
    "operation": "location.infrastructure",
    "method": "get",
    "path": "/location/infrastructure",
    "credits": 2,
    "places": {
      "uprn": "query",
      "postcode": "query",
      "outcode": "query",
      "lat": "query",
      "lng": "query",
      "polygon": "query_json",
      "radius_m": "query",
      "categories": "query_list",
      "limit": "query",
      "quote": "query"
    }
  },
  {
    "tool": "svc_property_risks",
    "operation": "risks.get",
    "method": "get",
    "path": "/risks/{uprn}",
    "credits": 8,
    "places": {
      "uprn": "path",
      "types": "query_list",
      "quote": "query"
    }
  },
  {
    "tool": "svc_comparables_by_uprn",
    "operation": "prices.comparables_by_uprn",
    "method": "get",
    "path": "/prices/{uprn}/comparables",
    "credits": 5,
    "places": {
      "uprn": "path",
      "property_type": "query",
      "tenure": "query",
      "new_build": "query",
      "category": "query",
      "months": "query",
      "max_radius_m": "query",
      "bedrooms_min": "query",
      "bedrooms_max": "query",
      "sort": "query",
      "floor_area_tolerance_pct": "query",
      "limit": "query",
      "quote": "query"
    }
  },
  {
    "tool": "svc_comparables_by_location",
    "operation": "prices.comparables",
    "method": "get",
    "path": "/prices/comparables",
    "credits": 5,
    "places": {
      "uprn": "query",
      "postcode": "query",
      "outcode": "query",
      "lat": "query",
      "lng": "query",
      "radius_m": "query",
      "polygon": "query_json",
      "property_type": "query",
      "tenure": "query",
      "new_build": "query",
      "category": "query",
      "months": "query",
      "max_radius_m": "query",
      "bedrooms_min": "query",
      "bedrooms_max": "query",
      "sort": "query",
      "limit": "query",
      "widen": "query",
      "quote": "query"
    }
  },
  {
    "tool": "svc_area_market_prices",
    "operation": "prices.market",
    "method": "get",
    "path": "/prices/market",
    "credits": 2,
    "places": {
      "uprn": "query",
      "postcode": "query",
      "outcode": "query",
      "lat": "query",
      "lng": "query",
      "radius_m": "query",
      "polygon": "query_json",
      "property_type": "query",
      "tenure": "query",
      "new_build": "query",
      "category": "query",
      "months": "query",
      "history_months": "query",
      "widen": "query",
      "quote": "query"
    }
  },
  {
    "tool": "svc_area_profile",
    "operation": "location.profile",
    "method": "get",
    "path": "/location/profile",
    "credits": 2,
    "places": {
      "uprn": "query",
      "postcode": "query",
      "outcode": "query",
      "lat": "query",
      "lng": "query",
      "polygon": "query_json",
      "radius_m": "query",
      "sections": "query_list",
      "quote": "query"
    }
  },
  {
    "tool": "svc_planning_applications",
    "operation": "planning.applications",
    "method": "get",
    "path": "/planning/applications",
    "credits": 2,
    "places": {
      "uprn": "query",
      "postcode": "query",
      "outcode": "query",
      "lat": "query",
      "lng": "query",
      "polygon": "query_json",
      "radius_m": "query",
      "days": "query",
      "status": "query",
      "type": "query",
      "decided_since": "query",
      "q": "query",
      "limit": "query",
      "cursor": "query",
      "quote": "query"
    }
  },
  {
    "tool": "svc_hmo_register",
    "operation": "planning.hmo_register",
    "method": "get",
    "path": "/planning/hmo-register",
    "credits": 2,
    "places": {
      "uprn": "query",
      "postcode": "query",
      "outcode": "query",
      "lat": "query",
      "lng": "query",
      "polygon": "query_json",
      "radius_m": "query",
      "licence_type": "query",
      "status": "query",
      "expiring_within_days": "query",
      "limit": "query",
      "cursor": "query",
      "quote": "query"
    }
  },
  {
    "tool": "svc_property_title",
    "operation": "titles.get",
    "method": "get",
    "path": "/property/title/{title_number}",
    "credits": 3,
    "places": {
      "title_number": "path",
      "quote": "query"
    }
  },
  {
    "tool": "svc_account_info",
    "operation": "account.get",
    "method": "get",
    "path": "/account",
    "credits": 0,
    "places": {}
  },
  {
    "tool": "svc_account_usage",
    "operation": "account.usage",
    "method": "get",
    "path": "/account/usage",
    "credits": 0,
    "places": {
      "from": "query",
      "to": "query"
    }
  },
  {
    "tool": "svc_api_status",
    "operation": "status.get",
    "method": "get",
    "path": "/status",
    "credits": 0,
    "places": {
      "datasets": "query_list"
    }
  }
] as ToolTarget[];
