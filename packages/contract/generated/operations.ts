// Generated from openapi/ by scripts/operations.ts. Do not edit: run npm run generate.

export interface OperationEntry {
  id: OperationId;
  method: 'get' | 'post';
  path: string;
  /** Credits charged for a 2xx, the highest where the price depends on the request. */
  credits: number;
  /** Where the price depends on the request: `each` credits for each value of the array parameter. */
  credits_per: { parameter: string; each: number } | null;
  /** Datasets that the operation reads. */
  datasets: string[];
  /** Of each list one dataset must be loaded: without it the operation has no answer. */
  needs: string[][];
  /** Name of the MCP tool; null for a second method of the same operation. */
  tool: string | null;
  /** Groups of parameters of which a request names exactly one group. */
  exactly_one: string[][] | null;
}

export type OperationId =
  | 'addresses.search'
  | 'addresses.match'
  | 'properties.get'
  | 'valuations.sale'
  | 'valuations.rental'
  | 'valuations.hmo'
  | 'valuations.development_gdv'
  | 'valuations.str_estimate'
  | 'rents.long_term'
  | 'rents.hmo'
  | 'rents.lha'
  | 'rents.yields'
  | 'rents.demand'
  | 'listings.search'
  | 'str.market'
  | 'location.schools'
  | 'location.infrastructure'
  | 'risks.get'
  | 'prices.comparables_by_uprn'
  | 'prices.comparables'
  | 'prices.market'
  | 'location.profile'
  | 'planning.applications'
  | 'planning.hmo_register'
  | 'titles.get'
  | 'account.get'
  | 'account.usage'
  | 'status.get';

