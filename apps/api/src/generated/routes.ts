// Generated from openapi/ by scripts/routes.ts. Do not edit: run npm run generate.

import { search as addressesSearch } from '../domains/addresses/search.ts';
import { match as addressesMatch } from '../domains/addresses/match.ts';
import { get as propertiesGet } from '../domains/properties/get.ts';
import { sale as valuationsSale } from '../domains/valuations/sale.ts';
import { get as accountGet } from '../domains/account/get.ts';
import { usage as accountUsage } from '../domains/account/usage.ts';
import { get as statusGet } from '../domains/status/get.ts';
import type { Handlers } from '../http/handler.ts';

export const handlers: Handlers = {
  'addresses.search': addressesSearch,
  'addresses.match': addressesMatch,
  'properties.get': propertiesGet,
  'valuations.sale': valuationsSale,
  'account.get': accountGet,
  'account.usage': accountUsage,
  'status.get': statusGet,
};
