import type { BuildProgress } from '@domesday/builds/valuations';
import { count } from '@domesday/files/counted';
import { timeWords } from './progress.ts';

const TELL_EVERY_MS = 5000;
/**
 * Fixed cost of an area, expressed as a number of sales: its index is solved anew for each day on which the fit is
 * trained.
 */
const AREA_AS_SALES = 1500;
/** Outcodes and sales of England and Wales since 1995. */
const NATION = { areas: 2300, sales: 30_000_000 };
/** With fewer sales the start of the processes dominates the time, so it says nothing about a larger fit. */
const LEAST_TO_JUDGE_BY = 100_000;

interface Amount {
  areas: number;
  sales: number;
}

function workOf({ areas, sales }: Amount): number {
  return sales + AREA_AS_SALES * areas;
}

/**
 * Minutes that the same machine and number of processes would need for the whole country; null after a fit to few
 * sales.
 */
export function nationalMinutes(fit_seconds: number, fitted: Amount): number | null {
  if (fitted.sales < LEAST_TO_JUDGE_BY) return null;
  return Math.round((fit_seconds / 60) * (workOf(NATION) / workOf(fitted)));
}

/**
 * Estimated seconds left of the fitting. Null until each process has finished its first area, since unfinished areas
 * are not counted. With fewer areas left than processes, some processes are idle.
 */
function secondsLeft(elapsed_s: number, done: BuildProgress, workers: number): number | null {
  const areas_left = done.areas - done.areas_done;
  if (areas_left === 0) return 0;
  if (done.areas_done < workers) return null;
  const work_left = workOf({ areas: areas_left, sales: done.sales - done.sales_done });
  const rate = workOf({ areas: done.areas_done, sales: done.sales_done }) / elapsed_s;
  return (work_left / rate) * (workers / Math.min(workers, areas_left));
}

/**
 * Prints the progress of a build: each step when it begins, and during the fitting the rate and the time left, as soon
 * as they are known and then every five seconds.
 */
export function buildReporter({
  workers,
  write,
  now_ms = Date.now,
}: {
  workers: number;
  write(line: string): void;
  now_ms?: () => number;
}) {
  let began_ms = now_ms();
  let shown_ms = Number.NEGATIVE_INFINITY;
  return {
    step: (what: string): void => {
      began_ms = now_ms();
      shown_ms = Number.NEGATIVE_INFINITY;
      write(`build: ${what}`);
    },
    fitted: (done: BuildProgress): void => {
      const now = now_ms();
      if (now - shown_ms < TELL_EVERY_MS && done.areas_done < done.areas) return;
      const elapsed_s = (now - began_ms) / 1000;
      const left_s = secondsLeft(elapsed_s, done, workers);
      if (left_s === null) return;
      shown_ms = now;
      const rate = count(Math.round(done.sales_done / elapsed_s));
      write(
        `build: ${done.areas_done} of ${done.areas} areas fitted, ${rate} sales/s, about ${timeWords(left_s)} left`,
      );
    },
  };
}
