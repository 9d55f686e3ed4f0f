// Generated from openapi/ by scripts/sdk.ts. Do not edit: run npm run generate.

import { operation, type Runtime } from '../runtime.ts';

export function operations(runtime: Runtime) {
  const addresses = {
    /** Search addresses by partial text. Costs 1 credit. */
    search: operation<'addresses.search'>(runtime, 'get', '/addresses/search', { q: 'query', limit: 'query', postcode: 'query', outcode: 'query', country: 'query', min_score: 'query' }),
    /** Resolve one address to its UPRN. Costs 1 credit. */
    match: operation<'addresses.match'>(runtime, 'post', '/addresses/match', { address: 'body', postcode: 'body' }),
  };
  const properties = {
    /** Get the merged record of a property. Costs 1 credit. */
    get: operation<'properties.get'>(runtime, 'get', '/properties/{uprn}', { uprn: 'path', fields: 'query_list', include: 'query_list' }),
  };
  const valuations = {
    /** Estimate the sale value of a property. Costs 3 credits. */
    sale: operation<'valuations.sale'>(runtime, 'get', '/valuations/{uprn}/sale', { uprn: 'path', as_of: 'query', include: 'query_list' }),
  };
  const account = {
    /** Show the account and the key. Free. */
    get: operation<'account.get'>(runtime, 'get', '/account', {}),
    /** Show usage per endpoint. Free. */
    usage: operation<'account.usage'>(runtime, 'get', '/account/usage', { from: 'query', to: 'query', group_by: 'query', format: 'query' }),
  };
  const status = {
    /** Show what is loaded and ready. Free. */
    get: operation<'status.get'>(runtime, 'get', '/status', {}),
  };
  return { addresses, properties, valuations, account, status };
}
