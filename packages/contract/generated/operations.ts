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
      "hmlr-uprn-lookup",
      "os-open-uprn",
      "code-point-open",
      "onspd"
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
    "tool": "svc_valuation_sale",
    "exactly_one": null
  },
  {
    "id": "account.get",
    "method": "get",
    "path": "/account",
    "credits": 0,
    "credits_per": null,
    "datasets": [],
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
    "tool": "svc_api_status",
    "exactly_one": null
  }
];
