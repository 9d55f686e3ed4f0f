import type { Candidate, PreparedCandidate } from '../compare/candidates.ts';
import type { Scored } from '../match-result.ts';
import type { PreparedQuery } from '../read/prepare-query.ts';
import { areSchoolsOfOtherAges } from '../text/school-names.ts';
import { mayNameThing, namesThing } from '../text/things.ts';

/** Whether the text names a thing at the home and not the home: BT CABINET 12 OAK ROAD for 12 OAK ROAD. */
export const isThingAt = <C extends Candidate>(
  { words, text }: PreparedQuery,
  { candidate }: Scored<C>,
  candidates: readonly PreparedCandidate<C>[],
): boolean =>
  text !== null &&
  mayNameThing(words) &&
  candidates.some((other) => other.candidate === candidate && namesThing(text, other.prepared.index));

/** Whether the text means a school's nursery and the home is the school, or the reverse. */
export const isOtherSchool = <C extends Candidate>(
  text: string | null,
  postcode: string | null,
  home: PreparedCandidate<C>,
): boolean =>
  text?.includes('NURSERY') === true && areSchoolsOfOtherAges(text, home.spelling(postcode).whole);
