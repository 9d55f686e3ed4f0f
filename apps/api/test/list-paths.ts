import { sandboxSamples } from '@domesday/sandbox';
import { operationTable, parametersOf } from '@domesday/testing';

const { house } = sandboxSamples();
/** A list of each operation that answers in several forms, and the total in its JSON form. */
export const LISTS: Record<string, { path: string; total: (body: Json) => number }> = {
  'listings.search': {
    path: `/listings?listing_type=sale&lat=${house.latitude}&lng=${house.longitude}&radius_m=5000&limit=7`,
    total: (body) => body.total,
  },
  'prices.comparables': {
    path: `/prices/comparables?lat=${house.latitude}&lng=${house.longitude}&radius_m=2000&months=60&limit=7`,
    total: (body) => body.meta.sample_size,
  },
  'addresses.search': {
    path: `/addresses/search?q=${encodeURIComponent(house.postcode)}`,
    total: (body) => body.count,
  },
  'location.schools': {
    path: `/location/schools?lat=${house.latitude}&lng=${house.longitude}&radius_m=5000`,
    total: (body) => body.summary.total,
  },
  'planning.applications': {
    path: `/planning/applications?lat=${house.latitude}&lng=${house.longitude}&radius_m=5000&days=3650&limit=3`,
    total: (body) => body.total,
  },
  'planning.hmo_register': {
    path: `/planning/hmo-register?lat=${house.latitude}&lng=${house.longitude}&radius_m=5000&status=any&limit=3`,
    total: (body) => body.total,
  },
  'prices.comparables_by_uprn': {
    path: `/prices/${house.uprn}/comparables?limit=7`,
    total: (body) => body.meta.sample_size,
  },
  'account.usage': { path: '/account/usage', total: (body) => body.endpoints.length },
};
// biome-ignore lint/suspicious/noExplicitAny: an answer of any operation.
export type Json = any;

export const formsOf = (id: string): string[] =>
  parametersOf(operationTable.find((entry) => entry.id === id)!).find(({ name }) => name === 'format')?.schema
    .enum ?? [];
export const severalForms = operationTable.filter(({ id }) => formsOf(id).length > 0).map(({ id }) => id);
