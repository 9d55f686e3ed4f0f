import { type Bench, openBench, table } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** Made up, as every row below. */
const school = (URN: string, status: string, type = 'Community school') => ({
  URN,
  EstablishmentName: 'Made-up School',
  'TypeOfEstablishment (name)': type,
  'EstablishmentStatus (name)': status,
  'PhaseOfEducation (name)': 'Primary',
  Postcode: '',
  Easting: 400_000,
  Northing: 200_000,
});
const schools = [
  school('190001', 'Open'),
  school('190002', 'Closed'),
  school('190003', 'Proposed to open'),
  school('190004', 'Open', 'Welsh establishment'),
];
const bands = [
  { FeatureCode: 'S01999001', DateCode: 2023, Value: 90, 'Council Tax Band': 'Band A' },
  { FeatureCode: 'S01999001', DateCode: 2023, Value: 3, 'Council Tax Band': 'Unbanded' },
];

const CASES = [
  {
    dataset: 'gias',
    rows: schools,
    detail:
      '3 rows were left out: The school is closed, or not open yet. (2) It is a university or a children’s centre, or lies outside England. (1)',
  },
  {
    dataset: 'brma-lookup',
    rows: [
      { postcode: 'XE1 1AA', brma_code: 'E33999001', brma: 'Made-up Area' },
      { postcode: 'BT1 1AA', brma_code: 'N33999001', brma: 'Made-up Area' },
    ],
    detail: '1 row was left out: The postcode lies in Northern Ireland. (1)',
  },
  {
    dataset: 'council-tax-bands',
    rows: bands,
    detail: '1 row was left out: The row is neither for a council tax band nor for the total. (1)',
  },
];

describe('a record that a dataset does not store', () => {
  it.each(CASES)('of $dataset is counted with its reason', async ({ dataset, rows, detail }) => {
    const text = table(Object.keys(rows[0]!), rows as Record<string, string | number>[]);
    const { checks } = await bench.load(dataset, `${dataset}-2023.csv`, text);
    expect(checks.find((one) => one.name === 'left_out')?.detail).toBe(detail);
  });

  it('is named with its reason also if the file has no other record', async () => {
    const closed = table(Object.keys(schools[1]!), [schools[1]!]);
    await expect(bench.load('gias', 'closed.csv', closed)).rejects.toThrow('The school is closed');
  });
});
