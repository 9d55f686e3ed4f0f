import { round } from '../country/grid.ts';
import type { Country, Postcode } from '../country/model.ts';
import { randomFor } from '../country/random.ts';
import { csv, type Row } from '../csv.ts';
import type { DatasetFiles, SandboxFile } from './file.ts';

export const BROADBAND_COVERAGE_HEADER = [
  'postcode',
  'postcode_space',
  'postcode area',
  'SFBB availability (% premises)',
  'UFBB (100Mbit/s) availability (% premises)',
  'UFBB availability (% premises)',
  'Gigabit availability (% premises)',
  '% of premises unable to receive 2Mbit/s',
  '% of premises unable to receive 5Mbit/s',
  '% of premises unable to receive 10Mbit/s',
  '% of premises unable to receive 30Mbit/s',
  '% of premises below the USO',
  '% of premises with NGA',
  '% of premises able to receive decent broadband from FWA',
  '% of premises unable to receive decent broadband from fixed or FWA',
] as const;

export const BROADBAND_PERFORMANCE_HEADER = [
  'postcode',
  'postcode_space',
  'postcode area',
  'Median download speed (Mbit/s)',
  'Average download speed (Mbit/s)',
  'Minimum download speed (Mbit/s)',
  'Maximum download speed (Mbit/s)',
  'Median upload speed (Mbit/s)',
  'Average upload speed (Mbit/s)',
  'Average data usage (GB)',
] as const;

/** Ofcom's fixed coverage and speeds by postcode, a file per postcode area; some postcodes have no speeds. */
export function broadband(country: Country): DatasetFiles[] {
  const live = country.postcodes.filter((entry) => entry.terminated === null && entry.hasPosition);
  const files = ['XE', 'XS', 'XW'].flatMap((area): SandboxFile[] => {
    const own = live
      .filter((entry) => entry.postcode.startsWith(area))
      .sort((a, b) => (a.postcode < b.postcode ? -1 : 1));
    const fast = own.filter((entry) => !randomFor('speed', entry.postcode).chance(0.08));
    return [
      {
        path: `ofcom-broadband/coverage/202601_fixed_pc_coverage_r01_${area}.csv`,
        content: csv([BROADBAND_COVERAGE_HEADER, ...own.map((entry) => coverage(entry, area))]),
        rows: own.length,
      },
      {
        path: `ofcom-broadband/performance/202601_fixed_pc_performance_r01_${area}.csv`,
        content: csv([BROADBAND_PERFORMANCE_HEADER, ...fast.map((entry) => speeds(entry, area))]),
        rows: fast.length,
      },
    ];
  });
  return ['coverage', 'performance'].map((kind) => ({
    dataset: 'ofcom-broadband',
    path: `ofcom-broadband/${kind}`,
    files: files.filter((file) => file.path.includes(`/${kind}/`)),
  }));
}

function gigabit(entry: Postcode): number {
  const random = randomFor('ofcom-broadband', entry.postcode);
  const rural = ['XE4', 'XW2', 'XS2'].includes(entry.settlement.outcode);
  return rural ? random.pick([0, 0, 0, 20, 60]) : random.pick([100, 100, 100, 95.5, 80, 0]);
}

function coverage(entry: Postcode, area: string): Row {
  const best = gigabit(entry);
  const superfast = best > 0 ? 100 : randomFor('superfast', entry.postcode).pick([100, 92.3, 40]);
  return [
    entry.postcode.replace(' ', ''),
    entry.postcode,
    area,
    superfast,
    Math.max(best, superfast === 100 ? 60 : 0),
    best,
    best,
    0,
    0,
    superfast === 40 ? 12.5 : 0,
    round(100 - superfast, 1),
    superfast === 40 ? 8 : 0,
    superfast,
    100,
    0,
  ];
}

function speeds(entry: Postcode, area: string): Row {
  const random = randomFor('speeds', entry.postcode);
  const median = round(gigabit(entry) > 50 ? random.between(90, 320) : random.between(18, 64), 1);
  return [
    entry.postcode.replace(' ', ''),
    entry.postcode,
    area,
    median,
    round(median * 1.2, 1),
    round(median * 0.2, 1),
    round(median * 3.1, 1),
    round(median * 0.18, 1),
    round(median * 0.22, 1),
    random.int(300, 620),
  ];
}
