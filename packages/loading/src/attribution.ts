import { isoDay } from './days.ts';

interface Said {
  attribution: string;
}

/** Where a publisher asks for the year of its data. */
const YEAR = ' [year]';

/**
 * The sentence that must be shown wherever the data of a release are, such as 2026-10. Without a release that names a
 * year, it is the year in which the data are taken.
 */
export function attributionOf({ attribution }: Said, release: string | null): string {
  const named = /^20\d\d(?!\d)/.exec(release ?? '')?.[0];
  return attribution.replaceAll(YEAR, ` ${named ?? isoDay(new Date()).slice(0, 4)}`);
}

/** The same of data that are not loaded, so that no year can be named. */
export function attributionUnloaded({ attribution }: Said): string {
  return attribution.replaceAll(YEAR, '');
}
