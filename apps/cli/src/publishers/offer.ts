import { availableParallelism } from 'node:os';
import { grouped } from '@domesday/loading/grouped';
import { printTable } from '../output.ts';
import { timeWords } from '../progress.ts';
import type { Planned } from './plan.ts';
import { aboutRows, loadSeconds } from './rates.ts';
import { freeBytes } from './take.ts';
import { sizeWords } from './words.ts';

/** The download rate that a plan assumes. */
const DOWNLOAD_BYTES_A_SECOND = 10e6;
/** Disk space of a row with its indexes, measured on a list of 33 million addresses. */
const BYTES_A_ROW = 720;
/** Maximum number of files that a plan names for a dataset. */
const MOST_FILES = 5;
/** Processor time of the valuation fit for each sale, from `npm run bench -- build`. */
const FIT_US_A_SALE = 200;

export interface Totals {
  datasets: number;
  download_bytes: number;
  /** Number of datasets of unknown size. */
  unknown_sizes: number;
  free_bytes: number;
  /** Estimated from the rows; null if no dataset's rows are known. */
  database_bytes: number | null;
  /** Estimated time of downloads and loads. */
  seconds: number;
  /**
   * Estimated time of the valuation fit afterwards, on every core; 0 if no fit is requested, or only changed areas are
   * fitted.
   */
  fit_seconds: number;
}

export async function totalsOf(chosen: readonly Planned[], home: string, fits: boolean): Promise<Totals> {
  const sum = (of: (one: Planned) => number | null) => chosen.reduce((all, one) => all + (of(one) ?? 0), 0);
  const download_bytes = sum((one) => one.bytes);
  const rows = sum(aboutRows);
  const first_sales = sum((one) =>
    one.entry.id === 'price-paid' && one.verdict === 'first' ? aboutRows(one) : 0,
  );
  return {
    datasets: chosen.length,
    download_bytes,
    unknown_sizes: chosen.filter((one) => one.bytes === null).length,
    free_bytes: await freeBytes(home),
    database_bytes: rows > 0 ? rows * BYTES_A_ROW : null,
    seconds: download_bytes / DOWNLOAD_BYTES_A_SECOND + sum(loadSeconds),
    fit_seconds: fits ? (first_sales * FIT_US_A_SALE) / 1e6 / availableParallelism() : 0,
  };
}

/** A planned dataset for machines. */
export function plannedJson(one: Planned) {
  const { entry, state, verdict, reason, edition, files, bytes } = one;
  return {
    dataset: entry.id,
    state,
    verdict,
    reason,
    release: releaseOf(one),
    bytes,
    load_seconds: aboutRows(one) === null ? null : loadSeconds(one),
    files: files.map((file) => ({ address: file.address, bytes: file.bytes })),
    lacking: edition?.lacking ?? [],
    terms: termsOf(one),
  };
}

/** Prints which datasets would be fetched with sizes and terms, which not and why, and the free disk space. */
export function showOffer(
  chosen: readonly Planned[],
  others: readonly Planned[],
  totals: Totals,
  home: string,
): void {
  if (others.length > 0) {
    console.log('Not fetched:');
    for (const one of others) console.log(`  ${one.entry.id}: ${whyNot(one)}`);
    console.log();
  }
  if (chosen.length === 0) return;
  printTable(
    chosen.map((one) => ({
      dataset: one.entry.id,
      release: releaseOf(one),
      why: WHY[one.verdict ?? 'first'],
      size: sizeWords(one.bytes),
      load: aboutRows(one) === null ? null : timeWords(loadSeconds(one)),
      files: one.files.length,
      from: [...new Set(one.files.map((file) => new URL(file.address).host))].join(', '),
    })),
    ['dataset', 'release', 'why', 'size', 'load', 'files', 'from'],
  );
  console.log(`\nFiles:\n${chosen.map((one) => `  ${one.entry.id}: ${namesOf(one)}`).join('\n')}`);
  const lacking = chosen.flatMap(({ entry, edition }) =>
    (edition?.lacking ?? []).map((what) => `  ${entry.id}: ${what}`),
  );
  if (lacking.length > 0) console.log(`\nNo longer there:\n${lacking.join('\n')}`);
  console.log('\nTerms:');
  for (const [terms, ones] of grouped(chosen, termsOf))
    console.log(`  ${ones.map(({ entry }) => entry.id).join(', ')}: ${terms}`);
  console.log(`\n${totalWords(totals)}; ${sizeWords(totals.free_bytes)} are free at ${home}.`);
}

/** Names of the files of one dataset, without the query strings of their addresses. */
function namesOf({ files }: Planned): string {
  const names = files.map(({ name, address }) => name ?? new URL(address).pathname.split('/').at(-1)!);
  const more = names.length - MOST_FILES;
  return `${names.slice(0, MOST_FILES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function totalWords(totals: Totals): string {
  const unknown = totals.unknown_sizes > 0 ? ` and ${totals.unknown_sizes} of a size that nobody states` : '';
  const database =
    totals.database_bytes === null ? '' : `, about ${sizeWords(totals.database_bytes)} of database`;
  const rates = `${DOWNLOAD_BYTES_A_SECOND / 1e6} MB/s and the measured rate of each dataset`;
  const fit = totals.fit_seconds > 0 ? `, and ${timeWords(totals.fit_seconds)} to fit the valuations` : '';
  return `To fetch: ${sizeWords(totals.download_bytes)}${unknown}${database}, about ${timeWords(totals.seconds)} at ${rates}${fit}`;
}

const WHY: Record<NonNullable<Planned['verdict']>, string> = {
  first: 'not loaded yet',
  newer: 'newer release',
  same: 'again, as told',
  cannot_tell: 'its rhythm has passed',
};

function whyNot({ state, verdict, reason }: Planned): string {
  if (verdict === 'same') return 'its newest release is loaded';
  return reason ?? state.replace('_', ' ');
}

function releaseOf({ edition }: Planned): string | null {
  return edition?.release ?? edition?.published_on ?? null;
}

export function termsOf({ entry }: Pick<Planned, 'entry'>): string {
  return entry.docs.terms ?? entry.licence;
}
