import type { Progress } from '@domesday/builds';
import { count } from '@domesday/files/counted';
import { oneLine } from './output.ts';

const WORDS: Record<Progress['phase'], string> = {
  wait: 'waiting for another load or build to end',
  fetch: 'fetching',
  stage: 'reading',
  check: 'checking',
  publish: 'publishing',
  derive: 'updating addresses, links and the search index',
  done: 'done',
};

export interface ProgressPrinter {
  show(progress: Progress): void;
  /** Shows that a download waits for another process that downloads the same files. */
  showWait(dataset: string, holder: string | null): void;
  /** Shows a download with its rate and the time left. */
  showDownload(dataset: string, file: string, bytes: number, total: number): void;
  clear(): void;
}

/** Runs work that shows its progress, and clears the progress line at the end, also after a failure. */
export async function withProgress<T>(
  waits_only: boolean | undefined,
  work: (onProgress: ProgressPrinter['show']) => Promise<T>,
): Promise<T> {
  const progress = progressPrinter(waits_only);
  try {
    return await work(progress.show);
  } finally {
    progress.clear();
  }
}

/**
 * On a terminal, prints one line that is overwritten; elsewhere one line for each phase and every ten seconds. With
 * `--json` it reports only waits, on standard error: a command that waits for hours must say for which process.
 */
export function progressPrinter(waits_only = false): ProgressPrinter {
  const terminal = process.stderr.isTTY === true;
  let phase = '';
  let told_ms = Number.NEGATIVE_INFINITY;
  let download = { file: '', began_ms: 0, from: 0 };
  const say = (of: string, words: () => string): void => {
    const now_ms = performance.now();
    if (of === phase && now_ms - told_ms < (terminal ? 200 : 10_000)) return;
    phase = of;
    told_ms = now_ms;
    const text = oneLine(words());
    if (terminal) process.stderr.write(`\r\x1b[2K${text.slice(0, (process.stderr.columns ?? 80) - 1)}`);
    else process.stderr.write(`${text}\n`);
  };
  return {
    show: (progress) => {
      const { phase, waits_for } = progress;
      if (waits_only && phase !== 'wait') return;
      if (phase !== 'done') say(phase === 'wait' ? `wait ${waits_for}` : phase, () => describe(progress));
    },
    showWait: (dataset, holder) =>
      say(`${dataset} ${holder}`, () => `${dataset}: waiting for ${holder ?? 'another download'} to end`),
    showDownload: (dataset, file, bytes, total) => {
      if (waits_only) return;
      if (download.file !== file) download = { file, began_ms: performance.now(), from: bytes };
      const seconds = (performance.now() - download.began_ms) / 1000;
      const rate = seconds > 0 ? (bytes - download.from) / seconds : 0;
      say(`${dataset} ${file}`, () => downloadWords(dataset, file, bytes, total, rate));
    },
    clear: () => {
      if (terminal) process.stderr.write('\r\x1b[2K');
    },
  };
}

function downloadWords(dataset: string, file: string, bytes: number, total: number, rate: number): string {
  const mb = (n: number) => (n / 1e6).toFixed(n < 1e7 ? 1 : 0);
  const parts = [
    `${dataset}: fetching`,
    total > 0
      ? `${mb(bytes)} of ${mb(total)} MB (${Math.floor((100 * bytes) / total)} %)`
      : `${mb(bytes)} MB`,
  ];
  if (rate > 0) parts.push(`${mb(rate)} MB/s`);
  if (rate > 0 && total > bytes) parts.push(`${timeWords((total - bytes) / rate)} left`);
  return [...parts, file].join(', ');
}

function describe(progress: Progress): string {
  const parts = [`${progress.dataset}: ${WORDS[progress.phase]}`];
  if (progress.phase === 'wait' && progress.waits_for) parts[0] += ` (${progress.waits_for})`;
  if (progress.phase === 'stage') {
    parts.push(`${count(progress.rows)} rows`);
    if (progress.rejects > 0) parts.push(`${count(progress.rejects)} refused`);
    if (progress.rows_per_second > 0) parts.push(`${count(progress.rows_per_second)} rows/s`);
  }
  if (progress.phase === 'fetch' && progress.bytes_read > 0) {
    parts.push(`${Math.round(progress.bytes_read / 1e6)} MB`);
  }
  if (progress.seconds_left !== null) parts.push(`${timeWords(progress.seconds_left)} left`);
  if (progress.file) parts.push(progress.file);
  return parts.join(', ');
}

/** Seconds for a reader: `40 s`, `12 min`, `2 h 5 min`. */
export function timeWords(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
