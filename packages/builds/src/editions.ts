import { EDITION as SPELLING } from '@domesday/address-search/edition';

/** The version of the code of a build. */
interface Edition {
  /** Raise it when the same loads give other rows than in an earlier version. 0 = the rows of the first version. */
  own: number;
  /** Builds whose rows this build reads. If one of these gets another edition, this build runs again too. */
  reads?: readonly string[];
}

/**
 * The edition of address matching. Raise it when the same texts are linked to other homes, or with another confidence:
 * all links are then made again. `linking/matching-edition.test.ts` fails if the results change without it.
 */
export const MATCHING = 13;

/**
 * The editions of all builds. The next load or `domesday build` repeats a build whose recorded edition differs.
 * `editions.test.ts` fails if the code of a build changes without a new edition or sum.
 */
export const EDITIONS = {
  postcodes: { own: 0 },
  addresses: { own: 2, reads: ['postcodes'] },
  address_index: { own: SPELLING, reads: ['addresses'] },
  links: { own: MATCHING + 2, reads: ['address_index'] },
  lettings: { own: MATCHING + 2, reads: ['address_index'] },
  short_lets: { own: 2, reads: ['postcodes'] },
  small_areas: { own: 1, reads: ['postcodes'] },
  place_points: { own: 0, reads: ['postcodes'] },
  place_squares: { own: 0, reads: ['place_points'] },
  osm_squares: { own: 0 },
  coverage: { own: 0, reads: ['place_points'] },
  broadband_areas: { own: 1, reads: ['postcodes'] },
  crime: { own: 4, reads: ['small_areas'] },
  planning_applications: { own: 7, reads: ['postcodes'] },
  hmo_licences: { own: SPELLING + MATCHING + 2, reads: ['addresses'] },
  areas: { own: 3, reads: ['addresses'] },
  market_areas: { own: 1, reads: ['areas'] },
  listings: { own: MATCHING + 4, reads: ['address_index', 'market_areas'] },
  market: { own: 4, reads: ['links', 'market_areas', 'valuations'] },
  valuations: { own: 25, reads: ['links'] },
} satisfies Record<string, Edition>;

type Edited = keyof typeof EDITIONS;
/** The name of a build. Each dataset of areas has a build of its own; they share the edition `areas`. */
export type BuildName = Exclude<Edited, 'areas'> | `areas of ${string}`;

/** The edition of a build plus those of all builds that it reads. It never decreases. */
export function editionOf(name: string): number {
  const { own, reads = [] }: Edition = EDITIONS[nameOf(name) as Edited];
  return reads.reduce((sum, read) => sum + editionOf(read), own);
}

/** The recorded inputs of a build: its loads and its edition. Empty if nothing is loaded. */
export function withEdition(name: BuildName, loads: string): string {
  const edition = editionOf(name);
  return loads === '' || edition === 0 ? loads : `${loads} edition:${edition}`;
}

export function sameEdition(one: string, other: string): boolean {
  return recordedIn(one) === recordedIn(other);
}

/**
 * Whether a recorded build was made by another edition than this version's. A build without loads has no rows: false.
 */
export function madeByOtherEdition({ name, inputs }: { name: string; inputs: string }): boolean {
  return nameOf(name) in EDITIONS && inputs !== '' && recordedIn(inputs) !== editionOf(name);
}

const recordedIn = (inputs: string): number => Number(/ edition:(\d+)$/.exec(inputs)?.[1] ?? 0);
const nameOf = (name: string): string => (name.startsWith('areas of ') ? 'areas' : name);
