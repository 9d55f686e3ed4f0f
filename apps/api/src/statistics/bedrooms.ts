import type { Context } from '../http/handler.ts';

/** The smallest and the largest class of bedrooms in a source; `name` begins a sentence. */
const CLASSES = {
  'lha-list-of-rents': { name: 'The list of rents', fewest: 1, most: 4, and_more: false },
  'lha-rates': { name: 'The housing allowance', fewest: 1, most: 4, and_more: false },
  'private-rents': { name: 'The index of private rents', fewest: 1, most: 4, and_more: true },
  'epc-domestic': { name: 'The model of bedrooms from certificates', fewest: 1, most: 5, and_more: true },
} as const;
/** In a request 5 means five or more. */
export const FIVE_AND_MORE = 5;
type BedroomSource = keyof typeof CLASSES;

/** The class of a source for a number of bedrooms (0 is a studio): that number, or else the nearest class. */
export function bedroomsIn(source: BedroomSource, bedrooms: number): number {
  const { fewest, most } = CLASSES[source];
  return Math.min(most, Math.max(fewest, bedrooms));
}

/** Whether a class of a source means this number of bedrooms or more. */
export function andMore(source: BedroomSource, bedrooms: number): boolean {
  const { most, and_more } = CLASSES[source];
  return and_more && bedrooms === most;
}

/**
 * Warns that a figure is for another number of bedrooms than was asked for, if the source has no class for that number.
 */
export function warnOtherBedrooms(
  context: Pick<Context, 'warn'>,
  source: BedroomSource,
  bedrooms: number | undefined,
  field: string,
): void {
  const { name, most } = CLASSES[source];
  if (bedrooms === undefined || (bedrooms === FIVE_AND_MORE && most === FIVE_AND_MORE)) return;
  const used = bedroomsIn(source, bedrooms);
  if (andMore(source, used)) {
    context.warn('other_bedrooms', field, `${name} puts ${used} bedrooms and more together: these answer.`);
  } else if (used !== bedrooms) {
    const message = `${name} has no class of ${inWords(bedrooms)}: that of ${inWords(used)} answers.`;
    context.warn('other_bedrooms', field, message);
  }
}

function inWords(bedrooms: number): string {
  if (bedrooms === 0) return 'studios';
  return bedrooms === 1 ? 'one bedroom' : bedroomCount(bedrooms);
}

/** A number of bedrooms, such as `1 bedroom`. */
export const bedroomCount = (bedrooms: number): string => `${bedrooms} bedroom${bedrooms === 1 ? '' : 's'}`;
