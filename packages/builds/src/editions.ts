import { EDITION as SPELLING } from '@domesday/address-search/edition';

interface Edition {
  /** Raised where the same loads give other rows than those of a version before. 0 = as the first version made them. */
  own: number;
  /** Builds whose rows it reads: where these are made anew for their edition, so is it. */
  reads?: readonly string[];
}

/**
 * Raised where the matching links the same texts to other homes, or with another confidence: what was linked is linked
 * anew then. `linking/matching-edition.test.ts` ties it to what the matching answers.
 */
export const MATCHING = 12;

/**
 * What is worked out after loads is made anew by the next load or `domesday build` where its edition is another than
 * the one that it was made by. `editions.test.ts` ties each to the text that makes the rows.
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
  crime: { own: 3, reads: ['small_areas'] },
  planning_applications: { own: 6, reads: ['postcodes'] },
  hmo_licences: { own: SPELLING + MATCHING + 2, reads: ['addresses'] },
  areas: { own: 3, reads: ['addresses'] },
  market_areas: { own: 1, reads: ['areas'] },
  listings: { own: MATCHING + 4, reads: ['address_index', 'market_areas'] },
  market: { own: 4, reads: ['links', 'market_areas', 'valuations'] },
  valuations: { own: 25, reads: ['links'] },
} satisfies Record<string, Edition>;

type Edited = keyof typeof EDITIONS;
/** Each dataset of areas has a build of its own, by one text. */
export type BuildName = Exclude<Edited, 'areas'> | `areas of ${string}`;

/** The edition of a build with those of all that it reads: it only grows. */
export function editionOf(name: string): number {
  const { own, reads = [] }: Edition = EDITIONS[nameOf(name) as Edited];
  return reads.reduce((sum, read) => sum + editionOf(read), own);
}

/** The loads that a build is made from, followed by its edition; nothing where none is loaded. */
export function withEdition(name: BuildName, loads: string): string {
  const edition = editionOf(name);
  return loads === '' || edition === 0 ? loads : `${loads} edition:${edition}`;
}

export function sameEdition(one: string, other: string): boolean {
  return recordedIn(one) === recordedIn(other);
}

/**
 * Whether a build that is recorded was made by another edition than that of this version. One of no load has no rows.
 */
export function ofOtherEdition({ name, inputs }: { name: string; inputs: string }): boolean {
  return nameOf(name) in EDITIONS && inputs !== '' && recordedIn(inputs) !== editionOf(name);
}

const recordedIn = (inputs: string): number => Number(/ edition:(\d+)$/.exec(inputs)?.[1] ?? 0);
const nameOf = (name: string): string => (name.startsWith('areas of ') ? 'areas' : name);
