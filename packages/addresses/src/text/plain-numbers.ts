import { GIVEN } from './given-signs.ts';

/**
 * 12-16 EVEN OAK ROAD, 12 - 16 (ODD) OAK ROAD: the word names a side of the street. ODD DOWN without a range is a
 * place.
 */
const SIDE_OF_RANGE =
  /\b([0-9]{1,4}[a-z]? ?[-\u2013\u2014] ?[0-9]{1,4}[a-z]?),? \(?(?:evens?|odds?)(?: (?:nos?\.?|numbers?))?(?: only| inclusive)?\)?,?(?= [a-z']+ [a-z'])/i;
/** GND/2, 15 OAK STREET: door 2 of the ground floor of a tenement, like 0/2. */
const GROUND_DOOR = /^(\s*(?:fla?t )?)(?:gr?o?u?nd|grd|gf)\/(?=[0-9]{1,2}[, ])/i;

/** Rewrites numbers as address lists write them: no EVEN or ODD after a range, 0/2 for GND/2. */
export function withListedNumbers(address: string, signs: number): string {
  let text = address;
  if (signs & GIVEN.dash && SIDE_OF_RANGE.test(text)) text = text.replace(SIDE_OF_RANGE, '$1');
  if (signs & GIVEN.slash && GROUND_DOOR.test(text)) text = text.replace(GROUND_DOOR, '$10/');
  return text;
}

const NUMBER_ALONE = /^[0-9]{1,4}[a-z]?\s*$/i;

/** Reads a text that is only a number as the number of a flat, which it may be: 402 for FLAT 402. */
export const flatOfNumber = (address: string): string[] =>
  NUMBER_ALONE.test(address) ? [`Flat ${address}`] : [];
