import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { operationTable } from '@domesday/contract';
import document from '@domesday/contract/openapi.json' with { type: 'json' };
import { expect, it } from 'vitest';

/** The interface specification's tables: tool, path, credits. */
const SPECIFIED: [string, string, number][] = [
  ['svc_search_address', '/addresses/search', 1],
  ['svc_match_address', '/addresses/match', 1],
  ['svc_get_property', '/properties/{uprn}', 1],
  ['svc_valuation_sale', '/valuations/{uprn}/sale', 3],
  ['svc_valuation_rental', '/valuations/{uprn}/rental', 3],
  ['svc_valuation_hmo', '/valuations/{uprn}/hmo', 5],
  ['svc_valuation_development_gdv', '/valuations/development-gdv', 5],
  ['svc_comparables_by_uprn', '/prices/{uprn}/comparables', 5],
  ['svc_comparables_by_location', '/prices/comparables', 5],
  ['svc_area_market_prices', '/prices/market', 2],
  ['svc_rents_long_term', '/rents/long-term', 2],
  ['svc_rents_hmo', '/rents/hmo', 2],
  ['svc_rents_lha', '/rents/lha', 1],
  ['svc_rents_yields', '/rents/yields', 2],
  ['svc_rents_demand', '/rents/demand', 2],
  ['svc_str_market', '/str/market', 3],
  ['svc_str_revenue_estimate', '/valuations/str-estimate', 50],
  ['svc_search_listings', '/listings', 1],
  ['svc_nearby_schools', '/location/schools', 1],
  ['svc_nearby_infrastructure', '/location/infrastructure', 2],
  ['svc_area_profile', '/location/profile', 2],
  ['svc_property_risks', '/risks/{uprn}', 8],
  ['svc_planning_applications', '/planning/applications', 2],
  ['svc_hmo_register', '/planning/hmo-register', 2],
  ['svc_property_title', '/property/title/{title_number}', 3],
  ['svc_account_info', '/account', 0],
  ['svc_account_usage', '/account/usage', 0],
  ['svc_api_status', '/status', 0],
];

it('offers exactly the specified tools at the specified paths and prices', () => {
  const offered = operationTable.map((entry) => [entry.tool, entry.path, entry.credits]);
  expect(offered.sort()).toEqual([...SPECIFIED].sort());
});

it('uses exactly the words and limits that the specification fixes', () => {
  const { schemas } = document.components;
  const inputs = document.paths['/addresses/search'].get.parameters as {
    name?: string;
    required?: boolean;
    schema?: object;
  }[];
  const input = (name: string) => inputs.find((one) => one.name === name);
  expect(input('q')).toMatchObject({ required: true, schema: { minLength: 2 } });
  expect(input('limit')).toMatchObject({ schema: { type: 'integer', default: 10 } });
  expect(schemas.MatchResult.properties.alternatives.maxItems).toBe(4);
  expect(schemas.Country.enum).toEqual(['England', 'Wales', 'Scotland']);
  expect(schemas.Tenure.enum).toEqual(['Freehold', 'Leasehold']);
  expect(schemas.Confidence.enum).toEqual(['High', 'Medium', 'Low']);
  expect(schemas.SaleValuation.properties.method.enum).toEqual([
    'last_sold_growth',
    'sqft_estimate',
    'comparables',
  ]);
  expect(schemas.SaleValuation.properties.currency.const).toBe('GBP');
});

it('has a test that calls each operation by its path, besides the tests over the whole contract', () => {
  const app = resolve(import.meta.dirname, '..');
  const tests = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.endsWith('specification.test.ts'))
    .map((name) => readFileSync(join(app, name), 'utf8'))
    .join('\n');
  const untested = operationTable.filter(({ path }) => {
    const fixed = path.split('{')[0]!;
    return !["'", '`', '"', '?', '$'].some((end) => tests.includes(`${fixed}${end}`));
  });
  expect(untested.map(({ id }) => id)).toEqual([]);
});
