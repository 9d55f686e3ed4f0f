import type { CatalogueEntry } from '@domesday/datasets/catalogue';
import type { Planned } from './plan.ts';

interface Rate {
  /** Rate from the file to served rows on two cores, including this dataset's share of the derived tables. */
  rows_a_second: number;
  /** Bytes of the download for each row, for datasets without a declared number of rows. */
  bytes_a_row: number;
}

/**
 * Measured on made-up files in the publishers' layouts. `price-paid`: bench/results/load.md. The others are scaled by
 * their processor time relative to price-paid in one run; `npm run bench -- country` prints all of them again.
 */
const RATES: Record<string, Rate> = {
  'price-paid': { rows_a_second: 44_000, bytes_a_row: 167 },
  'os-open-uprn': { rows_a_second: 100_000, bytes_a_row: 15 },
  onspd: { rows_a_second: 45_000, bytes_a_row: 85 },
  'code-point-open': { rows_a_second: 45_000, bytes_a_row: 10 },
  'hmlr-uprn-lookup': { rows_a_second: 100_000, bytes_a_row: 53 },
  'police-crime': { rows_a_second: 60_000, bytes_a_row: 40 },
  // With the addresses of the certificates and their index.
  'epc-domestic': { rows_a_second: 15_000, bytes_a_row: 270 },
  'planning-applications': { rows_a_second: 6_000, bytes_a_row: 500 },
  // Outlines, with the homes that lie in them.
  'planning-data': { rows_a_second: 1_500, bytes_a_row: 1_000 },
};

/** Rates of all other datasets, by the kind of their download. None of them is large. */
const TABLES = { rows_a_second: 30_000, bytes_a_row: 150 };
const ARCHIVES = { rows_a_second: 30_000, bytes_a_row: 30 };

/** Fixed time of a load, whatever its size. */
const EACH_SECONDS = 1;

function rateOf({ id, download }: CatalogueEntry): Rate {
  return RATES[id] ?? (download.content === 'csv' ? TABLES : ARCHIVES);
}

/** Estimated number of rows of the chosen files; null if neither rows nor bytes are known. */
export function aboutRows({ entry, bytes }: Pick<Planned, 'entry' | 'bytes'>): number | null {
  const { rows, bytes: declared } = entry.download;
  if (bytes === null) return rows;
  if (rows !== null && declared !== null) return (rows * bytes) / declared;
  return Math.min(rows ?? Number.POSITIVE_INFINITY, bytes / rateOf(entry).bytes_a_row);
}

/** Estimated load time of the chosen files in seconds, at the rate of their dataset. */
export function loadSeconds(planned: Pick<Planned, 'entry' | 'bytes'>): number {
  return EACH_SECONDS + (aboutRows(planned) ?? 0) / rateOf(planned.entry).rows_a_second;
}