export const operationTable: OperationEntry[] = [
  {
    "id": "addresses.search",
    "method": "get",
    "path": "/addresses/search",
    "credits": 1,
    "credits_per": null,
    "datasets": [
      "address-list",
      "epc-domestic",
      "os-open-uprn",
      "code-point-open",
      "onspd"
    ],
    "needs": [
      [
        "address-list",
        "epc-domestic"
      ]
    ],
    "tool": "svc_search_address",
    "exactly_one": null
  },
  {
    "id": "addresses.match",
    "method": "post",
    "path": "/addresses/match",
    "credits": 1,
    "credits_per": null,
    "datasets": [
      "address-list",
      "epc-domestic",
      "os-open-uprn",
      "code-point-open",
      "onspd"
    ],
    "needs": [
      [
        "address-list",
        "epc-domestic"
      ]
    ],
    "tool": "svc_match_address",
    "exactly_one": null
  },
  {
    "id": "properties.get",
    "method": "get",
    "path": "/properties/{uprn}",
    "credits": 1,
    "credits_per": null,
    "datasets": [
      "address-list",
      "epc-domestic",
      "price-paid",
      "uk-hpi",
      "hmlr-uprn-lookup",
      "os-open-uprn",
      "code-point-open",
      "onspd",
      "planning-data",
      "flood-zones-england",
      "flood-zones-wales",
      "inspire-polygons"
    ],
    "needs": [
      [
        "address-list",
        "epc-domestic"
      ]
    ],
    "tool": "svc_get_property",
    "exactly_one": null
  },
  {
    "id": "valuations.sale",
    "method": "get",
    "path": "/valuations/{uprn}/sale",
    "credits": 3,
    "credits_per": null,
    "datasets": [
      "price-paid",
      "hmlr-uprn-lookup",
      "epc-domestic",
      "uk-hpi",
      "code-point-open",
      "onspd",
      "address-list",
      "os-open-uprn"
    ],
    "needs": [
      [
        "address-list",
        "epc-domestic"
      ],
      [
        "price-paid"
      ]
    ],
    "tool": "svc_valuation_sale",
    "exactly_one": null
  },
  {
    "id": "valuations.rental",
    "method": "get",
    "path": "/valuations/{uprn}/rental",
    "credits": 3,
    "credits_per": null,
    "datasets": [
      "operator-lettings",
      "private-rents",
      "lha-list-of-rents",
      "lha-rates",
      "price-paid",
      "hmlr-uprn-lookup",
      "uk-hpi",
      "epc-domestic",
      "code-point-open",
      "onspd",
      "address-list",
      "os-open-uprn",
      "brma-lookup",
      "brma-boundaries"
    ],
    "needs": [
      [
        "address-list",
        "epc-domestic"
      ],
      [
        "operator-lettings",
        "private-rents",
        "lha-list-of-rents",
        "lha-rates"
      ]
    ],
    "tool": "svc_valuation_rental",
    "exactly_one": null
  },
  {
    "id": "valuations.hmo",
    "method": "get",
    "path": "/valuations/{uprn}/hmo",
    "credits": 5,
    "credits_per": null,
    "datasets": [
      "operator-lettings",
      "lha-list-of-rents",
      "lha-rates",
      "private-rents",
      "planning-data",
      "price-paid",
      "hmlr-uprn-lookup",
      "uk-hpi",
      "epc-domestic",
      "code-point-open",
      "onspd",
      "address-list",
      "os-open-uprn",
      "brma-lookup",
      "brma-boundaries"
    ],
    "needs": [
      [
        "address-list",
        "epc-domestic"
      ],
      [
        "operator-lettings",
        "lha-list-of-rents",
        "lha-rates"
      ]
    ],
    "tool": "svc_valuation_hmo",
    "exactly_one": null
  },
  {
    "id": "valuations.development_gdv",
    "method": "post",
    "path": "/valuations/development-gdv",
    "credits": 5,
    "credits_per": null,
    "datasets": [
      "price-paid",
      "epc-domestic",
      "uk-hpi",
      "private-rents",
      "hmlr-uprn-lookup",
      "code-point-open",
      "onspd",
      "address-list",
      "os-open-uprn",
      "brma-lookup",
      "brma-boundaries"
    ],
    "needs": [
      [
        "price-paid",
        "uk-hpi"
      ]
    ],
    "tool": "svc_valuation_development_gdv",
    "exactly_one": [
      [
        "uprn"
      ],
      [
        "postcode"
      ],
      [
        "outcode"
      ],
      [
        "lat",
        "lng"
      ],
      [
        "polygon"
      ]
    ]
  },
  {
    "id": "valuations.str_estimate",
    "method": "post",
    "path": "/valuations/str-estimate",
    "credits": 50,
    "credits_per": null,
    "datasets": [
      "airbnb-listings",
      "airbnb-reviews",
      "private-rents",
      "epc-domestic",
      "code-point-open",
      "onspd",
      "address-list",
      "os-open-uprn",
      "brma-lookup",
      "brma-boundaries"
    ],
    "needs": [
      [
        "airbnb-listings"
      ]
    ],
    "tool": "svc_str_revenue_estimate",
    "exactly_one": [
      [
        "uprn"
      ],
      [
        "postcode"
      ],
      [
        "lat",
        "lng"
      ]
    ]
  },
  {
    "id": "rents.long_term",
    "method": "get",
    "path": "/rents/long-term",
    "credits": 2,
    "credits_per": null,
    "datasets": [
      "operator-lettings",
      "lha-list-of-rents",
      "private-rents",
      "lha-rates",
      "code-point-open",
      "onspd",
      "address-list",
      "os-open-uprn",
      "brma-lookup",
      "brma-boundaries"
    ],
    "needs": [
      [
        "operator-lettings",
        "lha-list-of-rents",
        "private-rents"
      ]
    ],
    "tool": "svc_rents_long_term",
    "exactly_one": [
      [
        "uprn"
      ],
      [
        "postcode"
      ],
      [
        "outcode"
      ],
      [
        "lat",
        "lng"
      ],
      [
        "polygon"
      ]
    ]
  },
  {
    "id": "rents.hmo",
    "method": "get",
    "path": "/rents/hmo",
    "credits": 2,
    "credits_per": null,
    "datasets": [
      "operator-lettings",
      "lha-list-of-rents",
      "lha-rates",
      "code-point-open",
      "onspd",
      "address-list",
      "os-open-uprn",
      "brma-lookup",
      "brma-boundaries"
    ],
    "needs": [
      [
        "operator-lettings",
        "lha-list-of-rents",
        "lha-rates"
      ]
    ],
    "tool": "svc_rents_hmo",
    "exactly_one": [
      [
        "uprn"
      ],
      [
        "postcode"
      ],
      [
        "outcode"
      ],
      [
        "lat",
        "lng"
      ],
      [
        "polygon"
      ]
    ]
  },
  {
    "id": "rents.lha",
    "method": "get",
    "path": "/rents/lha",
    "credits": 1,
    "credits_per": null,
    "datasets": [
      "lha-rates",
      "code-point-open",
      "onspd",
      "address-list",
      "os-open-uprn",
      "brma-lookup",
      "brma-boundaries"
    ],
    "needs": [
      [
        "lha-rates"
      ]
    ],
    "tool": "svc_rents_lha",
    "exactly_one": [
      [
        "uprn"
      ],
      [
        "postcode"
      ],
      [
        "outcode"
      ],
      [
        "lat",
        "lng"
      ],
      [
        "polygon"
      ]
    ]
  },
  {
    "id": "rents.yields",
    "method": "get",
    "path": "/rents/yields",
    "credits": 2,
    "credits_per": null,
    "datasets": [
      "price-paid",
      "operator-lettings",
      "listings-blm",
      "listings-rtdf",
      "listings-zpg",
      "listings-csv",
      "lha-list-of-rents",
      "private-rents",
      "uk-hpi",
      "epc-domestic",
      "hmlr-uprn-lookup",
      "code-point-open",
      "onspd",
      "address-list",
      "os-open-uprn",
      "brma-lookup",
      "brma-boundaries"
    ],
    "needs": [
      [
        "price-paid",
        "listings-blm",
        "listings-rtdf",
        "listings-zpg",
        "listings-csv",
        "uk-hpi"
      ],
      [
        "operator-lettings",
        "lha-list-of-rents",
        "private-rents"
      ]
    ],
    "tool": "svc_rents_yields",
    "exactly_one": [
      [
        "uprn"
      ],
      [
        "postcode"
      ],
      [
        "outcode"
      ],
      [
        "lat",
        "lng"
      ],
      [
        "polygon"
      ]
    ]
  },
  {
    "id": "rents.demand",
    "method": "get",
    "path": "/rents/demand",
    "credits": 2,
    "credits_per": null,
    "datasets": [
      "operator-lettings",
      "listings-blm",
      "listings-rtdf",
      "listings-zpg",
      "listings-csv",
      "private-rents",
      "lha-rates",
      "census-2021",
      "census-2022",
      "hmo-register",
      "code-point-open",
      "onspd",
      "address-list",
      "os-open-uprn",
      "brma-lookup",
      "brma-boundaries"
    ],
    "needs": [
      [
        "operator-lettings",
        "listings-blm",
        "listings-rtdf",
        "listings-zpg",
        "listings-csv",
        "private-rents"
      ]
    ],
    "tool": "svc_rents_demand",
    "exactly_one": [
      [
        "uprn"
      ],
      [
        "postcode"
      ],
      [
        "outcode"
      ],
      [
        "lat",
        "lng"
      ],
      [
        "polygon"
      ]
    ]
  },
  {
    "id": "listings.search",
    "method": "get",
    "path": "/listings",
    "credits": 1,
    "credits_per": null,
    "datasets": [
      "listings-blm",
      "listings-rtdf",
      "listings-zpg",
      "listings-csv",
      "private-rents",
      "code-point-open",
      "onspd",
      "address-list",
      "os-open-uprn",
      "brma-lookup",
      "brma-boundaries"
    ],
    "needs": [
      [
        "listings-blm",
        "listings-rtdf",
        "listings-zpg",
        "listings-csv"
      ]
    ],
    "tool": "svc_search_listings",
    "exactly_one": null
  },
  {
    "id": "str.market",
    "method": "get",
    "path": "/str/market",
    "credits": 3,
    "credits_per": null,
    "datasets": [
      "airbnb-listings",
      "code-point-open",
      "onspd",
      "address-list",
      "os-open-uprn"
    ],
    "needs": [
      [
        "airbnb-listings"
      ]
    ],
    "tool": "svc_str_market",
    "exactly_one": [
      [
        "uprn"
      ],
      [
        "postcode"
      ],
      [
        "outcode"
      ],
      [
        "lat",
        "lng"
      ],
      [
        "polygon"
      ]
    ]
  },
  {
    "id": "location.schools",
    "method": "get",
    "path": "/location/schools",
    "credits": 1,
    "credits_per": null,
    "datasets": [
      "gias",
      "ofsted",
      "schools-scotland",
      "schools-wales",
      "code-point-open",
      "onspd",
      "address-list",
      "os-open-uprn"
    ],
    "needs": [
      [
        "gias",
        "schools-scotland",
        "schools-wales"
      ]
    ],
    "tool": "svc_nearby_schools",
    "exactly_one": [
      [
        "uprn"
      ],
      [
        "postcode"
      ],
      [
        "outcode"
      ],
      [
        "lat",
        "lng"
      ],
      [
        "polygon"
      ]
    ]
  },
  {
    "id": "location.infrastructure",
    "method": "get",
    "path": "/location/infrastructure",
    "credits": 2,
    "credits_per": null,
    "datasets": [
      "naptan",
      "nhs-ods",
      "nhs-scotland",
      "retail-points",
      "gias",
      "schools-scotland",
      "schools-wales",
      "osm-points",
      "ofcom-broadband",
      "code-point-open",
      "onspd",
      "address-list",
      "os-open-uprn"
    ],
    "needs": [
      [
        "naptan",
        "nhs-ods",
        "nhs-scotland",
        "retail-points",
        "gias",
        "schools-scotland",
        "schools-wales",
        "osm-points",
        "ofcom-broadband"
      ]
    ],
    "tool": "svc_nearby_infrastructure",
    "exactly_one": [
      [
        "uprn"
      ],
      [
        "postcode"
      ],
      [
        "outcode"
      ],
      [
        "lat",
        "lng"
      ],
      [
        "polygon"
      ]
    ]
  },
  {
    "id": "risks.get",
    "method": "get",
    "path": "/risks/{uprn}",
    "credits": 8,
    "credits_per": {
      "parameter": "types",
      "each": 1
    },
    "datasets": [
      "flood-risk-england",
      "flood-risk-wales",
      "flood-risk-scotland",
      "coastal-erosion",
      "radon",
      "coal-mining",
      "historic-landfill",
      "historic-landfill-wales",
      "noise",
      "noise-wales",
      "noise-scotland",
      "air-quality-areas",
      "planning-data",
      "address-list",
      "os-open-uprn",
      "onspd",
      "code-point-open"
    ],
    "needs": [
      [
        "flood-risk-england",
        "flood-risk-wales",
        "flood-risk-scotland",
        "coastal-erosion",
        "radon",
        "coal-mining",
        "historic-landfill",
        "historic-landfill-wales",
        "noise",
        "noise-wales",
        "noise-scotland",
        "air-quality-areas",
        "planning-data"
      ]
    ],
    "tool": "svc_property_risks",
    "exactly_one": null
  },
  {
    "id": "prices.comparables_by_uprn",
    "method": "get",
    "path": "/prices/{uprn}/comparables",
    "credits": 5,
    "credits_per": null,
    "datasets": [
      "price-paid",
      "uk-hpi",
      "epc-domestic",
      "hmlr-uprn-lookup",
      "code-point-open",
      "onspd",
      "address-list",
      "os-open-uprn"
    ],
    "needs": [
      [
        "address-list",
        "epc-domestic"
      ],
      [
        "price-paid"
      ]
    ],
    "tool": "svc_comparables_by_uprn",
    "exactly_one": null
  },
  {
    "id": "prices.comparables",
    "method": "get",
    "path": "/prices/comparables",
    "credits": 5,
    "credits_per": null,
    "datasets": [
      "price-paid",
      "uk-hpi",
      "epc-domestic",
      "hmlr-uprn-lookup",
      "code-point-open",
      "onspd",
      "address-list",
      "os-open-uprn"
    ],
    "needs": [
      [
        "price-paid"
      ]
    ],
    "tool": "svc_comparables_by_location",
    "exactly_one": [
      [
        "uprn"
      ],
      [
        "postcode"
      ],
      [
        "outcode"
      ],
      [
        "lat",
        "lng"
      ],
      [
        "polygon"
      ]
    ]
  },
  {
    "id": "prices.market",
    "method": "get",
    "path": "/prices/market",
    "credits": 2,
    "credits_per": null,
    "datasets": [
      "price-paid",
      "uk-hpi",
      "epc-domestic",
      "hmlr-uprn-lookup",
      "code-point-open",
      "onspd",
      "address-list",
      "os-open-uprn"
    ],
    "needs": [
      [
        "price-paid"
      ]
    ],
    "tool": "svc_area_market_prices",
    "exactly_one": [
      [
        "uprn"
      ],
      [
        "postcode"
      ],
      [
        "outcode"
      ],
      [
        "lat",
        "lng"
      ],
      [
        "polygon"
      ]
    ]
  },
  {
    "id": "location.profile",
    "method": "get",
    "path": "/location/profile",
    "credits": 2,
    "credits_per": null,
    "datasets": [
      "census-2021",
      "census-2022",
      "deprivation-england",
      "deprivation-wales",
      "deprivation-scotland",
      "police-crime",
      "council-tax-bands",
      "urban-rural",
      "small-area-income",
      "ofcom-broadband",
      "area-changes",
      "onspd",
      "code-point-open",
      "address-list",
      "os-open-uprn"
    ],
    "needs": [
      [
        "census-2021",
        "census-2022",
        "deprivation-england",
        "deprivation-wales",
        "deprivation-scotland",
        "police-crime",
        "council-tax-bands",
        "urban-rural",
        "small-area-income",
        "ofcom-broadband"
      ]
    ],
    "tool": "svc_area_profile",
    "exactly_one": [
      [
        "uprn"
      ],
      [
        "postcode"
      ],
      [
        "outcode"
      ],
      [
        "lat",
        "lng"
      ],
      [
        "polygon"
      ]
    ]
  },
  {
    "id": "planning.applications",
    "method": "get",
    "path": "/planning/applications",
    "credits": 2,
    "credits_per": null,
    "datasets": [
      "planning-applications",
      "address-list",
      "os-open-uprn",
      "onspd",
      "code-point-open"
    ],
    "needs": [
      [
        "planning-applications"
      ]
    ],
    "tool": "svc_planning_applications",
    "exactly_one": [
      [
        "uprn"
      ],
      [
        "postcode"
      ],
      [
        "outcode"
      ],
      [
        "lat",
        "lng"
      ],
      [
        "polygon"
      ]
    ]
  },
  {
    "id": "planning.hmo_register",
    "method": "get",
    "path": "/planning/hmo-register",
    "credits": 2,
    "credits_per": null,
    "datasets": [
      "hmo-register",
      "planning-data",
      "address-list",
      "os-open-uprn",
      "epc-domestic",
      "onspd",
      "code-point-open"
    ],
    "needs": [
      [
        "hmo-register"
      ]
    ],
    "tool": "svc_hmo_register",
    "exactly_one": [
      [
        "uprn"
      ],
      [
        "postcode"
      ],
      [
        "outcode"
      ],
      [
        "lat",
        "lng"
      ],
      [
        "polygon"
      ]
    ]
  },
  {
    "id": "titles.get",
    "method": "get",
    "path": "/property/title/{title_number}",
    "credits": 3,
    "credits_per": null,
    "datasets": [
      "ccod",
      "ocod",
      "address-list",
      "epc-domestic"
    ],
    "needs": [
      [
        "ccod",
        "ocod"
      ]
    ],
    "tool": "svc_property_title",
    "exactly_one": null
  },
  {
    "id": "account.get",
    "method": "get",
    "path": "/account",
    "credits": 0,
    "credits_per": null,
    "datasets": [],
    "needs": [],
    "tool": "svc_account_info",
    "exactly_one": null
  },
  {
    "id": "account.usage",
    "method": "get",
    "path": "/account/usage",
    "credits": 0,
    "credits_per": null,
    "datasets": [],
    "needs": [],
    "tool": "svc_account_usage",
    "exactly_one": null
  },
  {
    "id": "status.get",
    "method": "get",
    "path": "/status",
    "credits": 0,
    "credits_per": null,
    "datasets": [],
    "needs": [],
    "tool": "svc_api_status",
    "exactly_one": null
  }
];
