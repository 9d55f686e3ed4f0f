import { catalogueEntry } from '@domesday/datasets/catalogue';
import { expect, it } from 'vitest';
import { aboutRows, loadSeconds } from './rates.ts';

const planned = (dataset: string, bytes: number | null) => ({ entry: catalogueEntry(dataset)!, bytes });

it('estimates the rows of the files to be fetched, not of the whole dataset', () => {
  expect(aboutRows(planned('price-paid', 5_000_000_000))).toBe(30_000_000);
  expect(aboutRows(planned('price-paid', 5_000_000))).toBe(30_000);
  expect(aboutRows(planned('os-open-uprn', null))).toBe(41_676_575);
  expect(aboutRows(planned('os-open-uprn', 1_000_000_000))).toBe(41_676_575);
  expect(aboutRows(planned('os-open-uprn', 1500))).toBe(100);
  expect(aboutRows(planned('epc-domestic', 270_000))).toBe(1000);
  expect(aboutRows(planned('gias', null))).toBe(null);
});

it('estimates the loading time of each dataset at its own rate', () => {
  const { entry } = planned('price-paid', null);
  const sales = loadSeconds({ entry, bytes: entry.download.bytes });
  expect(sales).toBeGreaterThan(600);
  expect(sales).toBeLessThan(800);
  const [few, many] = [1000, 101_000].map((rows) => loadSeconds(planned('epc-domestic', rows * 270)));
  expect((many! - few!) / 100_000).toBeGreaterThan((2 * sales) / 30_000_000);
});
