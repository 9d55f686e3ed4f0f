import { registry } from '@domesday/datasets/registry';
import type { DatasetModule } from '@domesday/loading/types';
import { expect, it } from 'vitest';
import { awaitsBuild } from './awaited.ts';
import { DERIVED } from './derived.ts';

/** Inputs of builds whose rows can be served as soon as they are loaded, or whose extent says what is not covered. */
const ANSWERED_AT_ONCE = new Set<string>([
  ...['code-point-open', 'onspd', 'os-open-uprn', 'address-list'],
  ...['epc-domestic', 'price-paid', 'hmlr-uprn-lookup', 'uk-hpi', 'private-rents'],
  ...['osm-points', 'area-changes', 'brma-boundaries', 'brma-lookup'],
  ...Object.values<DatasetModule>(registry)
    .filter(({ extent }) => extent !== undefined)
    .map(({ id }) => id),
]);

it('every dataset that a build must place awaits that build, and no dataset waits once its builds have read it', () => {
  const inputs = new Set<string>(DERIVED.flatMap((build) => build.inputs));
  const placed = [...inputs].filter((dataset) => !ANSWERED_AT_ONCE.has(dataset)).sort();
  const awaited = Object.keys(registry).filter((dataset) => awaitsBuild(dataset, []));
  expect(awaited.sort()).toEqual(placed);
  // Once every build has read all of its inputs, no dataset waits.
  const builds = DERIVED.map(({ name, inputs }) => ({
    name,
    inputs: inputs.map((id) => `${id}:1`).join(' '),
  }));
  expect(placed.filter((dataset) => awaitsBuild(dataset, builds))).toEqual([]);
});
