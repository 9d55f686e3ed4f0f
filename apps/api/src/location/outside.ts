import { type ApiError, notFound } from '../http/errors.ts';

/** Northern Ireland, the Isle of Man and the Channel Islands, whose postcodes the ONS directory contains too. */
const OUTSIDE = /^(BT|IM|GY|JE)\d/;

/** Whether a postcode, or a part of one, is of a place outside Great Britain. */
export function isOutside(code: string): boolean {
  return OUTSIDE.test(code);
}

/** Whether a text names a forces post office, from which post is delivered abroad. */
export const isForcesPost = (text: string): boolean => FORCES.test(text);
const FORCES = /\bBFPO\b/i;
export const FORCES_POST =
  'A forces post office (BFPO) is no place in Great Britain. Give the address of the home itself.';

export function outsideBritain(field: string | null): ApiError {
  return notFound('not_in_jurisdiction', NOT_COVERED, [{ field, issue: 'lies outside Great Britain' }]);
}

export const NOT_COVERED =
  'Northern Ireland and the islands of the Crown are not covered: England, Wales and Scotland are.';
