import type { Evidence } from '../compare/compare.ts';
import type { ParsedAddress } from '../read/parse.ts';
import { GENERIC_NAME_WORDS } from '../text/words.ts';

/** Confidence of such an answer: about the share that is right on published lists, which is less than for a match. */
const CONFIDENCE = 0.95;
/** With a smaller lead in score, another home may be meant. */
const CLEAR_LEAD = 1.6;
/** From this weight on, the words after a name may belong to another home. */
const DISTINCT = 0.9;

const AGREEING = new Set(['exact', 'missing_query', 'none']);

/**
 * Whether the home has everything that the query gives, which must include number and street, or the name of an
 * institution (QUAX SCHOOL). Other names do not count: a town may have more houses of one name than are listed.
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
 * The confidence of the best if the query only leaves parts of the address out: QUAX SCHOOL, XANBURY or 12 OAK ROAD
 * without a postcode for the only home with these parts; 12 OAK ROAD for one of the `siblings` flats of number 12, plus
 * one that the list may lack. Null if the home lacks a part that the query gives, or others have all parts too.
 */
export function confidenceIfOpen(
  { evidence, lead }: { evidence: Evidence; lead: number },
  query: ParsedAddress,
  siblings: number,
): number | null {
  if (!hasAllSaid(evidence, query)) return null;
  if (evidence.unit === 'missing_query') return Math.round(10_000 / (siblings + 1)) / 10_000;
  return lead >= CLEAR_LEAD ? CONFIDENCE : null;
}
