import { GIVEN } from './given-signs.ts';

/** 12-16 EVEN OAK ROAD, 12 - 16 (ODD) OAK ROAD: which side of the street a range is on; ODD DOWN alone is a place. */
const SIDE_OF_RANGE =
  /\b([0-9]{1,4}[a-z]? ?[-\u2013\u2014] ?[0-9]{1,4}[a-z]?),? \(?(?:evens?|odds?)(?: (?:nos?\.?|numbers?))?(?: only| inclusive)?\)?,?(?= [a-z']+ [a-z'])/i;
/** GND/2, 15 OAK STREET: a door of the ground floor of a tenement, as 0/2. */
const GROUND_DOOR = /^(\s*(?:fla?t )?)(?:gr?o?u?nd|grd|gf)\/(?=[0-9]{1,2}[, ])/i;

/** A text with its numbers as lists write them. */
export function withListedNumbers(address: string, signs: number): string {
  let text = address;
  if (signs & GIVEN.dash && SIDE_OF_RANGE.test(text)) text = text.replace(SIDE_OF_RANGE, '$1');
  if (signs & GIVEN.slash && GROUND_DOOR.test(text)) text = text.replace(GROUND_DOOR, '$10/');
  return text;
}

const NUMBER_ALONE = /^[0-9]{1,4}[a-z]?\s*$/i;

/** A number alone as that of a flat, which it may be: 402 for FLAT 402. */
export const flatOfNumber = (address: string): string[] =>
  NUMBER_ALONE.test(address) ? [`Flat ${address}`] : [];
