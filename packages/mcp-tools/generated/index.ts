// Generated from openapi/ by scripts/mcp-tools.ts. Do not edit: run npm run generate.

import svc_search_address from './svc_search_address.json' with { type: 'json' };
import svc_match_address from './svc_match_address.json' with { type: 'json' };
import svc_get_property from './svc_get_property.json' with { type: 'json' };
import svc_valuation_sale from './svc_valuation_sale.json' with { type: 'json' };
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

export const tools = [svc_search_address, svc_match_address, svc_get_property, svc_valuation_sale, svc_account_info, svc_account_usage, svc_api_status];

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
      "min_score": "query"
    }
  },
  {
    "tool": "svc_match_address",
    "operation": "addresses.match",
    "method": "post",
    "path": "/addresses/match",
    "credits": 1,
    "places": {
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
      "include": "query_list"
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
      "include": "query_list"
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
      "to": "query",
      "group_by": "query"
    }
  },
  {
    "tool": "svc_api_status",
    "operation": "status.get",
    "method": "get",
    "path": "/status",
    "credits": 0,
    "places": {}
  }
] as ToolTarget[];
