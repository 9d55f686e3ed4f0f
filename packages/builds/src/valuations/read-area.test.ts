import { expect, it } from 'vitest';
import type { IndexArea } from './evidence.query.ts';
import { chooseIndex, FEWEST_MONTHLY_SALES } from './read-area.ts';

const index = (
  area_code: string,
  newest = '2026-07-01',
  monthly_sales = FEWEST_MONTHLY_SALES,
): IndexArea => ({
  ...{ area_code, area_name: `Area ${area_code}`, monthly_sales, newest, mark: '' },
});
const region = index('E12000003');
const nation = { ...index('E92000001'), area_name: 'England' };
const chosen = (local_authority_code: string, areas: IndexArea[]) =>
  chooseIndex({ outcode: 'S1', local_authority_code, region_code: 'E12000003', country: 'England' }, [
    ...areas,
    region,
    nation,
  ])?.area_code;

it('bases the growth of an outcode on its authority, or on its region if the authority has too few sales', () => {
  expect(chosen('E06999001', [index('E06999001')])).toBe('E06999001');
  expect(chosen('E06999001', [index('E06999001', '2026-07-01', FEWEST_MONTHLY_SALES - 1)])).toBe('E12000003');
  expect(chosen('E06999002', [index('E06999001')])).toBe('E12000003');
});

it('finds the index of an authority, whichever of its two codes the directory and the index have', () => {
  expect(chosen('E08000019', [index('E08000039')])).toBe('E08000039');
  expect(chosen('E08000039', [index('E08000019')])).toBe('E08000019');
  // Months of the former code stay beside those of the present one.
  for (const code of ['E08000019', 'E08000039'])
    expect(chosen(code, [index('E08000019', '2025-03-01'), index('E08000039')])).toBe('E08000039');
});
