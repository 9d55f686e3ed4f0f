import { isoDay } from './days.ts';

interface WithAttribution {
  attribution: string;
}

/** Placeholder for the year of the data in a publisher's attribution. */
const YEAR = ' [year]';

/**
 * The sentence that must be shown wherever data of a release, such as `2026-10`, are shown. It names the year of the
 * release, or the present year if the release names none.
 */
export function attributionOf({ attribution }: WithAttribution, release: string | null): string {
  const named = /^20\d\d(?!\d)/.exec(release ?? '')?.[0];
  return attribution.replaceAll(YEAR, ` ${named ?? isoDay(new Date()).slice(0, 4)}`);
}

/** The attribution of data that are not loaded, without a year. */
export function attributionUnloaded({ attribution }: WithAttribution): string {
  return attribution.replaceAll(YEAR, '');
}
