import type { CatalogueEntry } from '@domesday/datasets/catalogue';
import { count } from '@domesday/files/counted';
import { attributionOf, attributionUnloaded } from '@domesday/loading/attribution';
import { operatorCommand } from '@domesday/loading/operator-command';
import { STOPPED } from '../commands/load.ts';
import { isShown, oneLine, printTable, reasonLines } from '../output.ts';
import { timeWords } from '../progress.ts';
import { termsOf } from './offer.ts';
import type { Planned } from './plan.ts';
import type { Taken } from './take.ts';
import { sizeWords } from './words.ts';

const MOST_REASONS = 3;
const COLUMNS = [
  'dataset',
  'outcome',
  'release',
  'rows',
  'rejected',
  'rows/s',
  'size',
  'fetched in',
  'loaded in',
] as const;

/**
 * Prints the result: a row for each dataset, reasons for refused rows, failures, and the notices that the licences
 * require.
 */
export function showClosing(taken: readonly Taken[], planned: readonly Planned[]): void {
  const entries = new Map<string, CatalogueEntry>(planned.map((one) => [one.entry.id, one.entry]));
  const number = (n: number | undefined) => n && count(n);
  printTable(
    taken.map(({ dataset, outcome, result, bytes, download_seconds }) => ({
      dataset,
      outcome,
      release: result?.release,
      rows: number(result?.rows_published),
      rejected: number(result?.rows_rejected),
      'rows/s': outcome === 'loaded' ? number(result?.rows_per_second) : null,
      size: bytes > 0 ? sizeWords(bytes) : null,
      'fetched in': timeWords(download_seconds),
      'loaded in': outcome === 'loaded' ? timeWords(result!.seconds) : null,
    })),
    COLUMNS,
  );
  for (const { dataset, result } of taken) {
    for (const check of result?.checks ?? [])
      if (isShown(check)) console.log(`${dataset}: ${check.status}: ${check.name}: ${oneLine(check.detail)}`);
    if (!result || result.rows_rejected === 0) continue;
    console.log(`\n${dataset}: rows were refused because (${operatorCommand(`rejects ${dataset}`)}):`);
    for (const line of reasonLines(result.reject_reasons.slice(0, MOST_REASONS))) console.log(`  ${line}`);
  }
  showFailed(taken.filter((one) => one.outcome === 'failed'));
  const loaded = taken.filter((one) => one.outcome !== 'failed');
  if (loaded.length > 0) console.log('\nTerms and notices that the data bear:');
  for (const { dataset, result } of loaded) {
    const entry = entries.get(dataset)!;
    console.log(`  ${dataset}: ${termsOf({ entry })}. ${attributionOf(entry, result?.release ?? null)}`);
  }
}

/** A load stopped by a check or a loss is stopped again by every run, until the operator confirms it with --force. */
function showFailed(failed: readonly Taken[]): void {
  const isStopped = ({ code }: Taken) => code !== null && STOPPED.includes(code);
  const [stopped, others] = [failed.filter(isStopped), failed.filter((one) => !isStopped(one))];
  if (others.length > 0) console.log('\nFailed; the same command again resumes them:');
  for (const { dataset, problem } of others) console.log(`  ${dataset}: ${oneLine(problem ?? '')}`);
  if (stopped.length === 0) return;
  console.log('\nStopped, and again by every run until a newer release passes or you publish this one:');
  for (const { dataset, problem } of stopped) {
    console.log(`  ${dataset}: ${oneLine(problem ?? '')}`);
    console.log(`  To publish it all the same: ${operatorCommand(`fetch ${dataset} --force`)}`);
  }
}

/** The outcome for machines. */
export function closingJson(taken: readonly Taken[], planned: readonly Planned[]) {
  const entries = new Map<string, CatalogueEntry>(planned.map((one) => [one.entry.id, one.entry]));
  return taken.map((one) => ({
    ...one,
    terms: termsOf({ entry: entries.get(one.dataset)! }),
    attribution: one.result
      ? attributionOf(entries.get(one.dataset)!, one.result.release)
      : attributionUnloaded(entries.get(one.dataset)!),
  }));
}
