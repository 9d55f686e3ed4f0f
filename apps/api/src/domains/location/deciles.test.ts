import { expect, it } from 'vitest';
import type { AreaShare, DeprivationRow } from './profile.query.ts';
import { deprivationData } from './profile-model.ts';

const NATIONS = {
  'deprivation-england': ['E01999001', 'England'],
  'deprivation-wales': ['W01999001', 'Wales'],
  'deprivation-scotland': ['S01999001', 'Scotland'],
} as const;

/** The answered decile of a small area whose file has ranks only. */
function decileOf(dataset: DeprivationRow['dataset'], rank: number, rank_of: number): number | null {
  const [code, country] = NATIONS[dataset];
  const row: DeprivationRow = {
    ...{ area_code: code, level: 'small_area', year: 2019, score: null, decile: null },
    ...{ rank, rank_of, dataset, domains: {} },
  };
  const area: AreaShare = { code, country, share: 1, local_authority_code: null, msoa_code: null };
  return deprivationData([row], [area], null).indices[0]!.decile;
}

// As the publishers state: "ranks 1 - 191" are the most deprived tenth in Wales; for England, the deciles in File 1.
it.each([
  ['deprivation-wales', 1909, 191, 1],
  ['deprivation-wales', 1909, 382, 2],
  ['deprivation-wales', 1909, 573, 3],
  ['deprivation-wales', 1909, 955, 5],
  ['deprivation-england', 32_844, 3284, 1],
  ['deprivation-england', 32_844, 6568, 2],
  ['deprivation-england', 32_844, 29_559, 9],
] as const)('in %s of %i areas rank %i is the last of decile %i', (dataset, areas, rank, decile) => {
  expect(decileOf(dataset, rank, areas)).toBe(decile);
  expect(decileOf(dataset, rank + 1, areas)).toBe(decile + 1);
});

it('gives the first rank decile 1 and the last rank decile 10', () => {
  for (const dataset of ['deprivation-wales', 'deprivation-england'] as const)
    expect([decileOf(dataset, 1, 1909), decileOf(dataset, 1909, 1909)]).toEqual([1, 10]);
});

it('gives no decile for Scotland, since it does not follow from the rank', () => {
  expect(decileOf('deprivation-scotland', 1425, 6976)).toBeNull();
});
