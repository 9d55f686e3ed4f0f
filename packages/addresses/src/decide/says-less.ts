import type { Evidence } from '../compare/compare.ts';
import type { ParsedAddress } from '../read/parse.ts';
import { GENERIC_NAME_WORDS } from '../text/words.ts';

/** About the share of such answers that are right on published lists; less than that of a match. */
const SAID_LESS = 0.95;
/** Another home within this lead may be meant as well. */
const CLEAR_LEAD = 1.6;
/** Weight of the words after a name from which on they may be those of another home. */
const DISTINCT = 0.9;

const AGREEING = new Set(['exact', 'missing_query', 'none']);

/**
 * Whether the home has all that the text says, which is at least its number and street, or a name with a word of an
 * institution: QUAX SCHOOL. A town may have more houses of one name than are listed.
 */
const hasAllSaid = (evidence: Evidence, { building }: ParsedAddress): boolean =>
  (evidence.postcode === 'unknown' || evidence.postcode === 'exact') &&
  [evidence.unit, evidence.number, evidence.street, evidence.building, evidence.locality].every((part) =>
    AGREEING.has(part),
  ) &&
  ((evidence.number === 'exact' && evidence.street === 'exact') ||
    (evidence.building === 'exact' && building.some((word) => GENERIC_NAME_WORDS.has(word)))) &&
  evidence.relation === 'none' &&
  evidence.added < DISTINCT &&
  !evidence.role_differs &&
  !evidence.other_name;

/**
 * QUAX SCHOOL, XANBURY or 12 OAK ROAD without a postcode for the only home of the list that has all of it, and 12 OAK
 * ROAD for one of the flats of number 12, of which the list may lack another. Null where the home is not sure to have
 * what is said, or others have it.
 */
export function confidenceIfOpen(
  { evidence, lead }: { evidence: Evidence; lead: number },
  query: ParsedAddress,
  siblings: number,
): number | null {
  if (!hasAllSaid(evidence, query)) return null;
  if (evidence.unit === 'missing_query') return Math.round(10_000 / (siblings + 1)) / 10_000;
  return lead >= CLEAR_LEAD ? SAID_LESS : null;
}
